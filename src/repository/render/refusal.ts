import type { Place, Source } from '../../model/source.js';
import { lineAndColumn } from './tree.js';

/** What a program does not get, and the line that refers to it. */
export interface ProgramRefusal {
  readonly place: Place;
  readonly message: string;
  /** Whether the cause is an error in a file, and not a lack of permission. */
  readonly isFault?: true;
  /** Whether the program runs without it, because it only adds objects: what it does to the others is the same. */
  readonly isLeftOut?: true;
}

/** A path that leads outside of the boundary. */
export function leadsOutRefusal(place: Place, text: string): ProgramRefusal {
  return {
    place,
    message: `"${text}" leads out of the repository, where only files named on the command line are read.`,
  };
}

/** A refusal as a line of a report. */
export function told({ place, message }: ProgramRefusal): string {
  const where = place.start < 0 ? '' : `:${lineAndColumn(place)}`;
  return `${place.source.name}${where}: ${message}`;
}

/** What programs may read and fetch. */
export interface Permissions {
  /** Whether a file or folder is in the repository or in an argument of the command line, with links resolved. */
  readonly allows: (file: string) => boolean;
  /** Whether kustomize may fetch remote bases. */
  readonly remoteBases: boolean;
  /** A file with the name that users see; undefined if it does not exist or may not be read. */
  readonly sourceAt: (file: string) => Source | undefined;
  /** The text of a configuration that is known by its address, so that kustomize need not fetch it. */
  readonly publishedAt: (address: string) => string | undefined;
  /** Whether a file is part of the state: Git tracks it, or there is no Git. */
  readonly isTracked: (file: string) => boolean;
}
