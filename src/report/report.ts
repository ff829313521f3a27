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
  /** Findings that comments, annotations and the configuration suppress, each with its silencer. */
  readonly suppressed: readonly Finding[];
  /** Whether the suppressed findings and those of the baseline are listed, and not only counted. */
  readonly listsSuppressed?: boolean | undefined;
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

/** The number of findings, each with those that it counts. */
export function countOfAll(findings: readonly Finding[]): number {
  return findings.reduce((count, { more = 0 }) => count + 1 + more, 0);
}

/** The findings to list as suppressed: none unless that was asked for. */
export function listedSuppressed({
  suppressed,
  listsSuppressed,
  baseline,
}: Pick<LintReport, 'suppressed' | 'listsSuppressed' | 'baseline'>): readonly Finding[] {
  if (listsSuppressed !== true) return [];
  const known = baseline?.findings.map((finding): Finding => ({
    ...finding,
    silencer: { by: 'baseline', file: baseline.name },
  }));
  return [...suppressed, ...(known ?? [])];
}

/** The end of the summary line: what was left out. */
export function uncheckedText(unchecked: readonly string[]): string {
  return unchecked.length === 0 ? '' : `; not checked: ${unchecked.join(', ')}`;
}
