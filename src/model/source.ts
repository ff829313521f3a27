import { folderOfPath } from './paths.js';

/** Replaces bytes that are not UTF-8. It is not a character, and Go accepts no YAML with it in UTF-8 either. */
export const noUtf8 = '\uFFFF';

/** An input: a file, standard input, or only a name. */
export interface Source {
  /** Absolute, with `/` between segments; it determines where the source is among others. */
  readonly path: string;
  /** The name that users see. */
  readonly name: string;
  /**
   * The release name that a chart was rendered with, if none is known. How the chart is deployed is unknown then, so names that
   * contain it may differ, and empty values may be filled in.
   */
  readonly assumedRelease?: string;
  /** Whether objects are missing from it that are deployed with it: what of them is absent is not known. */
  readonly isPartial?: boolean;
  /** Whether its content is yet to be written to the file. */
  readonly isEdited?: true;
  /** The whole content, with `noUtf8` for invalid bytes; may be called again after the first string was released. */
  read(): string;
}

/** A source whose content is not available, except for what reports show of it. */
export interface Excerpt extends Source {
  readonly isExcerpt: true;
  position(start: number, end: number): Position;
  /** A line, from 1, without its line break. */
  line(line: number): string | undefined;
  /** Whether a part of a line is hidden because it is secret. */
  isMasked(line: number): boolean;
}

/** Whether a source is an excerpt. */
export function isExcerpt(source: Source): source is Excerpt {
  return 'isExcerpt' in source;
}

/** A range by line and column, both from 1, columns in UTF-16 code units, as editors count. A byte order mark takes no column. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A range of a source, in UTF-16 code units; `start` is -1 where there is no position. */
export interface Place {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** The folder of a source: its path without the last segment. */
export function folderOf(source: Source): string {
  return folderOfPath(source.path);
}

/**
 * Whether kustomize reads a file as a kustomization, by its name.
 * https://github.com/kubernetes-sigs/kustomize/blob/master/api/konfig/general.go
 */
export function isKustomizationFile(file: string): boolean {
  return /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(file);
}

/** Whether a file describes a chart of Helm. */
export function isChartFile({ path }: Source): boolean {
  return path.endsWith('/Chart.yaml');
}

/** The name of a file with rendered manifests, in the folder that they are deployed from. Files of users never have it. */
export const renderedFile = '.rolloutkit-rendered.yaml';
