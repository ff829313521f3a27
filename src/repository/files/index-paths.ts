import path from 'node:path';
import { readIndex } from './git-index.js';
import { bytesNow } from './read-text.js';
import { failure, hashOf, recording, type Stamp } from './recording.js';

/** The paths in an index of Git, as a recording has them. */
interface IndexAnswer {
  /** Undefined if the file has an unknown form. */
  readonly paths: readonly string[] | undefined;
  readonly answer: string;
  /** Undefined if another file has a part of the paths. */
  readonly stamp: Stamp | undefined;
}

/**
 * The paths in an index of Git; undefined if the file has an unknown form. A recording notes the paths alone: each commit, checkout
 * and `git status` writes times and hashes into the index that no run asks for.
 */
export function indexPaths(file: string): readonly string[] | undefined {
  const into = recording();
  try {
    const { paths, answer, stamp } = indexNow(file);
    into?.note('index', file, answer, stamp);
    return paths;
  } catch (error) {
    into?.note('index', file, failure(error));
    throw error;
  }
}

/** What an index has now. */
export function indexNow(file: string): IndexAnswer {
  const { bytes, stamp } = bytesNow(file);
  let isAlone = true;
  const paths = readIndex(bytes, (hash) => {
    isAlone = false;
    return bytesNow(path.join(path.dirname(file), `sharedindex.${hash}`)).bytes;
  });
  const answer = paths ? hashOf(paths.join('\0')) : 'unknown form';
  return { paths, answer, stamp: isAlone ? stamp : undefined };
}
