import type { Graph, Undeployed } from '../graph/graph.js';
import { readGraph, type ReadGraph, type ReadOptions } from '../graph/read-graph.js';
import type { Fault } from '../model/fault.js';
import { type Finding, messageOf } from '../model/finding.js';
import type { Target } from '../model/reference.js';
import { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import type { Rule } from '../rules/rule.js';
import { check } from './check.js';
import type { Reach } from './reach.js';

export interface LintOptions extends ReadOptions {
  /** What the repository held before the change that is linted; it is asked for when a rule needs it. */
  readonly before?: (() => Graph) | undefined;
}

export interface LintResult {
  /** Sorted by file, position and rule. */
  readonly findings: readonly Finding[];
  readonly resources: number;
  readonly rollouts: number;
  readonly deployments: number;
  /** Files that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Sources whose text could not be had, with what was thrown. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** Kustomizations that change what they build in ways that only rendering shows. */
  readonly unrendered: readonly Source[];
  /** Resources of which something given says that nobody deploys them. */
  readonly undeployed: Undeployed;
  /** What references of the manifests mean that is not there. */
  readonly absent: readonly Target[];
  /** What was not looked at because it takes more than it may, in words. */
  readonly limits: readonly string[];
  /** Where the linter itself failed; of these objects it may not have found everything. */
  readonly faults: readonly Fault[];
}

/**
 * Lints the manifests of all sources together. Bad YAML is a finding; nothing is thrown for what a source holds,
 * and a mistake of a rule is a fault beside what the others find.
 * What an object's annotations suppress is left out. Sources are read again when a document is needed after its text
 * was let go.
 */
export function lint(
  sources: Iterable<Source>,
  rules: readonly Rule[],
  options: LintOptions = {},
): LintResult {
  return lintRead(readGraph(sources, options), rules, options);
}

/** The same of sources that have been read; what is found is that of the files in reach alone, where these are given. */
export function lintRead(
  read: ReadGraph,
  rules: readonly Rule[],
  { before, reach }: Pick<LintOptions, 'before'> & { readonly reach?: Reach | undefined } = {},
): LintResult {
  const { graph, templates, unreadable, faults } = read;
  const looked = reach
    ? graph.looking(graph.resources.filter(({ source }) => reach.around.has(source.path)))
    : graph;
  const found = check(looked, rules, faults, before);
  const findings = [...read.problems, ...found].sort(byPlace);
  return {
    findings: reach ? findings.filter((finding) => isOf(reach, finding)) : findings,
    resources: graph.resources.length,
    rollouts: graph.rollouts.length,
    deployments: graph.ofKind('Deployment', 'apps').length,
    templates,
    unreadable,
    unrendered: graph.opaqueKustomizations,
    undeployed: graph.undeployed,
    absent: graph.absent,
    limits: faults.limits,
    faults: faults.all,
  };
}

function isOf({ judged }: Reach, { place, resource }: Finding): boolean {
  return judged.has(place.source.path) || (resource instanceof Resource && judged.has(resource.source.path));
}

function byPlace(left: Finding, right: Finding): number {
  return (
    compare(left.place.source.path, right.place.source.path) ||
    left.place.start - right.place.start ||
    compare(left.rule, right.rule) ||
    compare(messageOf(left), messageOf(right))
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
