import path from 'node:path';
import { isInCheckout } from '../repository/files/boundary.js';
import { reason } from '../repository/files/read-text.js';
import type { Graph } from '../repository/graph/graph.js';
import { readGraph } from '../repository/graph/read-graph.js';
import { isRendered } from '../repository/render/inputs.js';
import { lint, type LintOptions, type LintResult } from '../lint/lint.js';
import { lintBoth } from '../lint/lint-both.js';
import { nothingNote } from '../lint/project/nothing-found.js';
import { overridingIn } from '../lint/project/overriding.js';
import { uncheckedIn, uncheckedInputs } from '../lint/project/unchecked.js';
import { isNamedIn } from '../lint/project/wanted.js';
import type { EvaluatedCharts } from '../lint/rendered/evaluated-charts.js';
import type { SelectedRules } from '../lint/select-rules.js';
import type { Finding } from '../model/finding.js';
import { isChartFile, type Source } from '../model/source.js';
import type { Failure, Note } from '../report/report.js';
import type { Rule } from '../rules/rule.js';
import type { Before } from './found-change.js';
import type { Checkout } from './checkout.js';
import { existing } from './existing.js';
import { fragmentGiven } from './fragment.js';
import { frugally } from './frugal.js';
import { type CommandInputs, discoverInputs, prepare, type Settings } from './inputs.js';
import { chartsIn, withCharts } from './with-charts.js';
import type { LintInputs } from './lint-inputs.js';
import type { Options } from './lint-options.js';
import type { LintOutcome } from './lint-report.js';
import type { Progress } from './progress.js';
import { toldFindings } from './told-findings.js';
import { failuresBefore, reachedFailures, unreadChanges } from './unread-changes.js';

/** Reuses results of an earlier run over some of the same sources. */
export interface Engine {
  /** The sources of this run. Unchanged sources are the same objects as before. */
  sources(found: readonly Source[]): readonly Source[];
  lint(sources: readonly Source[], rules: readonly Rule[], options: LintOptions): LintResult;
  /** Compares two states, of which an unchanged source is the same object in both. */
  lintBoth?: typeof lintBoth;
  /** The charts of an earlier run with the same settings, or those that are made now. */
  charts?(make: () => EvaluatedCharts): EvaluatedCharts;
}

/** The result of linting all sources. */
export interface Linted {
  readonly inputs: CommandInputs;
  readonly result: LintResult;
  /** With the configured severities, at the places that a user edits. */
  readonly findings: readonly Finding[];
  /** The suppressed ones, each with its silencer. */
  readonly suppressed: readonly Finding[];
  /** Whether the input was a part of an object. */
  readonly isFragment?: boolean;
}

/** The result of linting some sources. */
export interface LintRun extends Linted {
  readonly sources: readonly Source[];
  readonly reported: readonly Finding[];
  readonly rendered: readonly Source[] | undefined;
}

/** The findings before and after a change. */
interface LintedStates {
  readonly after: Linted;
  readonly before: () => readonly Finding[];
}

/** The inputs of a lint in one state: sources, settings and paths. */
interface LintState {
  readonly sources: readonly Source[];
  readonly settings: Settings;
  readonly paths: readonly string[];
}

/** The inputs of `LintRuns`. */
interface LintWork {
  readonly options: Options;
  readonly chosen: SelectedRules;
  readonly given: LintInputs;
  readonly engine: Engine;
  readonly progress: Progress | undefined;
}

/** Lints the given sources, or the sources after fixes, and also the state before a change if required. */
export class LintRuns {
  /** The names of plugins' rules. */
  private readonly named: readonly string[];
  private graphBefore: Graph | undefined;
  private sourcesBefore: readonly Source[] | undefined;
  private charts: EvaluatedCharts | undefined;
  /** What could not be rendered before the change, if that state was linted. */
  private unrenderedBefore: ((after: readonly Failure[]) => readonly Failure[]) | undefined;

  constructor(private readonly work: LintWork) {
    this.named = work.options.plugins.flatMap(({ rules }) => rules.map(({ meta }) => meta.name));
  }

