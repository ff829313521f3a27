import path from 'node:path';
import { compare, type ComparedFindings } from '../baseline/compare.js';
import type { BaselineEntry } from '../baseline/entry.js';
import { readBaseline } from '../baseline/text.js';
import { withSlashes } from '../../repository/files/ignore-files.js';
import { OutsideError, readWithin, reason } from '../../repository/files/read-text.js';
import type { Finding } from '../../model/finding.js';
import { isUnreadError, UnreadError } from '../../model/unread-error.js';
import type { BaselineFile } from './baseline-file.js';

/** A baseline with its contents. */
export interface Baseline {
  readonly file: string;
  readonly name: string;
  readonly entries: readonly BaselineEntry[];
}

/**
 * Reads a baseline.
 * @throws {UnreadError} if it cannot be read
 */
export function readBaselineFile({ file, name, boundary, isOutside }: BaselineFile): Baseline {
  let text: string;
  try {
    if (isOutside) throw new OutsideError();
    text = readWithin(boundary, file);
  } catch (error) {
    throw new UnreadError(`${name}: the baseline cannot be read: ${reason(error)}`);
  }
  return { file, name, entries: readBaseline(text, name) };
}

/** Reads a baseline for a run that reports failures and continues. */
export function tryBaseline(at: BaselineFile): Baseline | { readonly failure: string } {
  try {
    return readBaselineFile(at);
  } catch (error) {
    if (!isUnreadError(error)) throw error;
    return { failure: `${error.message} No finding was left out.` };
  }
}

/** Compares findings with a baseline; `fileOf` maps a file to its path in the repository. */
export function comparedWith(
  findings: readonly Finding[],
  { file, entries }: Pick<Baseline, 'file' | 'entries'>,
  fileOf: (file: string) => string = (read) => read,
): ComparedFindings {
  const folder = path.dirname(file);
  return compare(findings, entries, ({ place }) =>
    withSlashes(path.relative(folder, fileOf(place.source.path))),
  );
}
