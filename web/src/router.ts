import { useEffect, useState } from "preact/hooks";
import type { Page } from "./pages";

/** The whole state of a page, which is its address: `#/documents?run=demo&c=3&row=17`. */
export interface Route {
  page: Page;
  params: Record<string, string>;
}

/** The route of an address. The app checks that the page exists. */
export function parse(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const params = [...new URLSearchParams(query)].map(([name, value]) => [FORMER[name] ?? name, value]);
  return { page: path as Page, params: Object.fromEntries(params) };
}

/** Names of parameters in links from earlier releases. */
const FORMER: Record<string, string> = { colour: "color" };

export function href(route: Route): string {
  const pairs = Object.entries(route.params).filter(([, value]) => value !== "");
  return `#/${route.page}${pairs.length ? `?${new URLSearchParams(pairs)}` : ""}`;
}

/** The route to a page: it keeps the filter and applies `changes`; null removes a parameter. */
export function moved(route: Route, page: Page, changes: Record<string, string | number | null>): Route {
  const kept =
    page === route.page ? Object.entries(route.params) : Object.entries(route.params).filter(isShared);
  const params = Object.fromEntries(kept);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete params[name];
    else params[name] = String(value);
  }
  return { page, params };
}

/** The run and the filter persist from page to page; the state of a single page does not. */
const SHARED = ["run", "c", "level", "from", "to", "sure", "lasso", "plain", "noise"];
const isShared = ([name]: [string, string]) => SHARED.includes(name) || name.startsWith("is.");

export function go(route: Route, replace = false): void {
  if (replace && !inFrame()) {
    history.replaceState(history.state, "", href(route));
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else location.hash = href(route);
}

/** A cell of a notebook: its address is `about:srcdoc`, and links are taken for those of the notebook. */
const inFrame = () => location.protocol === "about:";

/** Keeps links within the cell of a notebook. */
export function followLinks(): void {
  if (!inFrame()) return;
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest('a[href^="#"]');
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    location.hash = link.getAttribute("href") as string;
  });
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parse(location.hash));
  useEffect(() => {
    const listen = () => setRoute(parse(location.hash));
    addEventListener("hashchange", listen);
    listen(); // it may have changed since the first drawing
    return () => removeEventListener("hashchange", listen);
  }, []);
  return route;
}
