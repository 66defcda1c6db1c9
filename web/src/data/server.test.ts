import { afterEach, expect, test, vi } from "vitest";
import { texts } from "../texts";
import { serverSource } from "./server";

afterEach(() => vi.unstubAllGlobals());

function answering(answer: () => Promise<Response>) {
  const fetch = vi.fn((_path: string, _how?: RequestInit) => answer());
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

test("a server that is gone is told in a sentence", async () => {
  answering(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(serverSource().server.jobs()).rejects.toThrow(texts.shell.lost);
});

test("what the server refuses is told in its own sentence, with its code", async () => {
  answering(async () => new Response(JSON.stringify({ error: "no such run." }), { status: 404 }));
  await expect(serverSource().overview("x")).rejects.toMatchObject({ message: "no such run.", status: 404 });
});

test("files after the first go to the same upload", async () => {
  const fetch = answering(async () => new Response(JSON.stringify({ upload: "key" })));
  const file = new File(["a"], "a b.txt");
  expect(await serverSource().server.upload(file, null)).toBe("key");
  await serverSource().server.upload(file, "key");
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([
    "api/uploads?name=a+b.txt",
    "api/uploads?name=a+b.txt&to=key",
  ]);
});
