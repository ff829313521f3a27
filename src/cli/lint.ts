import { memoizeByText } from '../model/memo.js';
import path from 'node:path';
import type { Graph } from '../repository/graph/graph.js';
import { readGraph } from '../repository/graph/read-graph.js';
import type { Source } from '../model/source.js';
import { withEdits } from '../lint/fix/shown.js';
import { lintBoth } from '../lint/lint-both.js';
import { lint, type LintOptions, type LintResult } from '../lint/lint.js';
import type { Rule } from '../rules/rule.js';
import { type Finding, isAtLeast } from '../model/finding.js';
import type { Failure, Note } from '../report/report.js';
import { type Before, changeSince } from './changed.js';
import type { Checkout } from './checkout.js';
import { exitCodeOf } from './exit.js';
import { reason } from '../repository/files/read-text.js';
import { countOf, type Entry } from '../lint/baseline/entry.js';
import { isWithin } from '../repository/files/boundary.js';
import { belongsTo } from '../repository/files/belongs.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { existing } from './existing.js';
import { fragmentGiven } from './fragment.js';
import { withoutSilenced } from './silenced-sources.js';
import { suppressed } from './suppress.js';
import { withoutKnown } from './with-baseline.js';
import { fixed, type Fixing } from './fix.js';
import { frugally } from './frugal.js';
import { type CommandInputs, discoverInputs, prepare, type Settings } from './inputs.js';
import { nothingNote } from '../lint/project/nothing-found.js';
import { Progress } from './progress.js';
import type { Outcome } from './lint-report.js';
import type { Options } from './lint-options.js';
import { selectRules } from '../lint/select-rules.js';
import { uncheckedIn, uncheckedInputs } from '../lint/project/unchecked.js';
import { tellBesides } from './not-read.js';
import { reachedFailures, unreadChanges } from './unread-changes.js';
import type { Surroundings } from './surroundings.js';
import { tryBaseline } from '../lint/project/baseline.js';
import { isRendered } from '../repository/render/inputs.js';
import { overridingIn } from '../lint/project/overriding.js';
import { isNamedIn, isWanted } from '../lint/project/wanted.js';

/** What knows an earlier run over some of the same sources. */
export interface Engine {
  /** The sources of this run; those that have not changed are the same objects as before. */
  sources(found: readonly Source[]): readonly Source[];
  lint(sources: readonly Source[], rules: readonly Rule[], options: LintOptions): LintResult;
}

const fresh: Engine = { sources: (found) => found, lint };