  /** Lints sources in the state to report on. */
  lint(sources: readonly Source[]): LintRun {
    const { given, options, progress } = this.work;
    const { change } = given;
    const { renders } = options.settings;
    const states =
      change && !renders && options.context === undefined && this.named.length === 0
        ? this.lintBoth(sources)
        : undefined;
    const linted =
      states?.after ?? this.lintState(change?.after ? this.stateIn(change.after) : this.stateOf(sources));
    const reported =
      change?.select(linted.findings, (before) =>
        states ? { findings: states.before() } : this.lintedBefore(before),
      ) ?? linted.findings;
    progress?.clear();
    const made = linted.inputs.sources.filter(({ path: at }) => isRendered(at));
    const rendered = renders || made.length > 0 ? made : undefined;
    const suppressed = change?.touched(linted.suppressed) ?? linted.suppressed;
    return { ...linted, suppressed, sources, reported, rendered };
  }

  /** For texts that are never written: the state that an engine or a later run begins from stays as it is. */
  forTrials(): LintRuns {
    const engine: Engine = { sources: (found) => found, lint };
    const runs = new LintRuns({ ...this.work, progress: undefined, engine });
    runs.charts = this.charts;
    return runs;
  }

  /** Everything that is reported apart from findings. */
  besides({ inputs, result, isFragment = false }: Linted): Besides {
    const { options, given } = this.work;
    const { settings, paths, command = 'lint' } = options;
    const { change } = given;
    const { resources, rollouts, deployments, templates, undeployed, empty, patches } = result;
    const unrendered = settings.renders ? [] : result.unrendered;
    const unread = change ? unreadChanges(change, [result], settings) : [];
    const whole = { templates, undeployed, empty, unrendered, patches };
    const looked = { command, paths, sources: inputs.sources, written: inputs.written?.sources, resources };
    const left = uncheckedInputs(
      change ? uncheckedIn(whole, (source) => change.isChanged(source), unread) : whole,
      { command, resources, isRendered: settings.renders },
    );
    const unreadable = result.unreadable.map(({ source, error }): Failure => ({
      message: `${source.name}: ${reason(error)}`,
      isMadeOf: (file) => file === source.path,
    }));
    const earlier = this.unrenderedBefore?.(inputs.failures) ?? [];
    const reached = reachedFailures(
      [...given.failures, ...inputs.failures, ...unreadable, ...earlier],
      change,
    );
    return {
      notes: [
        ...given.notes,
        ...inputs.notes,
        ...reached.notes,
        ...left.notes,
        ...(this.isWhole ? overrideNotes(settings, result.usedOverrides) : []),
      ],
      failures: [
        ...reached.failures,
        ...result.limits.map((message): Failure => ({ message, isLimit: true })),
      ],
      unchecked: [...(change ? [] : inputs.unchecked), ...left.unchecked],
      nothing: () => (isFragment ? undefined : nothingNote({ ...looked, rollouts, deployments })),
    };
  }

  /** Whether everything was read that the configuration refers to. */
  private get isWhole(): boolean {
    const { given, options } = this.work;
    const { workingFolder, folder } = options.settings;
    return (
      !given.change && options.paths.some((name) => isInCheckout(path.resolve(workingFolder, name), folder))
    );
  }

  private lintState({ sources: all, settings, paths }: LintState): Linted {
    const { options, chosen, engine, given } = this.work;
    const prepared = prepare(all, settings, paths);
    // Two states are compared as their files are.
    const isRead = settings.readsCharts && given.change === undefined && prepared.sources.some(isChartFile);
    const inputs = isRead ? withCharts(prepared, this.chartsOf(settings, paths)) : prepared;
    const { sources } = inputs;
    const before = given.change?.before;
    const read = {
      ...this.readAs(inputs, settings, paths),
      before: before && (() => this.readBefore(before)),
    };
    let result = engine.lint(sources, chosen.rules, read);
    if (options.context !== undefined && result.absent.length > 0) {
      const assumed = [...settings.assumed, ...existing(result.absent, options.context, settings)];
      result = lint(sources, chosen.rules, { ...read, graph: { ...inputs.graph, assumed } });
    }
    const fragment = result.resources === 0 ? fragmentGiven(sources, chosen.rules) : undefined;
    if (!fragment) return { inputs, result, ...toldFindings(this.work, inputs, result, settings) };
    const told = { ...inputs, notes: [...inputs.notes, ...fragment.notes] };
    result = { ...result, findings: fragment.findings };
    return { inputs: told, result, ...toldFindings(this.work, inputs, result, settings), isFragment: true };
  }

