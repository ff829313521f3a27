import { withSlashes } from '../../repository/files/ignore-files.js';
import { reason } from '../../repository/files/read-text.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isRendered } from '../../repository/render/inputs.js';
import { stampOf } from '../../repository/files/kept-files.js';
import { type TextChange, type FixRun, settled, type Tried, tried, withText } from '../fix/settle.js';
import { lintAgain, type Linted, prepareAgain } from '../lint-again.js';
import type { Finding } from '../../model/finding.js';
import type { Source } from '../../model/source.js';
import { foundMoreOften } from '../more-often.js';
import { Opening, type OpeningMoment } from '../opening.js';
import { comparedWith } from '../project/baseline.js';
import { faultFindings } from '../../report/faults.js';
import type { Rule } from '../../rules/rule.js';
import { type Inputs, WorkspaceCharts } from './charts.js';
import { WorkspaceFiles } from './files.js';
import { fixRunOf, graphOfFiles, type KnownState, placed, type WorkspaceState } from './known-state.js';
import { configFileOf, isCurrent, readSettings, type Settings, type SettingsOf } from './settings.js';

/** What is linted together, and what is granted. */
export interface WorkspaceOptions {
  readonly rules: readonly Rule[];
  /** Folders of CRDs and JSON schemas. */
  readonly schemas?: readonly string[];
  /** Whether the reach of a change is known for all rules. */
  readonly isReachKnown?: boolean;
  /** Whether all files around the configuration are linted, or only those of the working folder, as `lint` does there. */
  readonly reads: SettingsOf['reads'];
}

/** What is read with one configuration. */
interface Current {
  readonly settings: Settings;
  readonly files: WorkspaceFiles;
  readonly charts: WorkspaceCharts;
}

/** What is known of open files before all is linted for the first time. */
interface Soon {
  readonly version: number;
  readonly moment: OpeningMoment;
  /** The findings of each; undefined where they cannot be known before all others. */
  readonly found: Map<string, readonly Finding[] | undefined>;
}

/**
 * The manifests of a working folder, in memory: on disk or with unsaved texts, linted together once, and then only what
 * a change reaches. Paths are absolute, with `/` between segments.
 */
export class Workspace {
  private readonly of: SettingsOf;
  private readonly texts = new Map<string, string>();
  private current: Current | undefined;
  private last: { readonly state: WorkspaceState; readonly version: number } | undefined;
  /** A later state, in which not everything is known that has changed. */
  private rough: { readonly state: WorkspaceState; readonly version: number } | undefined;
  /** The first lint, until it has come to all files. */
  private opening:
    { readonly lint: Opening; readonly inputs: Inputs; readonly version: number; soon?: Soon } | undefined;
  /** Whether a first lint in parts has failed. */
  private opensAtOnce = false;
  /** The configured results; findings that a change does not reach stay the same objects. */
  private adjusted = new WeakMap<Finding, Finding | 'off'>();
  private readonly proven = new WeakSet<Finding>();
  private readonly refused = new WeakSet<Finding>();
  private changedOnDisk: ReadonlySet<string> = new Set();
  /** The last state whose fixes were tried. */
  private triedIn: WorkspaceState | undefined;

  constructor(
    readonly cwd: string,
    private readonly options: WorkspaceOptions,
  ) {
    const { rules, schemas = [], reads } = options;
    this.of = { cwd, rules, schemas, reads, textOf: (file) => this.texts.get(withSlashes(file)) };
  }

  /** The settings. Throws a UsageError for an invalid configuration. */
  get settings(): Settings {
    return this.read().settings;
  }

  /** The configuration, which may be invalid; undefined without one. */
  get configFile(): string | undefined {
    return configFileOf(this.of);
  }

  /** The files as they are linted. */
  get sources(): readonly Source[] {
    return this.read().files.sources;
  }

  /** The objects of all files and how they relate. */
  get graph(): Graph {
    return this.state().graph;
  }

  /** The file at a path, as it is linted; undefined if it does not belong to the workspace. */
  source(path: string): Source | undefined {
    return this.read().files.get(path);
  }

