import { type Finding, messageOf } from '../model/finding.js';
import { compareText } from '../model/fixed-order.js';

/** Sorts findings by file, position and rule. */
export function sorted(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(byPlace);
}

function byPlace(left: Finding, right: Finding): number {
  return (
    compareText(left.place.source.path, right.place.source.path) ||
    left.place.start - right.place.start ||
    compareText(left.rule, right.rule) ||
    compareText(messageOf(left), messageOf(right))
  );
}
