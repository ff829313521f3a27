import type { UnreadPatch } from '../repository/graph/application-set.js';
import type { Graph } from '../repository/graph/graph.js';
import { isMode } from '../repository/graph/modes.js';
import type { Releases, Undeployed } from '../repository/graph/options.js';
import {
  readGraph,
  type ReadGraph,
  type ReadOptions,
  type WrittenGraph,
} from '../repository/graph/read-graph.js';
import type { Fault, Faults } from '../model/fault.js';
import type { Finding } from '../model/finding.js';
import type { Opaque } from '../repository/graph/opaque.js';
import { allParts, type Parts } from '../model/parts.js';
import type { Target } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { bySilence } from '../model/silencer.js';
import type { Source } from '../model/source.js';
import type { Rule } from '../rules/rule.js';
import { problemRules } from '../yaml/parse/problems.js';
import { rules as allRules } from '../rules/index.js';
import { checkInParts, type Work } from './check.js';
import { type Comments, commentsOf, type CommentReading, silenced, today } from './comments.js';
import { Overridden, type Overriding } from './overrides.js';
import { isReached, type Reach } from './reach.js';
import { sorted } from './sorted.js';

export interface LintOptions extends ReadOptions {
  /** The graph before the linted change; called only if a rule needs it. */
  readonly before?: (() => Graph) | undefined;
  /** Settings for parts of the sources. */
  readonly overriding?: Overriding | undefined;
  /** The names of rules besides those of rolloutkit, including those that do not run. */
  readonly named?: readonly string[] | undefined;
  /** Called with the number of finished turns and the total number. */
  readonly onTurn?: ((done: number, of: number) => void) | undefined;
  /**
   * Called with findings that are final before all rules have run; not called if comments or overrides may still change
   * them. The result contains them again, possibly with a higher count.
   */
  readonly onCertain?: ((findings: readonly Finding[]) => void) | undefined;
}

export interface LintResult {
  /** Sorted by file, position and rule. */
  readonly findings: readonly Finding[];
  /** The findings that comments, annotations and overrides keep from being reported, each with its `silencer`; sorted alike. */
  readonly suppressed: readonly Finding[];
  readonly resources: number;
  readonly rollouts: number;
  readonly deployments: number;
  /** Files that were not read because they are unrendered Helm templates. */
  readonly templates: readonly Source[];
  /** Files that were named explicitly but contain no resource. */
  readonly empty: readonly Source[];
  /** Sources that could not be read, with the error. */
  readonly unreadable: readonly { readonly source: Source; readonly error: unknown }[];
  /** Kustomizations whose output is unknown without rendering. */
  readonly unrendered: readonly Source[];
  /** Each `templatePatch` of an ApplicationSet that is not evaluated. */
  readonly patches: readonly UnreadPatch[];
  /** Inputs that only a program can evaluate: the same kustomizations, charts, and folders that plugins read. */
  readonly opaque: readonly Opaque[];
  /** Resources that are known not to be deployed. */
  readonly undeployed: Undeployed;
  /** Referenced objects that were not found. */
  readonly absent: readonly Target[];
  /** Checks that were stopped at a limit, in words. */
  readonly limits: readonly string[];
  /** Errors in the linter; the affected objects may have more findings. */
  readonly faults: readonly Fault[];
  /** Whether each override applies to any object. */
  readonly usedOverrides: readonly boolean[];
}

/**
 * Lints the manifests of all sources together. Invalid YAML is a finding, and an error in a rule is a fault; neither
 * throws. Suppressed findings are apart. A source is read again if a document is needed after it was dropped from
 * memory.
 */
export function lint(
  sources: Iterable<Source>,
  rules: readonly Rule[],
  options: LintOptions = {},
): LintResult {
  return lintRead(readGraph(sources, options), rules, options);
}

/** Options for linting one state of a change. */
export interface ChangeOptions extends Pick<
  LintOptions,
  'before' | 'overriding' | 'named' | 'onTurn' | 'onCertain'
> {
  /** The reach of the change; if set, nothing else is checked. */
  readonly reach?: Reach | undefined;
  /** Where to record faults, if not among those of the sources. */
  readonly faults?: Faults | undefined;
}

/** Like `lint`, for sources that were already read. With a reach, only findings in its files are returned. */
export function lintRead(read: ReadGraph, rules: readonly Rule[], options: ChangeOptions = {}): LintResult {
  return allParts(lintInParts(read, rules, options));
}

