import type { Graph } from '../repository/graph/graph.js';
import type { WrittenGraph } from '../repository/graph/read-graph.js';
import { culpritsAmong, type Faults, isForCaller } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import { isLimitError } from '../model/limit-error.js';
import { allParts, type Parts } from '../model/parts.js';
import type { Resource } from '../model/resource.js';
import { bySilence } from '../model/silencer.js';
import type { ViolationCode } from '../rollouts/controllers/validation/violation.js';
import { violationsOf } from '../rules/facts/rollout/violations.js';
import { groupBy } from '../model/multimap.js';
import { usesRouter } from '../rollouts/routers/router.js';
import { rules as allRules } from '../rules/index.js';
import type { Rule, RuleContext, Voice } from '../rules/rule.js';
import { Findings } from './findings.js';
import type { Overridden } from './overrides.js';
import { goSideBySide, type Walker } from './side-by-side.js';
import { Verdict } from './verdict.js';

/** The input of a check. */
export interface Work {
  readonly graph: Graph;
  readonly rules: readonly Rule[];
  readonly faults: Faults;
  /** The graph before the change, if a change is linted. */
  readonly before?: (() => Graph) | undefined;
  /** Settings for parts of the graph. */
  readonly overridden?: Overridden | undefined;
  /** The names of rules besides those of rolloutkit, including those that do not run. */
  readonly named?: readonly string[] | undefined;
  /** The graph of the unrendered files, if `graph` was rendered from them. */
  readonly written?: Pick<WrittenGraph, 'graph' | 'isBuilt'> | undefined;
  /** Called with the number of finished turns and the total number. */
  readonly onTurn?: ((done: number, of: number) => void) | undefined;
  /** Called with findings that are final before all rules have run. */
  readonly onCertain?: ((findings: readonly Finding[]) => void) | undefined;
}

/** Runs rules over a graph. If a rule throws, that is a fault, and the other rules continue. */
export function check(work: Work): readonly Finding[] {
  return bySilence(allParts(checkInParts(work))).findings;
}

/** The same in parts, with the findings that something silences. */
export function* checkInParts({
  graph,
  rules,
  faults,
  before,
  overridden,
  written,
  named = [],
  onTurn,
  onCertain,
}: Work): Parts<readonly Finding[]> {
  const verdict = new Verdict(onCertain);
  const names = new Set([...[...allRules, ...rules].map(({ meta }) => meta.name), ...named]);
  const findings = new Findings(graph, { names, before, overridden, written }, { faults, verdict });
  const { rollouts } = graph;
  const all = rollouts.length + rules.length;
  yield* checkRollouts(rules, findings, faults, (index) => {
    onTurn?.(index, all);
    verdict.endTurn();
  });
  const walkers = rules.flatMap((rule) => {
    if (!rule.check) return [];
    const walker = walkerOf(rule, rule.check, findings, faults);
    return [
      {
        next: () => {
          verdict.endTurn();
          return walker.next();
        },
      },
    ];
  });
  yield* goSideBySide(graph.resources, walkers, (done, of) =>
    onTurn?.(rollouts.length + Math.floor((rules.length * done) / of), all),
  );
  return verdict.left();
}

/**
 * Checks one Rollout after the other, because the documents of thousands of Rollouts do not fit into memory together.
 */
function* checkRollouts(
  rules: readonly Rule[],
  findings: Findings,
  faults: Faults,
  onTurn: (index: number) => void,
): Parts<void> {
  const checks = rules.flatMap((rule) => {
    const context = findings.contextOf(rule);
    const { checkRollout, voices } = rule;
    return [
      ...(checkRollout ? [{ rule, check: (rollout: Resource) => checkRollout(rollout, context) }] : []),
      ...(voices ? [{ rule, check: (rollout: Resource) => say(rule, voices, rollout, findings) }] : []),
    ];
  });
  const routers = [...new Set(checks.flatMap(({ rule }) => rule.router ?? []))];
  for (const [index, rollout] of findings.graph.rollouts.entries()) {
    onTurn(index);
    // Once for all rules of a router.
    const used = new Set(routers.filter((router) => usesRouter(rollout, router)));
    for (const { rule, check } of checks)
      if (!rule.router || used.has(rule.router))
        faults.contain(rule.meta.name, rollout, () => check(rollout));
    yield;
  }
}

/** Has a rule report the violations of the controller's validation that it has words for. */
function say(rule: Rule, voices: NonNullable<Rule['voices']>, rollout: Resource, findings: Findings): void {
  const byCode = groupBy(violationsOf(findings.graph, rollout), ({ code }) => code);
  for (const [code, [first, ...others]] of byCode) {
    const voice = voices[code] as Voice<ViolationCode> | undefined;
    if (!first || !voice) continue;
    const context = findings.contextOf(rule, findings.graph, { rollout, code });
    voice([first, ...others], { ...context, rollout });
  }
}

function walkerOf(
  rule: Rule,
  ofGraph: NonNullable<Rule['check']>,
  findings: Findings,
  faults: Faults,
): Walker {
  let walk: Iterator<Resource> | undefined;
  return {
    next() {
      try {
        walk ??= walkOf(ofGraph, findings.contextOf(rule));
        return walk.next().value as Resource | undefined;
      } catch (error) {
        if (isForCaller(error)) throw error;
        // A second attempt would reach the limit, too.
        if (isLimitError(error)) faults.add(rule.meta.name, undefined, error);
        else goAround(error, rule, ofGraph, findings, faults);
        return undefined;
      }
    },
  };
}

function walkOf(ofGraph: NonNullable<Rule['check']>, context: RuleContext): Iterator<Resource> {
  return (ofGraph(context) ?? [])[Symbol.iterator]();
}

/** Runs a rule again without the objects on which it throws. */
function goAround(
  error: unknown,
  rule: Rule,
  ofGraph: NonNullable<Rule['check']>,
  findings: Findings,
  faults: Faults,
): void {
  const graph = findings.graphOf(rule);
  const { resources } = graph;
  const go = (context: RuleContext): void => {
    const walk = walkOf(ofGraph, context);
    while (walk.next().done !== true);
  };
  const culprits = culpritsAmong(resources, (some) => {
    const its = graph.restrictedTo(some);
    go(findings.apart(its).contextOf(rule, its));
  });
  for (const [resource, thrown] of culprits) faults.add(rule.meta.name, resource, thrown);
  const others = graph.restrictedTo(resources.filter((resource) => !culprits.has(resource)));
  if (culprits.size === 0) faults.add(rule.meta.name, undefined, error);
  else faults.contain(rule.meta.name, undefined, () => go(findings.contextOf(rule, others)));
}
