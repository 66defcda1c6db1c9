import { expect, test } from "vitest";
import type { Job } from "../data/types";
import { arranged } from "./useJobs";

const job = (name: string, state: Job["state"]) => ({ job: name, state }) as Job;

test("what runs comes first, then what waits in its order, then the latest that are over", () => {
  const jobs = [
    job("g", "waiting"),
    job("f", "waiting"),
    job("e", "running"),
    job("d", "done"),
    job("c", "failed"),
    job("b", "cancelled"),
    job("a", "done"),
  ];
  expect(arranged(jobs).map((one) => one.job)).toEqual(["e", "f", "g", "d", "c", "b"]);
});
