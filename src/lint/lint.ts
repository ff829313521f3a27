import type { Graph } from '../graph/graph.js';
import { readGraph, type ReadOptions } from '../graph/read-graph.js';
import { trafficRouting } from '../kinds/rollout.js';
import type { Finding } from '../model/finding.js';
import type { Target } from '../model/reference.js';
import type { Source } from '../model/source.js';
import { rules as allRules } from '../rules/index.js';
import type { Rule } from '../rules/rule.js';
import { Findings } from './findings.js';

export interface LintResult {
  /** Sorted by file, position and rule. */
  readonly findings: readonly Finding[];
  readonly resources: number;
  readonly rollouts: number;
  /** Files that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Sources whose text could not be had, with what was thrown. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** Kustomizations that change what they build in ways that only rendering shows. */
  readonly unrendered: readonly Source[];
  /** What references of the manifests mean that is not there. */
  readonly absent: readonly Target[];
}

/**
 * Lints the manifests of all sources together. Bad YAML is a finding; nothing is thrown for what a source holds.
 * What an object's annotations suppress is left out. Sources are read again when a document is needed after its text
 * was let go.
 */
export function lint(
  sources: Iterable<Source>,
  rules: readonly Rule[],
  options: ReadOptions = {},
): LintResult {
  const read = readGraph(sources, options);
  const { graph, templates, unreadable } = read;
  const findings = check(graph, rules);
  return {
    findings: [...read.problems, ...findings].sort(byPlace),
    resources: graph.resources.length,
    rollouts: graph.rollouts.length,
    templates,
    unreadable,
    unrendered: graph.opaqueKustomizations,
    absent: graph.absent,
  };
}

/** Runs rules over a graph, whatever its resources came from. */
function check(graph: Graph, rules: readonly Rule[]): readonly Finding[] {
  const names = new Set([...allRules, ...rules].map(({ meta }) => meta.name));
  const findings = new Findings(graph, names);
  checkRollouts(graph, rules, findings);
  for (const rule of rules) rule.check?.(findings.contextOf(rule));
  return findings.left;
}

/** Rollout by Rollout: the documents of thousands of them do not fit into memory together. */
function checkRollouts({ rollouts }: Graph, rules: readonly Rule[], findings: Findings): void {
  const checks = rules.flatMap((rule) =>
    rule.checkRollout ? [{ rule, check: rule.checkRollout, context: findings.contextOf(rule) }] : [],
  );
  if (checks.length === 0) return;
  for (const rollout of rollouts) {
    const routing = trafficRouting(rollout);
    for (const { rule, check, context } of checks)
      if (!rule.router || routing.at(rule.router.key).exists) check(rollout, context);
  }
}

function byPlace(left: Finding, right: Finding): number {
  return (
    compare(left.place.source.path, right.place.source.path) ||
    left.place.start - right.place.start ||
    compare(left.rule, right.rule) ||
    compare(left.message, right.message)
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
