import { Convergence } from "../quality/Convergence";
import { Labels } from "../quality/Labels";
import { Least } from "../quality/Least";
import { Made } from "../quality/Made";
import { Many } from "../quality/Many";
import { Sharp } from "../quality/Sharp";
import { Similarity } from "../quality/Similarity";
import { Sizes } from "../quality/Sizes";
import { Stability } from "../quality/Stability";
import "../style/quality.css";

/** May I trust it? One figure per reason to, or not to. */
export function Quality() {
  return (
    <>
      <div class="two">
        <Convergence />
        <Sharp />
      </div>
      <Stability />
      <div class="two">
        <Similarity />
        <Sizes />
      </div>
      <Many />
      <Labels />
      <div class="two">
        <Least />
        <Made />
      </div>
    </>
  );
}
