import { deletePaths } from '../../argocd/jq/jq.js';
import { checkJq } from '../../argocd/jq/syntax.js';
import { tolerant } from '../../argocd/jq/tolerant.js';
import type { Ignored, IgnoreRule } from '../../argocd/match.js';
import type { Argo } from './argo.js';
import type { GitAndLive as Compared } from './entries.js';
import { type Fault, Mending } from './mending.js';

export type ComparedPair = Pick<Compared, 'git' | 'live'>;

/** An object that is not compared here and for which a pointer or an expression of an entry is needed. */
export type NeededFor = (rule: IgnoreRule, one: Ignored) => string | undefined;

/** The harmful expressions, and the Application without them. */
export function faultsOf(
  argo: Argo,
  pairs: readonly ComparedPair[],
): { readonly faults: readonly Fault[]; readonly argo: Argo } {
  const mending = new Mending(argo);
  mendBroken(mending);
  mendFailing(mending, pairs);
  mendOneSided(mending, pairs);
  return mending;
}

/** Corrects expressions that do not compile to what was probably meant. */
export function mendBroken(mending: Mending): void {
  for (const expression of mending.rules.flatMap(({ jqPathExpressions }) => jqPathExpressions)) {
    const problem = checkJq(expression.text);
    if (!problem) continue;
    const { message, suggestion } = problem;
    mending.mend(expression, { kind: 'broken', error: message, ...insteadOf(suggestion) });
  }
}

/** Adds question marks to expressions that fail; removes those that fail for every object they apply to. */
export function mendFailing(
  mending: Mending,
  pairs: readonly ComparedPair[],
  neededFor: NeededFor = () => undefined,
): void {
  for (const [expression, { error, meant }] of failingIn(mending.argo, pairs)) {
    const right = tolerant(expression.text)?.expression;
    const instead = right === undefined ? undefined : insteadOf(right);
    const next = (instead && mending.mend(expression, { kind: 'failing', error, ...instead })) ?? expression;
    if (next !== expression && !failingIn(mending.argo, meant).has(next)) continue;
    const isIdle = meant.every(({ git, live }) => fails(next, git) && fails(next, live));
    takeOut(mending, next, { kind: 'failing', error }, isIdle ? neededFor : () => '');
  }
}

function fails({ text }: Ignored, object: unknown): boolean {
  return 'error' in deletePaths(text, object);
}

/** Removes expressions that themselves cause a difference. */
export function mendOneSided(
  mending: Mending,
  pairs: readonly ComparedPair[],
  neededFor: NeededFor = () => undefined,
): void {
  for (const one of touchingIn(mending.argo, pairs)) {
    const { argo } = mending;
    const meant = pairs.filter(({ git, live }) => argo.touching(git, live).has(one));
    const different = differencesIn(argo, meant);
    const without = mending.without(one);
    if (different === 0) continue;
    if (differencesIn(without, meant) < different || meant.some((pair) => isWidened(argo, without, pair)))
      takeOut(mending, one, { kind: 'one-sided' }, neededFor);
  }
}

/**
 * Whether removing the expression only reduces a difference of a whole value to some of its parts, because one side lacked the
 * value.
 */
function isWidened(argo: Argo, without: Argo, { git, live }: ComparedPair): boolean {
  const verdicts = [argo, without].map((one) => one.compare(git, live));
  const [wide = [], narrow = []] = verdicts.map((verdict) =>
    verdict.status === 'out-of-sync' ? verdict.paths : [],
  );
  return wide.some((path) =>
    narrow.some((other) => other.length > path.length && path.every((step, index) => other[index] === step)),
  );
}

/** Removes an expression unless another object needs it. */
export function takeOut(
  mending: Mending,
  one: Ignored,
  fault: Pick<Fault, 'kind' | 'error'>,
  neededFor: NeededFor,
): void {
  const rule = mending.rules.find((other) =>
    [...other.jsonPointers, ...other.jqPathExpressions].includes(one),
  );
  const object = rule && neededFor(rule, one);
  if (object === undefined) mending.mend(one, fault);
  else mending.note(one, { ...fault, neededFor: object });
}

function insteadOf(text: string | undefined): Pick<Fault, 'instead'> {
  return text === undefined ? {} : { instead: { field: 'jqPathExpressions', text } };
}

interface Failing {
  readonly error: string;
  /** The objects for which it fails. */
  readonly meant: ComparedPair[];
}

/** The expressions that fail for differing objects. */
function failingIn(argo: Argo, pairs: readonly ComparedPair[]): ReadonlyMap<Ignored, Failing> {
  const failing = new Map<Ignored, Failing>();
  for (const pair of pairs.filter((one) => isDifferent(argo, one)))
    for (const { expression, error } of argo.failed(pair.git, pair.live)) {
      const known = failing.get(expression);
      if (known) known.meant.push(pair);
      else failing.set(expression, { error, meant: [pair] });
    }
  return failing;
}

/** The pointers and expressions that remove something from differing objects, in order. */
function touchingIn(argo: Argo, pairs: readonly ComparedPair[]): readonly Ignored[] {
  const touching = new Set(
    pairs.filter((pair) => isDifferent(argo, pair)).flatMap(({ git, live }) => [...argo.touching(git, live)]),
  );
  return argo.settings.rules
    .flatMap(({ jsonPointers, jqPathExpressions }) => [...jsonPointers, ...jqPathExpressions])
    .filter((expression) => touching.has(expression));
}

/** The number of differing fields at all moments together. */
export function differencesIn(argo: Argo, pairs: readonly ComparedPair[]): number {
  return pairs.reduce((sum, { git, live }) => {
    const verdict = argo.compare(git, live);
    return verdict.status === 'out-of-sync' ? sum + verdict.paths.length : sum;
  }, 0);
}

export function isDifferent(argo: Argo, { git, live }: ComparedPair): boolean {
  return argo.compare(git, live).status === 'out-of-sync';
}
