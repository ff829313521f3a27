import type { Boundary } from '../repository/files/boundary.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { isFile } from '../repository/files/is-file.js';
import type { Finding } from '../model/finding.js';
import type { Source } from '../model/source.js';
import type { Failure } from '../report/report.js';
import { constructPaths } from '../repository/render/constructs.js';
import { type Inputs, inputsOf, type Rendering } from '../repository/render/inputs.js';
import {
  type RenderPlan,
  renderPlan,
  type PlanOptions,
  type Unit,
  unitKey,
} from '../repository/render/plan.js';
import { told } from '../repository/render/refusal.js';
import { unbuiltIn } from '../repository/render/unbuilt.js';
import { relocate } from '../lint/rendered/relocate.js';
import { cdk8sOutputs } from './cdk8s-output.js';
import { Renderer, type RenderOptions } from './renderer.js';

/** The sources to read instead of the given ones, with the rendered output. */
export interface RenderedInputs extends Inputs {
  readonly notes: readonly string[];
  readonly failures: readonly Failure[];
  /** Whether a path is a file or the output of what was not rendered. */
  readonly isUnbuilt: (path: string) => boolean;
  /** Moves findings from rendered output to the files that a user edits. */
  relocate(findings: readonly Finding[]): readonly Finding[];
}

/**
 * Renders kustomizations and charts with the user's programs, and takes the output of cdk8s as it is. Paths from the
 * repository are read only inside the boundary.
 */
export function renderInputs(
  given: readonly Source[],
  options: RenderOptions,
  boundary: Boundary,
): RenderedInputs {
  const outputs = cdk8sOutputs(given, options.workingFolder, boundary);
  const sources = [...given, ...outputs.sources];
  const planned = (applicationsIn?: readonly Source[]): RenderPlan =>
    renderPlan(sources, { ...planOptions, applicationsIn });
  const planOptions: PlanOptions = {
    helmValues: options.helmValues,
    isFile: (file) => isFile(file) && (options.trustsValues || boundary.allows(file)),
    allows: (file) => boundary.allows(file),
    workingFolder: withSlashes(options.valuesFolder),
    workTrees: options.workTrees,
  };
  const renderer = new Renderer(sources, options, boundary);
  try {
    const known = new Map<string, { readonly unit: Unit; readonly rendering: Rendering | undefined }>();
    const render = (plan: RenderPlan): readonly Rendering[] =>
      plan.units.flatMap((unit) => {
        const key = unitKey(unit);
        const one = known.get(key) ?? { unit, rendering: renderer.render(unit) };
        known.set(key, one);
        return one.rendering ?? [];
      });
    let plan = planned();
    let renderings = render(plan);
    let inputs = inputsOf(sources, plan, renderings);
    // Rendered Applications determine how other inputs are rendered, such as the charts of an app of apps.
    for (let level = 0; level < mostLevels && renderings.some(hasApplications); level++) {
      const next = planned(inputs.sources);
      const units = next.units.map((unit) => known.get(unitKey(unit))?.unit ?? unit);
      const isSettled =
        units.length === plan.units.length && units.every((unit) => plan.units.includes(unit));
      if (isSettled) break;
      plan = { ...next, units };
      renderings = render(plan);
      renderer.keepFailuresOf(plan.units);
      inputs = inputsOf(sources, plan, renderings);
    }
    return {
      ...inputs,
      notes: [...outputs.notes, ...plan.refusals.map(told), ...renderer.notes],
      failures: [...plan.notes, ...renderer.failures, ...renderer.unmatched(options.helmValues, plan.units)],
      isUnbuilt: unbuiltIn(plan, renderings),
      relocate: (findings) => constructPaths(relocate(findings, renderings), outputs.metadata),
    };
  } finally {
    renderer.close();
  }
}

/** The number of times that rendered Applications are followed, deeper than repositories nest them. */
const mostLevels = 4;

function hasApplications({ text }: Rendering): boolean {
  return text.docs.some(({ kind }) => kind === 'Application' || kind === 'ApplicationSet');
}
