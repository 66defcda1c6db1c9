// Shared styles come first, so that the style sheet of a page can override them.
import "./style/base.css";
import "./style/layout.css";
import "./style/parts.css";
import "./style/print.css";

import { render } from "preact";
import { App } from "./app";
import { inlineData, inlineSource } from "./data/inline";
import { serverSource } from "./data/server";
import { followLinks } from "./router";
import { keepPlaces } from "./scroll";

followLinks();
keepPlaces();
const data = document.getElementById("cotext-data");
const source = data ? inlineSource(await inlineData(data)) : serverSource();
render(<App source={source} />, document.getElementById("app") as HTMLElement);