  /**
   * Sets the unsaved text of a file. Returns whether it is linted. The text of an open file stays whatever happens to
   * the file, and counts for a configuration, too; any other text only until the file is released.
   */
  edit(path: string, text: string, { isOpen = true } = {}): boolean {
    const isOther = isOpen && this.texts.get(path) !== text;
    if (isOpen) this.texts.set(path, text);
    const { files } = this.read();
    const isLinted = files.edit(path, text);
    if (isOther && !isLinted && isInChart(path)) files.touch();
    return isLinted;
  }

  /** Forgets the unsaved text of a file, which then counts as it is on disk. */
  release(path: string): void {
    const isOther = this.texts.delete(path);
    this.current?.files.release(path);
    if (isOther && isInChart(path)) this.current?.files.touch();
  }

  /**
   * Checks the configuration and all files on disk. Returns the paths of files that were added, removed or changed
   * there; unsaved texts stay. Throws a UsageError for an invalid configuration, with the last valid one in force.
   */
  refresh(): ReadonlySet<string> {
    const known = this.current;
    this.changedOnDisk = new Set();
    try {
      this.configure();
    } finally {
      // Without a valid one so far, nothing is known of the files.
      if (known && known === this.current) this.refreshFiles(known);
    }
    return this.changedOnDisk;
  }

  /** Checks the configuration, which may be unsaved. Returns whether it was read again; throws as `refresh` does. */
  configure(): boolean {
    if (this.current && this.isCurrent()) return false;
    this.restart();
    return true;
  }

  /** Whether `state` need not lint anything. */
  get isSettled(): boolean {
    return this.last !== undefined && this.last.version === this.current?.files.version;
  }

  /** Whether the last call of `roughState` has left something. */
  get isRough(): boolean {
    return this.rough !== undefined && this.rough.version === this.current?.files.version;
  }

  /** Whether the first lint has not come to all files yet. */
  get isOpening(): boolean {
    return this.opening !== undefined;
  }

  /** Goes on with a first lint that `roughState` has begun, until something else has to be done. */
  goOn(isEnough: () => boolean): void {
    const { opening } = this;
    if (!opening) return;
    const current = this.read();
    this.opening = undefined;
    this.opensAtOnce = true;
    const linted = opening.lint.goOn(isEnough);
    this.opensAtOnce = false;
    if (linted)
      this.last = { state: this.stateFrom(linted, opening.inputs, current), version: opening.version };
    else this.opening = opening;
  }

  /** All findings, and why something was not checked. Throws a UsageError for an invalid configuration. */
  state(): WorkspaceState {
    const current = this.read();
    const { files } = current;
    this.goOn(() => false);
    if (this.last?.version === files.version) return this.last.state;
    const state = this.stateOf(current, this.reachable(this.last));
    this.last = { state, version: files.version };
    this.rough = undefined;
    return state;
  }

  /**
   * Like `state`, soon: after a change whose reach is unknown, such as another object or a file that is half-typed, only
   * what the change is known to reach is linted, and the other findings are those of before. At first, the only findings are
   * those in open files, and `goOn` finds the others.
   */
  roughState(): KnownState {
    const current = this.read();
    const { version } = current.files;
    if (this.options.isReachKnown === false || this.last?.version === version) return this.state();
    if (!this.last) return this.opensAtOnce ? this.state() : this.soonState(current);
    if (this.rough?.version === version) return this.rough.state;
    // Always from the last exact state, so that a file that parses again has an exact one.
    const state = this.stateOf(current, this.last.state.linted, true);
    if (state.linted.isRough === true) this.rough = { state, version };
    else {
      this.last = { state, version };
      this.rough = undefined;
    }
    return state;
  }

