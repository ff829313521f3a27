import type { Finding } from '../model/finding.js';

/** Of the later findings, those of rules that report more often than before, whatever names messages have now. */
export function foundMoreOften(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  const [earlier, later] = [countedByRule(before), countedByRule(after)];
  return after.filter(({ rule }) => (later.get(rule) ?? 0) > (earlier.get(rule) ?? 0));
}

function countedByRule(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, more = 0 } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1 + more);
  return counts;
}
