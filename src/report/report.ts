import type { Fault } from '../model/fault.js';
import type { Finding, Severity } from '../model/finding.js';
import type { Safety } from '../model/fix.js';

/** A message that is not about a problem of a manifest, such as files that were left out. */
export interface Note {
  readonly message: string;
}

/** An input that was not read, and the files that it consists of, if known. */
export interface Failure extends Note {
  /** Whether a file is part of the input; changes of other files cannot cause the failure. */
  readonly isMadeOf?: ((path: string) => boolean) | undefined;
  /** Whether it was read, but is not completely checked because of a limit. */
  readonly isLimit?: boolean | undefined;
}

/** The findings of a run that a baseline lists. */
export interface BaselineReport {
  /** The path of the baseline as the user wrote it. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** The number of its findings that no longer occur. */
  readonly gone: number;
}

/** The result of a run of the linter. */
export interface LintReport {
  readonly findings: readonly Finding[];
  /** How many other findings fixing fixes, which become fixable meanwhile; undefined if fixing was not tried. */
  readonly fixedLater?: Readonly<Record<Safety, number>> | undefined;
  readonly notes: readonly Note[];
  /** Inputs that could not be read. */
  readonly failures: readonly Note[];
  /** Internal errors of the tool. */
  readonly faults: readonly Fault[];
  /** Inputs that were not checked, each in a few words: `3 templates`. */
  readonly unchecked: readonly string[];
  /** Findings that the baseline hides. */
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

/** The end of the summary line: what was left out. */
export function uncheckedText(unchecked: readonly string[]): string {
  return unchecked.length === 0 ? '' : `; not checked: ${unchecked.join(', ')}`;
}
