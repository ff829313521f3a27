import { waysOfExpression, waysOfPointer } from '../../argocd/ignored-way.js';
import { isMeantFor, type IgnoreRule, matchedOf } from '../../argocd/match.js';
import { nearestName } from '../../model/nearest-name.js';
import { asJson } from './argo.js';
import { type DerivedEntry, entryFor } from './entries.js';
import type { Mending } from './mending.js';
import type { IgnoreExpression } from './pattern.js';
import type { Subject } from './subject.js';

/**
 * Makes one change of an expression that ignores nothing and of the missing one that it was meant to be, and returns the entries
 * that are still missing. The expression is replaced in its entry, so that entry may apply to no other object.
 */
export function correct(
  mending: Mending,
  missing: readonly DerivedEntry[],
  isForOne: (rule: IgnoreRule, subject: Subject) => boolean,
): readonly DerivedEntry[] {
  const used = new Set<IgnoreExpression>();
  for (const fault of mending.faults) {
    const rule = mending.rules[fault.place.entry];
    if (!rule || fault.instead || fault.neededFor !== undefined) continue;
    const instead = missing
      .filter(({ subject }) => isEntryFor(mending, rule, subject) && isForOne(rule, subject))
      .flatMap(({ derivation }) => derivation.expressions)
      .find((one) => !used.has(one) && isCorrectionOf(fault.text, one.text));
    if (instead && mending.correct(fault, instead)) used.add(instead);
  }
  return used.size === 0 ? missing : missing.flatMap((one) => withoutUsed(mending, one, used));
}

function isEntryFor({ argo }: Mending, rule: IgnoreRule, { git }: Subject): boolean {
  return isMeantFor(rule, matchedOf(asJson(argo.named(git))));
}

function withoutUsed(
  { argo }: Mending,
  { subject, derivation }: DerivedEntry,
  used: ReadonlySet<IgnoreExpression>,
): readonly DerivedEntry[] {
  const expressions = derivation.expressions.filter((one) => !used.has(one));
  if (expressions.length + derivation.obstacles.length === 0) return [];
  return [
    { subject, entry: entryFor(argo, subject, expressions), derivation: { ...derivation, expressions } },
  ];
}

/** Whether two pointers or expressions select the same fields except for the choice of elements or the spelling of one key. */
export function isCorrectionOf(wrong: string, right: string): boolean {
  const [keys, meant] = [keysOnWay(wrong), keysOnWay(right)];
  if (!keys || keys.length !== meant?.length) return false;
  const [differing, another] = keys.flatMap((key, index) => {
    const other = meant[index] ?? '';
    return key === other ? [] : [{ key, other }];
  });
  if (another) return false;
  return !differing || nearestName(differing.key, [differing.other]) !== undefined;
}

/** The keys on the way to the selected fields; undefined if the way is unknown or there are several. */
function keysOnWay(text: string): readonly string[] | undefined {
  const [way, another] = text.startsWith('/') ? waysOfPointer(text) : waysOfExpression(text);
  if (!way || another) return undefined;
  return way.flatMap((step) => (step.type === 'key' ? [step.key] : []));
}
