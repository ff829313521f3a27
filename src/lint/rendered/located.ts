import type { Path } from '../../model/field.js';
import type { Finding } from '../../model/finding.js';
import type { Rendering } from '../../repository/render/inputs.js';
import type { RenderedDoc } from '../../repository/render/rendered.js';

/** A place in rendered output: an object and a path. */
export interface RenderedSpot {
  readonly rendering: Rendering;
  readonly doc: RenderedDoc;
  readonly path: Path;
  readonly isKey: boolean;
}

/** A finding in one unit, with the places in the unit's output that it refers to. */
export interface Located {
  readonly finding: Finding;
  readonly rendering: Rendering;
  readonly main: RenderedSpot | undefined;
  readonly spots: readonly RenderedSpot[];
}

/** Joins names for a sentence. */
export function joinedByAnd(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
