// What all pages share comes first: a page's own style sheet has the last word.
import "./style/base.css";
import "./style/layout.css";
import "./style/parts.css";
import "./style/print.css";

import { render } from "preact";
import { App } from "./app";
import { inlineDeck, inlineSource } from "./data/inline";
import { serverSource } from "./data/server";
import { followLinks } from "./router";
import { keepPlaces } from "./scroll";

followLinks();
keepPlaces();
const data = document.getElementById("cotext-data");
const source = data ? inlineSource(await inlineDeck(data)) : serverSource();
render(<App source={source} />, document.getElementById("app") as HTMLElement);