/** Lints as the options say, for whoever tells the outcome; `isOf` is whether what a baseline has could have been found. */
export function lintAs(
  options: Options,
  around: Surroundings,
  then: (outcome: Outcome, isOf: (entry: Entry) => boolean) => number,
  engine = fresh,
): number {
  const started = performance.now();
  const { settings } = options;
  const progress = Progress.in(around);
  const baseline = readBaseline(options);
  const chosen = selectRules(options.rules, options);
  const named = options.plugins.flatMap(({ rules }) => rules.map(({ meta }) => meta.name));
  const { sources: inputs, notes, failures } = discoverInputs(options.paths, settings);
  const found = engine.sources(inputs);
  const change =
    options.since && changeSince(options.since, { sources: found, paths: options.paths, settings });
  const state = change?.before;
  const graphOf = (all: readonly Source[], its = settings, paths = options.paths): Graph => {
    const { sources, graph } = prepare(all, its, paths);
    return readGraph(sources, { graph, ...frugally(sources.length) }).graph;
  };
  let earlier: Graph | undefined;
  const graphBefore = (before: Before): Graph =>
    (earlier ??= settings.renders ? graphOf(...inputsIn(before.checkOut())) : graphOf(before.sources()));
  const readAs = (inputs: CommandInputs, its = settings, paths = options.paths): LintOptions => ({
    overriding: overridingIn(inputs, its, chosen),
    named,
    onRead: progress && ((count) => progress.tell('Read files:', count, inputs.sources.length)),
    onTurn: progress && ((done, of) => progress.tell('Checked:', done, of)),
    isNamed: isNamedIn(paths, its),
    graph: inputs.graph,
    written: inputs.written,
    ...frugally(inputs.sources.length),
  });
  let earlierSources: readonly Source[] | undefined;
  /** The state before a change; where nothing has changed it is the one after it. */
  const sourcesBefore = (after: readonly Source[]): readonly Source[] =>
    state ? (earlierSources ??= state.sources()) : after;
  const asTold = (inputs: CommandInputs, result: LintResult, its = settings): readonly Finding[] =>
    withoutSilenced(inputs.relocate(result.findings), inputs, settings, options.rules)
      .map((finding) => chosen.adjust(finding, its.outside))
      .filter((finding) => finding !== undefined);
  const lintAll = (all: readonly Source[], its = settings, paths = options.paths): Linted => {
    const inputs = prepare(all, its, paths);
    const { sources } = inputs;
    const read = { ...readAs(inputs, its, paths), before: state && (() => graphBefore(state)) };
    let result = engine.lint(sources, chosen.rules, read);
    if (options.context !== undefined && result.absent.length > 0) {
      const assumed = [...its.assumed, ...existing(result.absent, options.context, its)];
      result = lint(sources, chosen.rules, { ...read, graph: { ...inputs.graph, assumed } });
    }
    const fragment = result.resources === 0 ? fragmentGiven(sources, chosen.rules) : undefined;
    if (!fragment) return { inputs, result, findings: asTold(inputs, result, its) };
    const told = { ...inputs, notes: [...inputs.notes, ...fragment.notes] };
    result = { ...result, findings: fragment.findings };
    return { inputs: told, result, findings: asTold(inputs, result, its), isFragment: true };
  };
  /** Both states of texts; what programs make of files, and what a cluster has, is not told by what a change can reach. */
  const lintStates = (after: readonly Source[], before: readonly Source[]): LintedStates => {
    const inputs = prepare(after, settings, options.paths);
    const both = lintBoth(after, before, chosen.rules, readAs(inputs));
    return {
      after: { inputs, result: both.after, findings: asTold(inputs, both.after) },
      before: () => asTold(inputs, both.before()),
    };
  };
  /** Programs read files, and those of another state are in another folder. */
  const inputsIn = (checkout: Checkout): [readonly Source[], Settings, readonly string[]] => {
    const its = checkout.settings(settings);
    const paths = checkout.inputs(options.paths, settings.workingFolder);
    return [discoverInputs(paths, its).sources, its, paths];
  };
  /** Whether all is read that the configuration is about. */
  const isWhole = (): boolean =>
    !change &&
    options.paths.some((given) => isWithin(path.resolve(settings.workingFolder, given), settings.folder));
  /** What there is to tell besides findings. */
  const besides = ({
    inputs,
    result,
    isFragment = false,
  }: Pick<Linted, 'inputs' | 'isFragment'> & { readonly result: Read }): Besides => {
    const { resources, rollouts, deployments, templates, undeployed, empty } = result;
    const unrendered = settings.renders ? [] : result.unrendered;
    const unread = change ? unreadChanges(change, [result], settings) : [];
    const whole = { templates, undeployed, empty, unrendered };
    const { command = 'lint' } = options;
    const looked = { command, paths: options.paths, sources: inputs.sources, resources };
    const left = uncheckedInputs(
      change ? uncheckedIn(whole, (source) => change.isChanged(source), unread) : whole,
      { command, resources, isRendered: settings.renders },
    );
    const unreadable = result.unreadable.map(({ source, error }): Failure => ({
      message: `${source.name}: ${reason(error)}`,
      isMadeOf: (file) => file === source.path,
    }));
    const reached = reachedFailures([...failures, ...inputs.failures, ...unreadable], change);
    return {
      notes: [
        ...notes,
        ...inputs.notes,
        ...reached.notes,
        ...left.notes,
        ...(isWhole() ? overrideNotes(settings, result.usedOverrides) : []),
      ],
      failures: [
        ...reached.failures,
        ...result.limits.map((message): Failure => ({ message, isLimit: true })),
        ...(baseline && 'failure' in baseline ? [{ message: baseline.failure }] : []),
      ],
      unchecked: [...(change ? [] : inputs.unchecked), ...left.unchecked],
      nothing: () => (isFragment ? undefined : nothingNote({ ...looked, rollouts, deployments })),
    };
  };
  const lintOnce = (all: readonly Source[]): Run => {
    const states =
      change && !settings.renders && options.context === undefined && named.length === 0
        ? lintStates(all, sourcesBefore(all))
        : undefined;
    const linted = states?.after ?? (change?.after ? lintAll(...inputsIn(change.after)) : lintAll(all));
    const reported =
      change?.select(
        linted.findings,
        (before) =>
          states?.before() ??
          (settings.renders ? lintAll(...inputsIn(before.checkOut())) : lintAll(before.sources())).findings,
      ) ?? linted.findings;
    progress?.clear();
    const rendered = settings.renders
      ? linted.inputs.sources.filter(({ path: at }) => isRendered(at))
      : undefined;
    return { ...linted, sources: all, reported, rendered };
  };
  let inputPaths: ReadonlySet<string> | undefined;
  /** Whether a run over these inputs finds what an entry of the baseline is about, where it still occurs. */
  const isOf = memoizeByText((file: string) => {
    const at = withSlashes(path.resolve(path.dirname(options.baselineFile.file), file));
    inputPaths ??= new Set(found.map(({ path: given }) => given));
    return (
      inputPaths.has(at) ||
      (belongsTo(options.paths, settings.workingFolder, at) &&
        isWanted(options.paths, settings)({ path: at }))
    );
  });
  const isEntryOf = ({ rule, file }: Entry): boolean => !change && chosen.isChosen(rule) && isOf(file);
  const couldFind = (entries: readonly Entry[]): number => countOf(entries.filter(isEntryOf));
  const lessKnown = (outcome: Outcome): Outcome =>
    baseline && 'entries' in baseline
      ? withoutKnown(outcome, baseline, couldFind, (file) => change?.after?.outside(file) ?? file)
      : outcome;
  try {
    const once = lintOnce(change?.sources ?? found);
    const outcomeOf = ({ reported: findings, result, ...run }: Run): Outcome => ({
      findings,
      hasFindings: result.findings.length > 0,
      ...besides({ ...run, result }),
      resources: result.resources,
      rollouts: result.rollouts,
      rules: chosen.count,
      // Those of the state before make nothing look right: what only its findings could excuse is reported.
      faults: result.faults,
      milliseconds: performance.now() - started,
    });
    const fixing = options.suppress
      ? suppressed(
          { ...once, reported: lessKnown(outcomeOf(once)).findings },
          lintOnce,
          { ...options, ...options.suppress },
          around,
        )
      : options.fix && fixed(once, lintOnce, { ...options, ...options.fix }, around);
    const linted = fixing?.run ?? once;
    if (options.isDry) {
      const { findings, ...rest } = lessKnown(outcomeOf(once));
      tellBesides(around, rest);
      return exitCodeOf(
        rest,
        findings.some(({ severity }) => isAtLeast(severity, options.failOn)),
      );
    }
    const outcome = lessKnown(outcomeOf(linted));
    return then(told({ ...outcome, findings: withFixes(outcome.findings) }, fixing), isEntryOf);
  } finally {
    progress?.clear();
    change?.close();
  }
}

