import { ClusterCount } from "../quality/ClusterCount";
import { Convergence } from "../quality/Convergence";
import { Labels } from "../quality/Labels";
import { LeastConfident } from "../quality/LeastConfident";
import { Provenance } from "../quality/Provenance";
import { Sharpness } from "../quality/Sharpness";
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
        <Sharpness />
      </div>
      <Stability />
      <div class="two">
        <Similarity />
        <Sizes />
      </div>
      <ClusterCount />
      <Labels />
      <div class="two">
        <LeastConfident />
        <Provenance />
      </div>
    </>
  );
}
