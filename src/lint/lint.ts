import type { Graph, Undeployed } from '../repository/graph/graph.js';
import { readGraph, type ReadGraph, type ReadOptions } from '../repository/graph/read-graph.js';
import type { Fault } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Opaque } from '../repository/graph/opaque.js';
import type { Target } from '../model/reference.js';
import type { Source } from '../model/source.js';
import type { Rule } from '../rules/rule.js';
import { problemRules } from '../yaml/parse/problems.js';
import { rules as allRules } from '../rules/index.js';
import { check } from './check.js';
import { commentsOf, type Reading, silenced, today } from './comments.js';
import { Overridden, type Overriding } from './overrides.js';
import { isReached, type Reach } from './reach.js';
import { sorted } from './sorted.js';

export interface LintOptions extends ReadOptions {
  /** What the repository held before the change that is linted; it is asked for when a rule needs it. */
  readonly before?: (() => Graph) | undefined;
  /** What holds for a part of the sources alone. */
  readonly overriding?: Overriding | undefined;
  /** The names of rules beside those of rolloutkit, be it such that do not run. */
  readonly named?: readonly string[] | undefined;
  /** Called with how many turns of Rollouts and rules are over, of how many. */
  readonly onTurn?: ((done: number, of: number) => void) | undefined;
  /**
   * Called with what will be among the findings before all are there; not where comments or overrides may still decide that. The result
   * has these, too, and may count more like one of them in it.
   */
  readonly onCertain?: ((findings: readonly Finding[]) => void) | undefined;
}

export interface LintResult {
  /** Sorted by file, position and rule. */
  readonly findings: readonly Finding[];
  readonly resources: number;
  readonly rollouts: number;
  readonly deployments: number;
  /** Files that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Files that were asked for by their names and hold no resource. */
  readonly empty: readonly Source[];
  /** Sources whose text could not be had, with what was thrown. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** Kustomizations that change what they build in ways that only rendering shows. */
  readonly unrendered: readonly Source[];
  /** What only a program makes something of: the same kustomizations, charts, folders that plugins read. */
  readonly opaque: readonly Opaque[];
  /** Resources of which something given says that nobody deploys them. */
  readonly undeployed: Undeployed;
  /** What references of the manifests mean that is not there. */
  readonly absent: readonly Target[];
  /** What was not looked at because it takes more than it may, in words. */
  readonly limits: readonly string[];
  /** Where the linter itself failed; of these objects it may not have found everything. */
  readonly faults: readonly Fault[];
  /** Whether each of the overrides holds for anything. */
  readonly usedOverrides: readonly boolean[];
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

/** What there is to know of a change for whoever lints a state of it. */
export interface Around extends Pick<
  LintOptions,
  'before' | 'overriding' | 'named' | 'onTurn' | 'onCertain'
> {
  /** The files that the change can reach: nothing else is looked at, where these are given. */
  readonly reach?: Reach | undefined;
}

/** The same of sources that have been read; what is found is that of the files in reach alone, where these are given. */
export function lintRead(
  read: ReadGraph,
  rules: readonly Rule[],
  { before, reach, overriding, named, onTurn, onCertain }: Around = {},
): LintResult {
  const graph = lookedAt(read, reach);
  const overridden = overriding && new Overridden(graph, overriding);
  const work = { rules, faults: read.faults, before, overridden, named, onTurn, written: read.written };
  const found = overridden
    ? overridden.join(
        overridden
          .all()
          .map((releases) => [releases, check({ ...work, graph: graph.forReleases(releases) })]),
      )
    : check({ ...work, graph, onCertain: reach || read.commented.length > 0 ? undefined : onCertain });
  // No rule may ask for a document, and what is wrong with its text is no less wrong.
  read.examine(reach && (({ source }) => reach.judged.has(source.path)));
  const all = [...read.problems, ...(read.written?.problems ?? []), ...found];
  // Few texts have any.
  const findings = sorted(
    read.commented.length === 0
      ? all
      : silenced(all, commentsOf(read.commented, commentsReading(read, rules, reach, named))),
  );
  return {
    ...whatIsRead(read, overridden),
    findings: reach ? findings.filter((finding) => isReached(reach, finding)) : findings,
  };
}

function commentsReading(
  { graph, templates, unreadable, faults }: ReadGraph,
  rules: readonly Rule[],
  reach: Reach | undefined,
  named: readonly string[] = [],
): Reading {
  const ran = new Set([...rules.map(({ meta }) => meta.name), ...problemRules.map(({ name }) => name)]);
  // What was not looked at may be what a comment is for.
  const isWhole =
    templates.length + unreadable.length + faults.all.length + graph.opaqueKustomizations.length === 0;
  return {
    names: new Set([...allRules.map(({ meta }) => meta.name), ...named, ...ran]),
    today: today(),
    isWhole: (rule, source) => isWhole && ran.has(rule) && reach?.judged.has(source.path) !== false,
  };
}

function lookedAt({ graph }: ReadGraph, reach: Reach | undefined): Graph {
  return reach
    ? graph.iteratingOver(graph.resources.filter(({ source }) => reach.around.has(source.path)))
    : graph;
}

function whatIsRead(
  { graph, templates, empty, unreadable, faults }: ReadGraph,
  overridden: Overridden | undefined,
): Omit<LintResult, 'findings'> {
  return {
    usedOverrides: overridden?.used() ?? [],
    resources: graph.resources.length,
    rollouts: graph.rollouts.length,
    deployments: graph.ofKind('Deployment', 'apps').length,
    templates,
    empty,
    unreadable,
    unrendered: graph.opaqueKustomizations,
    opaque: graph.opaque({ whole: false }),
    undeployed: graph.undeployed,
    absent: graph.absent,
    limits: faults.limits,
    faults: faults.all,
  };
}
