import { useEffect, useRef, useState } from "preact/hooks";
import { useServer } from "../data/hooks";
import type { Job } from "../data/types";
import { href } from "../router";
import { texts } from "../texts";
import { isOver } from "./useJobs";

/** A run in progress: its stage, its notes, and a button to cancel it. */
export function JobCard({ job, look }: { job: Job; look: () => void }) {
  const text = texts.runs.jobs;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOver(job)) card.current?.scrollIntoView({ block: "nearest" }); // the form may be far below
  }, []);
  return (
    <article ref={card} class="job card" data-testid={`job-${job.run}`} data-state={job.state}>
      <header class="job-head">
        <div>
          <h3>{job.run}</h3>
          <p class="soft small-text">{text.about(job.model, job.n_clusters)}</p>
        </div>
        <span class={`badge state-${job.state}`} data-testid="job-state">
          {text.states[job.state]}
        </span>
      </header>
      {job.state === "running" && <Bar job={job} />}
      {job.state === "waiting" && <p class="soft">{text.behind}</p>}
      {job.error && isOver(job) && (
        <p class="warn" role="alert" data-testid="job-error">
          {job.error}
        </p>
      )}
      {job.notes.length > 0 && (
        <details open={job.state === "running"}>
          <summary>{text.notes(job.notes.length)}</summary>
          <ul class="job-notes">
            {job.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
      <footer>
        {job.state === "done" && (
          <a
            class="button primary"
            href={href({ page: "blocks", params: { run: job.run } })}
            data-testid="job-open"
          >
            {text.open(job.run)}
          </a>
        )}
        {!isOver(job) && <Cancel job={job} look={look} />}
      </footer>
    </article>
  );
}

function Bar({ job }: { job: Job }) {
  return (
    <div class="job-bar">
      <progress
        aria-label={texts.runs.jobs.progress(job.run)}
        max={1}
        {...(job.progress === null ? {} : { value: job.progress })}
        data-testid="job-progress"
      />
      <p class="small-text">
        <span data-testid="job-stage">{job.stage}</span>
        <span class="soft number">{texts.runs.seconds(job.seconds)}</span>
      </p>
    </div>
  );
}

function Cancel({ job, look }: { job: Job; look: () => void }) {
  const server = useServer();
  const [asked, setAsked] = useState(false);
  const cancel = async () => {
    setAsked(true);
    await server.cancel(job.job).catch(() => setAsked(false));
    look();
  };
  return (
    <button
      type="button"
      disabled={asked}
      onClick={cancel}
      aria-label={texts.runs.jobs.cancelThis(job.run)}
      data-testid="job-cancel"
    >
      {texts.runs.jobs.cancel}
    </button>
  );
}
