import type { Path } from './field.js';
import type { Resource } from './resource.js';

/** Whether a fix is certainly right, or only probably. */
export const safeties = ['safe', 'unsafe'] as const;

export type Safety = (typeof safeties)[number];

/** What a finding offers: a fix that is safe or unsafe, or a choice between edits. */
export type Repair = Safety | 'choice';

/**
 * A field of an object and its new value; undefined removes the field. With an empty path, a value is another object, which is
 * added as a document after this one. It keeps no document in memory.
 */
export interface Write {
  readonly resource: Resource;
  readonly path: Path;
  readonly value: unknown;
}

/** A range of a file and its replacement. */
export interface TextEdit {
  readonly source: Resource['source'];
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What fixes a finding. */
export interface Fix {
  /** What the fix does, as a sentence. */
  readonly title: string;
  readonly safety: Safety;
  readonly writes: readonly Write[];
  /** What the writes must do to the rendered objects, if they change the files that these are rendered from. */
  readonly rendered?: readonly Write[] | undefined;
  /** The writes as edits of files, once they are computed. */
  readonly edits?: readonly TextEdit[] | undefined;
  /** Why the fix has to be made by hand, as the end of a sentence. */
  readonly unfit?: string | undefined;
}

/**
 * The most choices of a finding: more are a list to read, which the message has. Rules put the likeliest first.
 */
export const mostChoices = 8;

/** Whether a fix is applied if fixes of a safety are requested. */
export function isAskedFor({ safety }: Pick<Fix, 'safety'>, wanted: Safety): boolean {
  return safety === 'safe' || wanted === 'unsafe';
}