  /** What is found in the open files, which is known long before all else is. */
  private soonState({ settings, files, charts }: Current): KnownState {
    const { version, sources } = files;
    const inputs = charts.of(sources);
    const opening = (this.opening ??= {
      lint: new Opening(inputs.sources, settings.chosen.rules, inputs.options),
      inputs,
      version,
    });
    if (opening.soon?.version !== version)
      opening.soon = {
        version,
        moment: opening.lint.momentOf(inputs.sources, inputs.options),
        found: new Map(),
      };
    const { moment, found } = opening.soon;
    const open = [...this.texts.keys()].filter((path) => files.get(path));
    const asked = open.filter((path) => !found.has(path));
    // What is found in a chart is put together from all of its releases.
    const alone = asked.filter((path) => !inputs.isOfCharts(path));
    const its = alone.length > 0 ? moment.findingsIn(alone) : [];
    const told = its && inputs.told(its);
    for (const path of asked)
      found.set(
        path,
        alone.includes(path) ? told?.filter(({ place }) => place.source.path === path) : undefined,
      );
    const judged = open.filter((path) => found.get(path) !== undefined);
    const findings = this.fresh(
      judged.flatMap((path) => found.get(path) ?? []),
      settings,
    );
    return {
      sources,
      graph: graphOfFiles(moment.read),
      findings,
      ...placed(findings),
      failures: [],
      judged: new Set(judged),
    };
  }

  /** Does a part of what the next change needs, for the time in which nothing else is asked; returns whether more is left. */
  prepare(): boolean {
    return (
      this.last !== undefined && this.options.isReachKnown !== false && prepareAgain(this.last.state.linted)
    );
  }

  /**
   * Tells which safe fixes of some findings resolve these. Tries all fixes of the state together, once, or only these,
   * which suits a caller that asks about few places.
   */
  tried(some: readonly Finding[], { isAlone = false } = {}): Tried {
    const state = this.state();
    const isUnknown = (finding: Finding) =>
      finding.fix?.safety === 'safe' && !this.proven.has(finding) && !this.refused.has(finding);
    if ((isAlone || this.triedIn !== state) && some.some(isUnknown)) {
      if (!isAlone) this.triedIn = state;
      this.tryFixes(state, (isAlone ? some : state.findings).filter(isUnknown));
    }
    return {
      proven: new Set(some.filter((finding) => this.proven.has(finding))),
      refused: new Set(some.filter((finding) => this.refused.has(finding))),
    };
  }

  /** Applies the safe fixes of the wanted findings, as `lint --fix` does, without writing. */
  settle(isWanted: (finding: Finding) => boolean): ReadonlyMap<Source, TextChange> {
    const state = this.state();
    const again = this.again(state, (findings) => this.adjust(findings).filter(isWanted));
    return settled({ ...fixRunOf(state), reported: state.findings.filter(isWanted) }, again, 'safe').changed;
  }

  /** What rules would find more often than now, if some files had other texts. */
  foundOnlyWith(texts: ReadonlyMap<Source, string>): readonly Finding[] {
    const state = this.state();
    const sources = state.sources.map((source) => withText(source, texts.get(source)));
    const [before, after] = [state.told, this.again(state)(sources).findings];
    return foundMoreOften(this.adjust(before), this.adjust(after));
  }

  /** Identifies the inputs as they are on disk. */
  digest(): string {
    const { settings, files } = this.read();
    return [settings.stamp, ...files.sources.map(({ path }) => `${path} ${stampOf(path)}`)].join('\n');
  }

  private read(): NonNullable<typeof this.current> {
    if (this.current) return this.current;
    const settings = readSettings(this.of);
    const files = new WorkspaceFiles(settings);
    const charts = new WorkspaceCharts(settings, this.options.rules, this.texts);
    files.refresh();
    for (const path of this.texts.keys()) this.restore(files, path);
    this.last = undefined;
    this.rough = undefined;
    this.opening = undefined;
    this.adjusted = new WeakMap();
    return (this.current = { settings, files, charts });
  }

  private refreshFiles({ files, charts }: Current): void {
    this.changedOnDisk = files.refresh();
    if (charts.renew()) files.touch();
    // A file that was saved may have its unsaved text now, and one that was deleted may have only that.
    for (const path of this.changedOnDisk) this.restore(files, path);
  }

