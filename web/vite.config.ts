import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

const LICENSE = /^(licen[cs]e|notice|copying|copyright)/i;
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/; // of a module, the folder of its package

/** Writes licenses.txt: the notices of all packages that something in the bundle comes from. */
function licenses(): Plugin {
  return {
    name: "licenses",
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          for (const module of Object.keys(chunk.modules)) {
            const [folder] = PACKAGE.exec(module.replaceAll("\0", "")) ?? [];
            if (folder) folders.add(folder);
          }
      const source = [...folders].sort().map(noticeOf).join("\n");
      this.emitFile({ type: "asset", fileName: "licenses.txt", source });
    },
  };
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf-8"));
  const texts = [folder, join(folder, "licenses")]
    .filter(existsSync)
    .flatMap((place) => readdirSync(place, { withFileTypes: true }).map((found) => [place, found] as const))
    .filter(([, found]) => found.isFile() && LICENSE.test(found.name))
    .map(([place, found]) => readFileSync(join(place, found.name), "utf-8").trim());
  if (!texts.length) throw new Error(`${folder} has no license file; it cannot be passed on without one`);
  const heading = `${name} ${version} (${license})`;
  return [heading, "=".repeat(heading.length), ...texts, ""].join("\n\n");
}

// Files with fixed names: the explorer serves them, the report holds them.
export default defineConfig({
  base: "./",
  plugins: [licenses()],
  build: {
    outDir: "../src/cotext/explorer/static",
    emptyOutDir: true,
    chunkSizeWarningLimit: 2000,
    modulePreload: false,
    rollupOptions: {
      output: { entryFileNames: "app.js", assetFileNames: "app[extname]", codeSplitting: false },
    },
  },
});
