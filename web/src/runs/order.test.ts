import { expect, test } from "vitest";
import type { Forms } from "../data/types";
import { changed, fieldsOf, firstDraft, orderOf } from "./order";

const forms: Forms = {
  models: [
    {
      model: "consensus",
      title: "",
      help: "",
      fields: [{ name: "n_starts", kind: "int", default: 5, help: "" }],
    },
    {
      model: "nmf",
      title: "",
      help: "",
      fields: [
        { name: "n_init", kind: "int", default: 10, help: "" },
        { name: "screen", kind: "bool", default: false, help: "" },
      ],
    },
  ],
  reading: [{ name: "text", kind: "text", default: "", help: "" }],
  words: [{ name: "phrases", kind: "bool", default: false, help: "" }],
  datasets: [{ name: "pydocs", documents: 3, about: "" }],
  limit: 10,
};

test("a draft begins with what the server was given, else with a file", () => {
  expect(firstDraft("/data/letters", forms).kind).toBe("input");
  expect(firstDraft(null, forms).kind).toBe("upload");
});

test("a run is fitted again with as many clusters as are no noise, by its model", () => {
  const draft = firstDraft("/data/letters", forms, { run: "first", clusters: 5, model: "nmf" });
  expect(orderOf(draft, forms, null)).toMatchObject({
    source: { run: "first" },
    model: "nmf",
    n_clusters: "5",
  });
  expect(firstDraft(null, forms, { run: "first", clusters: 5, model: "consensus" }).model).toBe("auto");
});

test("only what differs from the defaults is sent", () => {
  const { fields } = forms.models[1] as Forms["models"][0];
  expect(changed(fields, { n_init: "10", screen: false })).toEqual({});
  expect(changed(fields, { n_init: "", screen: true, gone: "1" })).toEqual({ screen: true });
});

test("parameters of another model are left behind", () => {
  const draft = { ...firstDraft(null, forms), model: "nmf", parameters: { n_init: "3", n_starts: "9" } };
  expect(orderOf(draft, forms, "key")).toEqual({
    source: { upload: "key" },
    name: "",
    model: "nmf",
    n_clusters: "8",
    options: {},
    parameters: { n_init: "3" },
  });
});

test("the usual model's fields stand for auto", () => {
  expect(fieldsOf(forms, "auto").map(({ name }) => name)).toEqual(["n_starts"]);
});

test("a data set and the given input are named as such", () => {
  const draft = firstDraft("/data/letters", forms);
  expect(orderOf(draft, forms, null).source).toEqual({ input: true });
  expect(orderOf({ ...draft, kind: "dataset" }, forms, null).source).toEqual({ dataset: "pydocs" });
});
