/** Stands in a text where its bytes are no UTF-8. It is not a character, and Go reads no YAML with it in UTF-8 either. */
export const noUtf8 = '\uFFFF';

/** A text that was given to us: a file, standard input, or nothing but a name. */
export interface Source {
  /** Absolute, with `/` between segments; where the source stands among others is read from it. */
  readonly path: string;
  /** What the user calls it. */
  readonly name: string;
  /**
   * What the release is called that a chart was rendered for, where nobody names one: nothing says how it is deployed, so names
   * with this in them may be others, and what is empty may be filled in.
   */
  readonly assumedRelease?: string;
  /** Whether its text is one that is yet to be written to its file, whatever that has. */
  readonly isEdited?: true;
  /** The whole text, with `noUtf8` for what is none; may be called again after the first text was let go. */
  read(): string;
}

/** A source whose text is not at hand, but what reports show of it. */
export interface Excerpt extends Source {
  readonly isExcerpt: true;
  position(start: number, end: number): Position;
  /** A line, from 1, without its line break. */
  line(line: number): string | undefined;
  /** Whether a part of a line was left out because nobody may see it. */
  isMasked(line: number): boolean;
}

/** Whether a source is no more than what was kept of it. */
export function isExcerpt(source: Source): source is Excerpt {
  return 'isExcerpt' in source;
}

/**
 * A stretch of text by line and column, both from 1, columns in UTF-16 code units: what editors count. A byte order
 * mark takes no column.
 */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A stretch of a source, in UTF-16 code units; `start` is -1 where there is no text to point at. */
export interface Place {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** The folder of a source: its path without the last segment. */
export function folderOf(source: Source): string {
  return source.path.slice(0, Math.max(0, source.path.lastIndexOf('/')));
}

/** Whether kustomize takes a file for its own, by its name. https://github.com/kubernetes-sigs/kustomize/blob/master/api/konfig/general.go */
export function isKustomizationFile(file: string): boolean {
  return /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(file);
}

/** What a file with rendered manifests is called, in the folder that they are deployed from: no file of a user is. */
export const renderedFile = '.rolloutkit-rendered.yaml';
