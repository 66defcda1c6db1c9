import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useShared } from "../data/hooks";
import { PAGES, type Page } from "../pages";
import { href, moved } from "../router";
import { texts } from "../texts";
import { DARK, Icon, LIGHT } from "./Icon";
import { Licenses } from "./Licenses";

interface Props {
  pages: Page[];
  page: Page;
  setDark: (dark: boolean) => void;
  children: ComponentChildren;
}

/** The frame of every page: the run, the navigation, the theme. */
export function Shell({ pages, page, setDark, children }: Props) {
  const { overview, run, route, dark } = useShared();
  const main = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  useShortcuts(pages);
  useEffect(() => {
    // on a narrow screen the row of pages scrolls: the open one comes into sight
    const here = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (nav.current && here) nav.current.scrollLeft = here.offsetLeft - nav.current.clientWidth / 3;
  }, [page]);
  useEffect(() => {
    document.title = `${PAGES[page].title} · ${run || texts.brand}`;
  }, [page, run]);
  const [g, m] = overview.n_clusters;
  return (
    <>
      <header class="top">
        <a class="skip" href={href(route)} onClick={() => main.current?.focus()}>
          {texts.skip}
        </a>
        <a class="brand" href={href({ page: pages[0] as Page, params: run ? { run } : {} })}>
          <Icon lines={PAGES.blocks.icon} />
          {texts.brand}
        </a>
        <div class="run">
          <strong data-testid="run-name">{run}</strong>
          {overview.documents > 0 && (
            <span class="soft">{texts.shell.counts(overview.documents, overview.words, g, m)}</span>
          )}
        </div>
        <button type="button" class="small theme" onClick={() => setDark(!dark)} data-testid="theme">
          <Icon lines={dark ? LIGHT : DARK} />
          <span>{dark ? texts.theme.light : texts.theme.dark}</span>
        </button>
      </header>
      <nav class="pages" ref={nav} aria-label={texts.shell.pages}>
        {pages.map((name, i) => (
          <a
            key={name}
            href={href(moved(route, name, {}))}
            aria-current={name === page ? "page" : undefined}
            data-testid={`nav-${name}`}
            title={`${PAGES[name].title} (${i + 1})`}
          >
            <Icon lines={PAGES[name].icon} dots={name === "map"} />
            {PAGES[name].title}
            <kbd>{i + 1}</kbd>
          </a>
        ))}
      </nav>
      <main ref={main} tabIndex={-1} data-testid={`page-${page}`}>
        <header class="page-head">
          <h1>{PAGES[page].title}</h1>
          <p class="soft">{PAGES[page].about}</p>
        </header>
        {overview.sampled && (
          <p class="sampled note">{texts.shell.sampled(overview.sampled.shown, overview.sampled.of)}</p>
        )}
        {overview.shortened && <p class="sampled note">{texts.shell.shortened(overview.shortened)}</p>}
        {children}
        <Licenses />
      </main>
    </>
  );
}

/** 1 to 8 open the pages, / goes to the search. */
function useShortcuts(pages: Page[]): void {
  const { open } = useShared();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
        return;
      const page = pages[Number(event.key) - 1];
      if (page) open(page);
      else if (event.key === "/" && pages.includes("documents")) {
        event.preventDefault();
        open("documents");
        setTimeout(() => document.querySelector<HTMLInputElement>("[data-search]")?.focus(), 50);
      }
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [pages, open]);
}
