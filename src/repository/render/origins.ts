import type { Path } from '../../model/field.js';
import type { Identity } from '../../model/resource.js';
import type { Place } from '../../model/source.js';
import type { RenderedDoc } from './rendered.js';

/** Where a rendered object comes from: what of it a user can edit. */
export interface Origin {
  /** The object as its own manifest has it; undefined for what has none, such as a generated ConfigMap. */
  readonly written: Pick<Identity, 'kind' | 'name'> | undefined;
  /** The names by which others may have called it: its own, and those that it gets on the way. */
  readonly names: readonly string[];
  /** The line of a source that gave a field its value, or is the nearest to it. */
  place(path: Path, isKey: boolean): Place | undefined;
  /** The line that took a field away which is not there. */
  removal(path: Path): Place | undefined;
  /** The lines of a file that speak of a field or a part of it. */
  touches(path: Path, isAllowed: (file: string) => boolean): Place | undefined;
}

/** What is known of a unit and of where its objects come from. */
export interface Origins {
  of(doc: RenderedDoc): Origin | undefined;
}