  private restore(files: WorkspaceFiles, path: string): void {
    const text = this.texts.get(path);
    if (text !== undefined) files.edit(path, text);
  }

  /** The state to lint again from; undefined if the reach of a change is unknown. */
  private reachable(last: typeof this.last): Linted | undefined {
    return this.options.isReachKnown === false ? undefined : last?.state.linted;
  }

  private isCurrent(): boolean {
    return this.current !== undefined && isCurrent(this.current.settings, this.of);
  }

  /** Reads everything again, and keeps the last state if the configuration is invalid. */
  private restart(): void {
    const { current } = this;
    this.current = undefined;
    try {
      this.read();
    } catch (error) {
      this.current = current;
      throw error;
    }
  }

  private stateOf(current: Current, last: Linted | undefined, mayBeRough = false): WorkspaceState {
    const { settings, files, charts } = current;
    const inputs = charts.of(files.sources);
    const isKept = isKeptIn(files);
    const { sources, options } = inputs;
    const linted = lintAgain(sources, settings.chosen.rules, { ...options, isKept, mayBeRough }, last);
    return this.stateFrom(linted, inputs, current);
  }

  private stateFrom(linted: Linted, inputs: Inputs, { settings, files }: Current): WorkspaceState {
    const { result, read } = linted;
    const told = inputs.told(result.findings);
    const sources = inputs.options.written?.sources ?? inputs.sources;
    const findings = [...this.fresh(told, settings), ...faultFindings(result.faults, sources)];
    return {
      ...{ linted, inputs, told, sources, findings },
      graph: graphOfFiles(read),
      ...placed(findings),
      failures: [
        ...settings.failures,
        ...files.failures,
        ...result.limits,
        ...result.unreadable.map(({ source, error }) => `${source.name}: ${reason(error)}`),
      ],
    };
  }

  /** Findings as they are shown, without those of the baseline, of which each is in the file of its entry. */
  private fresh(findings: readonly Finding[], settings: Settings): readonly Finding[] {
    const adjusted = this.adjust(findings, settings);
    const { baseline } = settings;
    return baseline ? comparedWith(adjusted, baseline).fresh : adjusted;
  }

  /** Findings with the configured severities, as the same objects each time. */
  private adjust(findings: readonly Finding[], { chosen } = this.settings): readonly Finding[] {
    return findings
      .map((finding) => {
        let its = this.adjusted.get(finding);
        if (its === undefined) this.adjusted.set(finding, (its = chosen.adjust(finding) ?? 'off'));
        return its;
      })
      .filter((finding) => finding !== 'off');
  }

  private tryFixes(state: WorkspaceState, wanted: readonly Finding[]): void {
    const { proven, refused } = tried(fixRunOf(state), this.again(state), wanted);
    for (const finding of proven) this.proven.add(finding);
    for (const finding of refused) this.refused.add(finding);
  }

  /** Lints other sources from a state on, without becoming it. */
  private again(
    { linted }: WorkspaceState,
    reportedOf = (findings: readonly Finding[]): readonly Finding[] => findings,
  ): (sources: readonly Source[]) => FixRun {
    const { settings, files, charts } = this.read();
    const last = this.options.isReachKnown === false ? undefined : linted;
    return (given) => {
      const inputs = charts.of(given, { isTrial: true });
      const { sources, options, rendered } = inputs;
      const isKept = isKeptIn(files);
      const { result } = lintAgain(sources, settings.chosen.rules, { ...options, isKept }, last);
      const findings = inputs.told(result.findings);
      return { sources: given, findings, reported: reportedOf(findings), rendered };
    };
  }
}

/** Whether a source still returns the linted text, whatever happens to its file. */
function isKeptIn(files: WorkspaceFiles): (source: Source) => boolean {
  return (source) => isRendered(source.path) || files.isKept(source);
}

/** Whether a file may be part of a chart although it is not a manifest. */
function isInChart(path: string): boolean {
  return /\/(?:templates|charts)\/|\/\.helmignore$|\.ya?ml$/.test(path);
}
