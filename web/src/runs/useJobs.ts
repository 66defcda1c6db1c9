import { useEffect, useState } from "preact/hooks";
import { useShared } from "../data/hooks";
import type { Job } from "../data/types";

const OFTEN = 600; // milliseconds

export interface Watched {
  jobs: Job[];
  /** How many runs have been finished: grows when there is something new to open. */
  finished: number;
  error: string | null;
  /** Look again: something was started or cancelled. */
  look(): void;
}

export const isOver = ({ state }: Job) => state === "done" || state === "failed" || state === "cancelled";

const SHOWN = 3; // jobs that are over

/** Running jobs, waiting jobs in order, then the latest finished ones; `jobs` has the latest first. */
export function arranged(jobs: Job[]): Job[] {
  const over = jobs.filter(isOver).slice(0, SHOWN);
  return [...jobs.filter((job) => !isOver(job)).reverse(), ...over];
}

/** The jobs of the server, polled until all are finished. */
export function useJobs(): Watched {
  const { server } = useShared().source;
  const [jobs, setJobs] = useState<Job[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (!server) return;
    let timer = 0;
    let current = true;
    const ask = async () => {
      try {
        const found = await server.jobs();
        if (!current) return;
        setJobs(found);
        setError(null);
        if (!found.every(isOver)) timer = window.setTimeout(ask, OFTEN);
      } catch (problem) {
        if (current) setError((problem as Error).message);
      }
    };
    ask();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [server, asked]);
  const finished = jobs.filter(({ state }) => state === "done").length;
  return { jobs, finished, error, look: () => setAsked((n) => n + 1) };
}
