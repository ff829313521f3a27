import type { Finding, Label } from '../../src/model/finding.js';
import { plainMessage } from '../../src/model/message.js';
import type { Place, Source } from '../../src/model/source.js';
import type { LintReport } from '../../src/report/report.js';

/** The place of the first appearance of some words in a source. */
export function placeOf(source: Source, words: string): Place {
  const start = source.read().indexOf(words);
  if (start === -1) throw new Error(`${source.name} does not hold ${words}`);
  return { source, start, end: start + words.length };
}

export function label(source: Source, words: string, message: string): Label {
  return { place: placeOf(source, words), message };
}

/** Changes of a finding; its words are given as they are. */
export type Changes = Partial<Omit<Finding, 'message' | 'consequence'>> & {
  readonly message?: string;
  readonly why?: string | undefined;
};

export function finding(place: Place, { message, ...changes }: Changes = {}): Finding {
  const why =
    'why' in changes ? changes.why : 'The controller marks the Rollout InvalidSpec and shifts no traffic.';
  return {
    rule: 'istio/route-exists',
    severity: 'error',
    message: plainMessage(
      message ?? 'Route "primary" is not in VirtualService "checkout", which has main, fallback.',
    ),
    consequence: why === undefined ? undefined : { kind: 'invalid-spec', why },
    place,
    labels: [],
    ...changes,
  };
}

export function reportOf(findings: readonly Finding[], changes: Partial<LintReport> = {}): LintReport {
  return {
    findings,
    suppressed: [],
    notes: [],
    failures: [],
    faults: [],
    resources: 4,
    rollouts: 1,
    rules: 9,
    unchecked: [],
    milliseconds: 120,
    ...changes,
  };
}
