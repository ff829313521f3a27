import type { Place, Source } from '../../model/source.js';
import { lineAndColumn } from './tree.js';

/** What programs are not given, and the line that wants them to have it. */
export interface Refusal {
  readonly place: Place;
  readonly message: string;
  /** Whether it is because something is broken, and not because it must not be read. */
  readonly isFault?: true;
}

/** A path that leads to where nothing is read. */
export function leadsOut(place: Place, text: string): Refusal {
  return {
    place,
    message: `"${text}" leads out of the repository, where only files named on the command line are read.`,
  };
}

/** A refusal as a line of a report. */
export function told({ place, message }: Refusal): string {
  const where = place.start < 0 ? '' : `:${lineAndColumn(place)}`;
  return `${place.source.name}${where}: ${message}`;
}

/** What programs may read, and have fetched. */
export interface Permissions {
  /** Whether a file or folder lies in the repository, or in what the command line names, wherever links lead. */
  readonly allows: (file: string) => boolean;
  /** Whether kustomize may fetch what is elsewhere. */
  readonly remoteBases: boolean;
  /** A file with the name that the user has for it; undefined where there is none, or it may not be read. */
  readonly sourceAt: (file: string) => Source | undefined;
}
