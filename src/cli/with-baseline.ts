import path from 'node:path';
import { compare, type Compared, goneOf } from '../baseline/compare.js';
import type { Entry } from '../baseline/entry.js';
import { readBaseline } from '../baseline/text.js';
import { withSlashes } from '../files/ignore-files.js';
import { readWithin, reason } from '../files/read-text.js';
import type { Finding } from '../model/finding.js';
import type { BaselineFile } from './baseline-file.js';
import { isUnreadError, UnreadError } from './exit.js';
import type { Outcome } from './lint-report.js';

/** A baseline as it was read. */
export interface Baseline {
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly entries: readonly Entry[];
}

/** Reads a baseline; throws an UnreadError. */
export function readBaselineFile({ file, name, boundary }: BaselineFile): Baseline {
  let text: string;
  try {
    text = readWithin(boundary, file);
  } catch (error) {
    throw new UnreadError(`${name}: the baseline cannot be read: ${reason(error)}`);
  }
  return baselineOf(text, file, name);
}

export function baselineOf(text: string, file: string, name: string): Baseline {
  return { file, name, text, entries: readBaseline(text, name) };
}

/** The same for a run that tells what it could not read, and goes on. */
export function tryBaseline(at: BaselineFile): Baseline | { readonly failure: string } {
  try {
    return readBaselineFile(at);
  } catch (error) {
    if (!isUnreadError(error)) throw error;
    return { failure: `${error.message} No finding was left out.` };
  }
}

/** What a baseline makes of findings; `fileOf` tells where a file is in the repository. */
export function comparedWith(
  findings: readonly Finding[],
  { file, entries }: Pick<Baseline, 'file' | 'entries'>,
  fileOf: (file: string) => string = (read) => read,
): Compared {
  const folder = path.dirname(file);
  return compare(findings, entries, ({ place }) =>
    withSlashes(path.relative(folder, fileOf(place.source.path))),
  );
}

/** An outcome without what a baseline knows; `could` counts the findings of the baseline that this run could find. */
export function withoutKnown(
  outcome: Outcome,
  baseline: Baseline,
  could: (entries: readonly Entry[]) => number,
  fileOf?: (file: string) => string,
): Outcome {
  const { name, entries } = baseline;
  const compared = comparedWith(outcome.findings, baseline, fileOf);
  // What could not be read may have held them.
  const isWhole = outcome.failures.length + outcome.faults.length === 0;
  const gone = isWhole ? goneOf(could(entries), compared) : 0;
  return {
    ...outcome,
    findings: compared.fresh,
    notes: [...outcome.notes, ...(gone === 0 ? [] : [{ message: goneText(gone, name) }])],
    baseline: { name, findings: compared.known, gone },
  };
}

function goneText(gone: number, name: string): string {
  const [what, them] = gone === 1 ? ['1 finding', 'occurs'] : [`${gone} findings`, 'occur'];
  return `${what} of the baseline no longer ${them}. Take ${gone === 1 ? 'it' : 'them'} out of ${name} with: rolloutkit baseline prune`;
}
