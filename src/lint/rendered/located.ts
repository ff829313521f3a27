import type { Path } from '../../model/field.js';
import type { Finding } from '../../model/finding.js';
import type { Rendering } from '../../repository/render/inputs.js';
import type { RenderedDoc } from '../../repository/render/rendered.js';

/** A place in what was rendered: the object and the path to what stands there. */
export interface Spot {
  readonly rendering: Rendering;
  readonly doc: RenderedDoc;
  readonly path: Path;
  readonly isKey: boolean;
}

/** A finding of one unit, and the places of its own that it speaks of. */
export interface Located {
  readonly finding: Finding;
  readonly rendering: Rendering;
  readonly main: Spot | undefined;
  readonly spots: readonly Spot[];
}

/** Names as a sentence lists them. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
