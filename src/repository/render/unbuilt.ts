import { filesOf } from '../graph/builds.js';
import { isBelow } from '../../model/paths.js';
import { renderedPath, type Rendering } from './inputs.js';
import type { RenderPlan, Unit } from './plan.js';

/**
 * Whether a path is a file or the output of what was not rendered: what the state has there is not known, and must not be compared
 * with the output of another state.
 */
export function unbuiltIn(
  { units }: Pick<RenderPlan, 'units'>,
  renderings: readonly Rendering[],
): (path: string) => boolean {
  const done = new Set(renderings.map(({ unit }) => unit));
  const outputs = new Set([...done].map(renderedPath));
  const failed = units.filter((unit) => !done.has(unit)).map(partOf);
  return (path) => !outputs.has(path) && failed.some((isPart) => isPart(path));
}

function partOf(unit: Unit): (path: string) => boolean {
  if (unit.tool === 'helm') return (path) => isBelow(path, unit.chart);
  const files = new Set(filesOf(unit.chain));
  return (path) => isBelow(path, unit.folder) || files.has(path);
}