/** The same in parts. */
export function* lintInParts(
  read: ReadGraph,
  rules: readonly Rule[],
  { before, reach, overriding, named, onTurn, onCertain, faults = read.faults }: ChangeOptions = {},
): Parts<LintResult> {
  const graph = lookedAt(read, reach);
  const overridden = overriding && new Overridden(graph, overriding);
  const written = read.written && lookedAtWritten(read.written, reach);
  const work = { rules, faults, before, overridden, named, onTurn, written };
  const found = overridden
    ? yield* checkReleases(work, graph, overridden)
    : yield* checkInParts({
        ...work,
        graph,
        onCertain: reach || read.commented.length > 0 ? undefined : onCertain,
      });
  // Problems of documents that no rule has requested are reported, too.
  read.examine(reach && (({ source }) => reach.judged.has(source.path)));
  const all = [...read.problems, ...(read.written?.problems ?? []), ...found];
  // Few files contain comments.
  const findings = sorted(
    read.commented.length === 0
      ? all
      : silenced(all, seenComments(read, commentsReading(read, rules, reach, named))),
  );
  return {
    ...whatIsRead(read, overridden),
    ...bySilence(reach ? findings.filter((finding) => isReached(reach, finding)) : findings),
  };
}

/** Checks a graph with each of the releases that are set for parts of it. */
function* checkReleases(
  work: Omit<Work, 'graph'>,
  graph: Graph,
  overridden: Overridden,
): Parts<readonly Finding[]> {
  const found: (readonly [Releases, readonly Finding[]])[] = [];
  for (const releases of overridden.all())
    found.push([releases, yield* checkInParts({ ...work, graph: graph.forReleases(releases) })]);
  return overridden.join(found);
}

/** Whether everything was checked: a comment may be for something that was not, so then none is called unused. */
export function isChecked({ graph, templates, unreadable, faults }: ReadGraph): boolean {
  return templates.length + unreadable.length + faults.all.length + graph.opaqueKustomizations.length === 0;
}

function commentsReading(
  read: ReadGraph,
  rules: readonly Rule[],
  reach: Reach | undefined,
  named: readonly string[] = [],
): CommentReading {
  const ran = new Set([...rules.map(({ meta }) => meta.name), ...problemRules.map(({ name }) => name)]);
  const isWhole = isChecked(read);
  return {
    names: new Set([...allRules.map(({ meta }) => meta.name), ...named, ...ran]),
    today: today(),
    isWhole: (rule, source) =>
      isWhole && ran.has(rule) && read.isSeen(source) && reach?.judged.has(source.path) !== false,
  };
}

/** A comment suppresses in samples, too, where rules report; only its own problems are not reported there. */
function seenComments({ commented, isSeen }: ReadGraph, reading: CommentReading): Comments {
  const { comments, problems } = commentsOf(commented, reading);
  return { comments, problems: problems.filter(({ place }) => isSeen(place.source)) };
}

function lookedAtWritten(
  written: WrittenGraph,
  reach: Reach | undefined,
): Pick<WrittenGraph, 'graph' | 'isBuilt'> {
  return { graph: lookedAt(written, reach), isBuilt: written.isBuilt };
}

function lookedAt({ graph }: Pick<ReadGraph, 'graph'>, reach: Reach | undefined): Graph {
  return reach
    ? graph.iteratingOver(
        graph.resources.filter(({ source }) => reach.around.has(source.path)),
        reach.around,
      )
    : graph;
}

/** How many objects there are. Those of charts in modes that no release is in count only where there is no other Rollout. */
function countsIn(graph: Graph): Pick<LintResult, 'resources' | 'rollouts' | 'deployments'> {
  const isReleased = ({ source }: Resource): boolean => !isMode(source.path);
  const { rollouts } = graph;
  const released = rollouts.filter(isReleased).length;
  return {
    resources: graph.resources.filter(isReleased).length,
    rollouts: released || rollouts.length,
    deployments: graph.ofKind('Deployment', 'apps').filter(isReleased).length,
  };
}

function whatIsRead(
  { graph, templates, empty, unreadable, faults }: ReadGraph,
  overridden: Overridden | undefined,
): Omit<LintResult, 'findings' | 'suppressed'> {
  return {
    usedOverrides: overridden?.used() ?? [],
    ...countsIn(graph),
    templates,
    empty,
    unreadable,
    unrendered: graph.opaqueKustomizations,
    patches: graph.unreadPatches,
    opaque: graph.opaque({ whole: false }),
    undeployed: graph.undeployed,
    absent: graph.absent,
    limits: faults.limits,
    faults: faults.all,
  };
}