  /** Kept from fix to fix. */
  private chartsOf(settings: Settings, paths: readonly string[]): EvaluatedCharts {
    const make = (): EvaluatedCharts => chartsIn(settings, paths, { readsModes: true });
    return (this.charts ??= this.work.engine.charts?.(make) ?? make());
  }

  /**
   * Lints both states of the sources. Not used with rendering or a cluster, because then a finding can depend on more
   * than the changed files. If nothing has changed, both states are the same.
   */
  private lintBoth(after: readonly Source[]): LintedStates {
    const { options, chosen, given, engine } = this.work;
    const { settings, paths } = options;
    const inputs = prepare(after, settings, paths);
    const state = given.change?.before;
    const before = state ? (this.sourcesBefore ??= state.sources()) : after;
    const read = this.readAs(inputs, settings, paths);
    const both = (engine.lintBoth?.bind(engine) ?? lintBoth)(after, before, chosen.rules, read);
    return {
      after: { inputs, result: both.after, ...toldFindings(this.work, inputs, both.after, settings) },
      before: () => toldFindings(this.work, inputs, both.before(), settings).findings,
    };
  }

  private lintedBefore(before: Before): {
    readonly findings: readonly Finding[];
    readonly isUnbuilt: CommandInputs['isUnbuilt'];
  } {
    const { findings, inputs } = this.lintState(this.stateBefore(before));
    const checkout = this.work.options.settings.renders ? before.checkOut() : undefined;
    if (checkout)
      this.unrenderedBefore = (after) =>
        failuresBefore(inputs.failures, after, (file) => checkout.inside(file));
    return { findings, isUnbuilt: inputs.isUnbuilt };
  }

  private readBefore(before: Before): Graph {
    if (this.graphBefore) return this.graphBefore;
    const state = this.stateBefore(before);
    const { sources, graph } = prepare(state.sources, state.settings, state.paths);
    return (this.graphBefore = readGraph(sources, { graph, ...frugally(sources.length) }).graph);
  }

  private stateBefore(before: Before): LintState {
    return this.work.options.settings.renders
      ? this.stateIn(before.checkOut())
      : this.stateOf(before.sources());
  }

  private stateOf(sources: readonly Source[]): LintState {
    const { settings, paths } = this.work.options;
    return { sources, settings, paths };
  }

  /** Renderers read files, so the earlier state needs a folder of its own. */
  private stateIn(checkout: Checkout): LintState {
    const { options } = this.work;
    const settings = checkout.settings(options.settings);
    const paths = checkout.inputs(options.paths, options.settings.workingFolder);
    return { sources: discoverInputs(paths, settings).sources, settings, paths };
  }

  private readAs(inputs: CommandInputs, settings: Settings, paths: readonly string[]): LintOptions {
    const { chosen, progress } = this.work;
    return {
      overriding: overridingIn(inputs, settings, chosen),
      named: this.named,
      onRead: progress && ((count) => progress.tell('Read files:', count, inputs.sources.length)),
      onTurn: progress && ((done, of) => progress.tell('Checked:', done, of)),
      isNamed: isNamedIn(paths, settings),
      graph: inputs.graph,
      written: inputs.written,
      ...frugally(inputs.sources.length),
    };
  }
}

function overrideNotes({ overrides }: Settings, used: readonly boolean[]): readonly Note[] {
  return overrides
    .filter((_, index) => used[index] === false)
    .map(({ name }) => ({ message: `${name}: This override matches nothing.` }));
}

type Besides = Pick<LintOutcome, 'notes' | 'failures' | 'unchecked' | 'nothing'>;
