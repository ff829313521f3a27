import type { Path } from '../../model/field.js';
import type { Identity } from '../../model/resource.js';
import type { Place } from '../../model/source.js';
import type { RenderedDoc } from './rendered.js';

/** The origin of a rendered object: the parts of it that a user can edit. */
export interface Origin {
  /** The identity in its manifest; undefined without one, such as for a generated ConfigMap. */
  readonly written: Pick<Identity, 'kind' | 'name'> | undefined;
  /** The names by which others may have meant it: its own, and those that it gets on the way. */
  readonly names: readonly string[];
  /** The line of a source that sets a field, or the nearest one. */
  place(path: Path, isKey: boolean): Place | undefined;
  /** The line that removes a field. */
  removal(path: Path): Place | undefined;
  /** The lines of a file that set a field or a part of it. */
  touches(path: Path, isAllowed: (file: string) => boolean): Place | undefined;
}

/** What is known of a unit and the origin of its objects. */
export interface Origins {
  of(doc: RenderedDoc): Origin | undefined;
  /** The start of the file that an object is made of, for what no line of it is known to set. */
  file(doc: RenderedDoc): Place | undefined;
}
