import { checkJq } from '../argocd/jq-syntax.js';
import type { Ignored, IgnoreRule } from '../argocd/match.js';
import type { Argo } from './argo.js';
import type { Pair as Compared } from './entries.js';

type Pair = Pick<Compared, 'git' | 'live'>;

/** A pointer or expression of an Application that does harm. */
export interface Fault {
  readonly expression: Ignored;
  readonly kind:
    /** It does not compile, which makes the Application Unknown. */
    | 'broken'
    /** It leaves out of one side what stays on the other, and so makes a difference where there was none. */
    | 'one-sided'
    /** It fails for an object that is different, and ignores nothing in it. */
    | 'failing';
  /** With what it fails, or what is wrong with it: the end of a sentence that starts with it. */
  readonly error?: string;
}

/** The entries that are better taken out, and the Application without them. */
export function faultsOf(
  argo: Argo,
  pairs: readonly Pair[],
): { readonly faults: readonly Fault[]; readonly argo: Argo } {
  const faults: Fault[] = [];
  let mended = argo;
  const takeOut = (expression: Ignored, kind: Fault['kind'], error?: string): void => {
    faults.push({ expression, kind, ...(error === undefined ? {} : { error }) });
    mended = mended.but({ rules: withoutOne(mended.settings.rules, expression) });
  };
  for (const { jqPathExpressions } of argo.settings.rules)
    for (const expression of jqPathExpressions) {
      const problem = checkJq(expression.text);
      if (problem) takeOut(expression, 'broken', problem.message);
    }

  const failing = new Map<Ignored, string>();
  for (const { git, live } of pairs.filter((pair) => isDifferent(mended, pair)))
    for (const { expression, error } of mended.failed(git, live)) failing.set(expression, error);
  for (const [expression, error] of failing) faults.push({ expression, kind: 'failing', error });

  for (const expression of touchingIn(mended, pairs)) {
    if (faults.some((fault) => fault.expression === expression)) continue;
    const meant = pairs.filter(({ git, live }) => mended.touching(git, live).has(expression));
    if (differencesIn(mended, meant) === 0) continue;
    const without = mended.but({ rules: withoutOne(mended.settings.rules, expression) });
    if (differencesIn(without, meant) < differencesIn(mended, meant)) takeOut(expression, 'one-sided');
  }
  return { faults, argo: mended };
}

/** The pointers and expressions that leave something out where there is a difference, in their order. */
function touchingIn(argo: Argo, pairs: readonly Pair[]): readonly Ignored[] {
  const touching = new Set(
    pairs.filter((pair) => isDifferent(argo, pair)).flatMap(({ git, live }) => [...argo.touching(git, live)]),
  );
  return argo.settings.rules
    .flatMap(({ jsonPointers, jqPathExpressions }) => [...jsonPointers, ...jqPathExpressions])
    .filter((expression) => touching.has(expression));
}

/** How many fields differ at all moments together. */
function differencesIn(argo: Argo, pairs: readonly Pair[]): number {
  return pairs.reduce((sum, { git, live }) => {
    const verdict = argo.compare(git, live);
    return verdict.status === 'out-of-sync' ? sum + verdict.paths.length : sum;
  }, 0);
}

function isDifferent(argo: Argo, { git, live }: Pair): boolean {
  return argo.compare(git, live).status === 'out-of-sync';
}

function withoutOne(rules: readonly IgnoreRule[], expression: Ignored): readonly IgnoreRule[] {
  const left = (all: readonly Ignored[]): readonly Ignored[] => all.filter((other) => other !== expression);
  return rules.map((rule) => ({
    ...rule,
    jsonPointers: left(rule.jsonPointers),
    jqPathExpressions: left(rule.jqPathExpressions),
  }));
}
