import type { Path } from './field.js';
import type { Resource } from './resource.js';

/** Whether what is right is certain, or only likely. */
export const safeties = ['safe', 'unsafe'] as const;

export type Safety = (typeof safeties)[number];

/**
 * A field of an object and the value that it gets; undefined takes it away. A value of the object as a whole, with an empty path, is
 * another object, added as a document behind it. It keeps no document in memory.
 */
export interface Write {
  readonly resource: Resource;
  readonly path: Path;
  readonly value: unknown;
}

/** A stretch of a file, and the text that comes in its place. */
export interface TextEdit {
  readonly source: Resource['source'];
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What settles a finding. */
export interface Fix {
  /** What is done, as a sentence. */
  readonly title: string;
  readonly safety: Safety;
  readonly writes: readonly Write[];
  /** What they are to make of rendered objects, where they are of the files that those are rendered from. */
  readonly rendered?: readonly Write[] | undefined;
  /** The same as edits of texts, once somebody has worked them out. */
  readonly edits?: readonly TextEdit[] | undefined;
  /** Why it is for a person to make, as the end of a sentence. */
  readonly unfit?: string | undefined;
}

/** Whether a fix is made where fixes of a safety are asked for. */
export function isAskedFor({ safety }: Pick<Fix, 'safety'>, wanted: Safety): boolean {
  return safety === 'safe' || wanted === 'unsafe';
}
