import { expect, test } from "vitest";
import { drawing, element, escaped, label } from "./svg";

test("texts in a drawing are texts, whatever they hold", () => {
  expect(label('<script>"&', { x: 1 })).toBe('<text x="1">&lt;script&gt;&quot;&amp;</text>');
  expect(escaped("a\u0000b\ud800c\uffffd😀")).toBe("a b c d😀");
});

test("a drawing has its size and white paper", () => {
  const { svg } = drawing(20, 10, [element("path", { d: "M0 0" })]);
  expect(svg).toContain('viewBox="0 0 20 10"');
  expect(svg).toMatch(/<rect width="20" height="10" fill="#ffffff"\/><path d="M0 0"\/><\/svg>$/);
});
