import { defineConfig } from "vite";

// Three files with fixed names: the explorer serves them, the report inlines them.
export default defineConfig({
  base: "./",
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
