import type { Fault } from '../model/fault.js';
import type { Finding, Severity } from '../model/finding.js';

/** Something the user should know that is no fault of a manifest, such as files that were left out. */
export interface Note {
  readonly message: string;
}

/** Something that was not read, and what it is made of where that is known. */
export interface Failure extends Note {
  /** Whether a file has a part in it: a change of other files is no cause of it. */
  readonly isMadeOf?: ((path: string) => boolean) | undefined;
  /** Whether it was read, and only some of it is not checked, because that takes more than it may. */
  readonly isLimit?: boolean | undefined;
}

/** The findings of a run that a baseline knows. */
export interface BaselineReport {
  /** What the user calls its file. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** How many of its findings do not occur any more. */
  readonly gone: number;
}

/** What a run of the linter has to say. */
export interface LintReport {
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
  /** Inputs that could not be read. */
  readonly failures: readonly Note[];
  /** Where the tool itself failed. */
  readonly faults: readonly Fault[];
  /** What was given and not checked, each in a few words: `3 templates`. */
  readonly unchecked: readonly string[];
  /** What is not among the findings because it was there before. */
  readonly baseline?: BaselineReport | undefined;
  readonly resources: number;
  readonly rollouts: number;
  readonly rules: number;
  readonly milliseconds: number;
}

export function countOf({ findings }: Pick<LintReport, 'findings'>, severity: Severity): number {
  return findings.reduce(
    (count, finding) => count + (finding.severity === severity ? 1 + (finding.more ?? 0) : 0),
    0,
  );
}

/** The end of a last line that tells what was left out. */
export function uncheckedText(unchecked: readonly string[]): string {
  return unchecked.length === 0 ? '' : `; not checked: ${unchecked.join(', ')}`;
}
