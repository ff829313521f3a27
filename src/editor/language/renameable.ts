import type { Place } from '../../model/source.js';
import type { Definition, Link, NameKind } from './links/link.js';

/** Why a name is not changed, in a sentence. */
export interface NotRenamed {
  readonly refusal: string;
}

/** A name that can be changed: everything that has it. */
export interface Renameable {
  readonly kind: NameKind;
  readonly name: string;
  /** Where the cursor is in it. */
  readonly place: Place;
  readonly definitions: readonly Definition[];
  readonly links: readonly Link[];
}
