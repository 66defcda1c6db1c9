import { useLoaded, useShared } from "../data/hooks";
import { Empty } from "../parts/Figure";
import { Compare } from "../runs/Compare";
import { JobCard } from "../runs/JobCard";
import { NewRun } from "../runs/NewRun";
import { RunList } from "../runs/RunList";
import { arranged, useJobs } from "../runs/useJobs";
import { texts } from "../texts";
import "../style/runs.css";

/** The runs there are, those in the making, and a form for the next one. */
export function Runs() {
  const { source, session, run, route } = useShared();
  const { jobs, finished, error, look } = useJobs();
  const runs = useLoaded(() => source.session(), [source, finished]).value?.runs ?? session.runs;
  const others = runs.map((entry) => entry.run).filter((name) => name !== run);
  const other = route.params.with;
  return (
    <>
      {source.server && other !== undefined && run !== "" && (
        <Compare key={other} other={other} others={others} />
      )}
      <div class={run ? "runs" : "runs runs-first"}>
        <div class="runs-side">{session.allow_runs ? <NewRun look={look} /> : <NoNewRuns />}</div>
        <div class="runs-main">
          {error && <p class="warn">{error}</p>}
          {jobs.length > 0 && (
            <section class="jobs" aria-label={texts.runs.jobs.heading} data-testid="jobs">
              {arranged(jobs).map((job) => (
                <JobCard key={job.job} job={job} look={look} />
              ))}
            </section>
          )}
          {runs.length > 0 && <RunList runs={runs} />}
          {!runs.length && !jobs.length && <NoRuns />}
        </div>
      </div>
    </>
  );
}

function NoRuns() {
  const { session } = useShared();
  const text = texts.runs.list;
  return (
    <Empty>
      <p>{text.none}</p>
      <p>{session.allow_runs ? text.noneDo : text.noneStart}</p>
    </Empty>
  );
}

/** Says why there is no form and what to do. */
function NoNewRuns() {
  const { source, session } = useShared();
  const text = texts.runs.refused;
  const why = !source.server
    ? [text.report, text.reportDo]
    : session.read_only
      ? [text.readOnly, text.readOnlyDo]
      : [text.shown, text.shownDo];
  return (
    <section class="card" data-testid="no-new-runs">
      <h2>{text.heading}</h2>
      {why.map((sentence) => (
        <p key={sentence} class="soft">
          {sentence}
        </p>
      ))}
    </section>
  );
}