function overrideNotes({ overrides }: Settings, used: readonly boolean[]): readonly Note[] {
  return overrides
    .filter((_, index) => used[index] === false)
    .map(({ name }) => ({ message: `${name}: This override matches nothing.` }));
}

/** Findings with the edits of their fixes; most have none. */
function withFixes(findings: readonly Finding[]): readonly Finding[] {
  return findings.some(({ fix }) => fix) ? withEdits(findings) : findings;
}

/** The same with what was fixed. */
function told(outcome: Outcome, fixing: Fixing | undefined): Outcome {
  if (!fixing) return outcome;
  return {
    ...outcome,
    notes: [...outcome.notes, ...fixing.notes],
    failures: [...outcome.failures, ...fixing.failures],
  };
}

/** The baseline, or why it cannot be read; undefined where there is none. */
function readBaseline({
  baselineFile: at,
  usesBaseline,
}: Options): ReturnType<typeof tryBaseline> | undefined {
  return usesBaseline && (at.isThere || at.isNamed) ? tryBaseline(at) : undefined;
}

/** What a run over all sources made of them. */
interface Linted {
  readonly inputs: CommandInputs;
  readonly result: LintResult;
  /** With the severities that are chosen, at the places that a user edits. */
  readonly findings: readonly Finding[];
  /** Whether it was a part of an object. */
  readonly isFragment?: boolean;
}

/** What a run over some sources has to say. */
interface Run extends Linted {
  readonly sources: readonly Source[];
  readonly reported: readonly Finding[];
  readonly rendered: readonly Source[] | undefined;
}

/** What is found after a change, and before it. */
interface LintedStates {
  readonly after: Linted;
  readonly before: () => readonly Finding[];
}

/** What is read of sources, whatever is found. */
type Read = Omit<LintResult, 'findings'>;

type Besides = Pick<Outcome, 'notes' | 'failures' | 'unchecked' | 'nothing'>;
