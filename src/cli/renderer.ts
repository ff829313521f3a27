import path from 'node:path';
import { realpathSync } from '../repository/files/disk.js';
import type { WorkTree } from '../repository/files/work-trees.js';
import { type Boundary, workTree } from '../repository/files/boundary.js';
import { Tracked } from '../repository/files/tracked.js';
import { localFolders } from '../repository/graph/local-dependencies.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { missingPath } from '../repository/files/missing-path.js';
import { readsOthers } from '../repository/files/chart-files.js';
import { isFile } from '../repository/files/is-file.js';
import { readText, readWithin, reason } from '../repository/files/read-text.js';
import type { Source } from '../model/source.js';
import { copyChart } from '../repository/render/copy-chart.js';
import { KustomizationCopier } from '../repository/render/copy-kustomization.js';
import {
  adviceOn,
  causeOfFailure,
  programMessage,
  needsPlugins,
  unfetchedIn,
} from '../repository/render/failures.js';
import { HelmOrigins } from '../repository/render/helm-origins.js';
import { renderedPath, type Rendering } from '../repository/render/inputs.js';
import { KustomizeOrigins } from '../repository/render/kustomize-origins.js';
import { type HelmUnit, type KustomizeUnit, madeOf, type Unit } from '../repository/render/plan.js';
import type { Failure } from '../report/report.js';
import { type Permissions, type ProgramRefusal, told } from '../repository/render/refusal.js';
import { readHelmOutput, readKustomizeOutput } from '../repository/render/rendered.js';
import { lineAndColumn } from '../repository/render/tree.js';
import { View } from '../repository/render/view.js';
import { asArgument } from '../repository/render/chart-values.js';
import { unfitNames } from '../repository/render/release-names.js';
import { renderEnvironment } from './render-environment.js';
import { maxMemoryMegabytes, maxOutputMegabytes, type ProgramOutcome, runProgram } from './run-program.js';
import { Scratch } from './scratch.js';
import type { Settings } from './inputs.js';
import { shellWord } from '../lint/project/shell-word.js';
import { groupBy } from '../model/multimap.js';
import { allOf } from '../rules/facts/words.js';
import { upstreamTransformers } from '../rules/facts/upstream-transformers.js';
import { kubernetesOf } from '../lint/project/kubernetes-of.js';
import type { Surroundings } from './surroundings.js';

export interface RenderOptions {
  readonly around: Surroundings;
  readonly workingFolder: string;
  readonly helmValues: readonly (readonly string[])[];
  /** The folder to which paths of values files are relative, besides the chart. */
  readonly valuesFolder: string;
  /** Whether the values files come from the command line; these may be in any folder. */
  readonly trustsValues: boolean;
  /** The time limit of a program for one unit, in seconds. */
  readonly seconds: number;
  /** Whether kustomize may fetch remote bases. */
  readonly remoteBases: boolean;
  /** The Kubernetes release to render charts for, unless a chart's deployer sets another. */
  readonly kubernetes: string;
  readonly overrides: Settings['overrides'];
  readonly outside?: Settings['outside'];
  readonly workTrees: readonly WorkTree[];
}

/** The path of a kustomization's parent folder in the view; it does not exist on the machine. */
const around = '/.rolloutkit';

/** Renders unit by unit, and collects failures and notes. */
export class Renderer {
  private failed: { readonly unit: Unit; readonly failure: Failure }[] = [];
  /** Why charts without their dependencies are not rendered with any values. */
  private readonly unfetched = new Map<string, string>();
  private readonly remarks = new Set<string>();
  private readonly unrendered = new Map<'kustomize' | 'helm', Unit[]>();
  private readonly files = new Map<string, Source>();
  private readonly named: ReadonlySet<string>;
  private realFiles: Map<string, Source> | undefined;
  /** The new texts of files that are not written yet, by resolved path. */
  private readonly edited: ReadonlyMap<string, Source>;
  private tracked: Tracked | undefined;
  private opened:
    { readonly scratch: Scratch; readonly view: View; readonly copier: KustomizationCopier } | undefined;
  /** The commands that can build a kustomization; only the working one after the first build. */
  private kustomize: readonly (readonly [program: string, ...args: string[]])[] = [
    ['kustomize', 'build'],
    ['kubectl', 'kustomize'],
  ];

  constructor(
    private readonly sources: readonly Source[],
    private readonly options: RenderOptions,
    private readonly boundary: Boundary,
  ) {
    for (const source of sources) this.files.set(source.path, source);
    this.edited = new Map(sources.filter(({ isEdited }) => isEdited).flatMap((one) => realEntry(one)));
    this.named = new Set(
      options.trustsValues
        ? options.helmValues.flat().map((file) => withSlashes(path.resolve(options.valuesFolder, file)))
        : [],
    );
  }

  /** Created on the first use. */
  private get temporary(): NonNullable<Renderer['opened']> {
    if (this.opened) return this.opened;
    const scratch = Scratch.open();
    const view = new View(scratch.make('view'), this.boundary, (file) => this.edited.get(file)?.read());
    return (this.opened = { scratch, view, copier: new KustomizationCopier(view, this.permissions) });
  }

  private get permissions(): Permissions {
    return {
      allows: (file) => this.boundary.allows(file),
      remoteBases: this.options.remoteBases,
      sourceAt: (file) => this.sourceAt(file),
      isTracked: (file) => this.isTracked(file),
      publishedAt: upstreamTransformers,
    };
  }

  /** A checkout has no files but those of its state. */
  private isTracked(file: string): boolean {
    if (this.options.outside !== undefined || workTree(path.dirname(file)) === undefined) return true;
    this.tracked ??= Tracked.around(path.dirname(file));
    return this.tracked.has(file);
  }

  /** Whether the output of a unit depends on a file. */
  private madeOf(unit: Unit): (file: string) => boolean {
    return madeOf(unit, readsOthers, (chart) => localFolders(chart, (file) => this.sourceAt(file)?.read()));
  }

  close(): void {
    this.opened?.scratch.close();
  }

  get notes(): readonly string[] {
    return [...this.remarks];
  }

  /** The failures to render. They include missing programs, because rendering was requested. */
  get failures(): readonly Failure[] {
    const missing = { kustomize: 'Neither kustomize nor kubectl is', helm: 'helm is not' };
    const remedy = {
      kustomize: 'Install one of them, or remove --render.',
      helm: 'Install helm, or remove --render.',
    };
    return [
      ...this.failedOnce,
      ...[...this.unrendered].map(([tool, units]): Failure => ({
        message: `${missing[tool]} found in PATH, so ${units.map(({ name }) => name).join(', ')} ${units.length === 1 ? 'was' : 'were'} not rendered; the files are read as they are. ${remedy[tool]}`,
        isMadeOf: (file) => units.some((unit) => this.madeOf(unit)(file)),
      })),
    ];
  }

  /** A chart that is rendered several times may fail each time for the same reason. */
  private get failedOnce(): readonly Failure[] {
    return [...groupBy(this.failed, ({ failure: { message } }) => message)].map(
      ([message, all]): Failure => ({
        message,
        isMadeOf: (file) => all.some(({ failure }) => failure.isMadeOf?.(file)),
      }),
    );
  }

  private failing(unit: Unit, message: string): void {
    this.failed.push({ unit, failure: { message, isMadeOf: this.madeOf(unit) } });
  }

  /** Drops the failures of all other units, which were tried before their deployment was known. */
  keepFailuresOf(units: readonly Unit[]): void {
    const kept = new Set(units);
    this.failed = this.failed.filter(({ unit }) => kept.has(unit));
    for (const [tool, those] of this.unrendered) {
      const left = those.filter((unit) => kept.has(unit));
      if (left.length > 0) this.unrendered.set(tool, left);
      else this.unrendered.delete(tool);
    }
  }

  render(unit: Unit): Rendering | undefined {
    try {
      if (unit.tool === 'kustomize') return this.renderKustomization(unit);
      const without = this.unfetched.get(unit.chart);
      return without === undefined ? this.renderChart(unit) : void this.failing(unit, without);
    } catch (error) {
      this.failing(unit, `${unit.name}: ${reason(error)}`);
      return undefined;
    }
  }

  private renderKustomization(unit: KustomizeUnit): Rendering | undefined {
    const { view, copier } = this.temporary;
    const folder = realpathSync(unit.folder);
    const refusals = copier.copy(folder);
    // The reason for building nothing is said with the kustomization.
    const decisive = refusals.find(({ isLeftOut }) => !isLeftOut);
    for (const refusal of refusals)
      if (refusal === decisive) continue;
      else if (refusal.isFault && !refusal.isLeftOut) this.failing(unit, told(refusal));
      else this.remarks.add(told(refusal));
    const isPartial = refusals.length > 0;
    const refused = (why: ProgramRefusal): undefined =>
      void this.failing(unit, `${unit.name}: not rendered; its files are read as they are. ${told(why)}`);
    if (decisive) return refused(decisive);
    const source = {
      path: renderedPath(unit),
      name: `${unit.kustomization.resource.source.name} (rendered)`,
    };
    const rendering = (stdout: string, from: string): Rendering => {
      if (isPartial)
        this.failing(
          unit,
          `${unit.name}: rendered without what is not read, so the objects that this adds are not checked.`,
        );
      return {
        unit,
        text: readKustomizeOutput(stdout, source),
        origins: new KustomizeOrigins(unit, withSlashes(from), (file) => this.sourceAt(file)),
        isPartial,
      };
    };
    const target = withSlashes(path.relative(around, folder));
    view.write(
      path.join(around, 'kustomization.yaml'),
      `resources: ${JSON.stringify([target])}\nbuildMetadata: [originAnnotations]\n`,
    );
    const outcome = this.build(around);
    if (outcome.kind === 'done') return rendering(outcome.stdout, around);
    // The error is clearer without the parent folder, and that folder may even have caused it.
    const alone = outcome.kind === 'failed' ? this.build(folder) : outcome;
    if (alone.kind === 'done') return rendering(alone.stdout, folder);
    // A patch of what was left out finds no object.
    if (refusals[0] && alone.kind === 'failed') return refused(refusals[0]);
    this.fail(unit, alone);
    return undefined;
  }

  private build(folder: string): ProgramOutcome {
    for (const command of this.kustomize) {
      const [program, ...args] = command;
      const outcome = this.run(program, [...args, this.temporary.view.inside(folder)]);
      if (outcome.kind === 'absent') continue;
      this.kustomize = [command];
      return outcome;
    }
    return { kind: 'absent' };
  }

  private renderChart(unit: HelmUnit): Rendering | undefined {
    const unfit = unfitNames(unit);
    if (unfit.length > 0) {
      for (const problem of unfit) this.failing(unit, `${problem} ${unit.name}: not rendered.`);
      return undefined;
    }
    const { view } = this.temporary;
    const chart = realpathSync(unit.chart);
    const { outside, schemas, hasArchives, resolved } = copyChart(chart, view, this.permissions);
    this.addNew(withSlashes(unit.chart), chart);
    for (const file of outside)
      this.remarks.add(
        `${this.nameOf(file)}: this symbolic link leads out of the repository, so ${unit.name} was rendered without it.`,
      );
    for (const file of schemas)
      this.remarks.add(
        `${this.nameOf(file)}: only a JSON schema without references to other files or addresses is used; ${unit.name} was rendered without this schema.`,
      );
    // Helm splits the option at commas, and these names contain none.
    const values = unit.values.map((file, index) => {
      const copy = `${around}/values-${index}.yaml`;
      view.write(copy, this.sourceAt(file)?.read() ?? '');
      return { file, copy };
    });
    const inline = `${around}/values-inline.yaml`;
    const { text, parameters = [] } = unit.inline ?? {};
    if (text !== undefined) view.write(inline, text);
    const args = [
      ...['template', '--namespace', unit.namespace],
      // The default of many Helm builds is 1.20, which current charts reject.
      `--kube-version=${unit.kubeVersion ?? kubernetesOf(unit, this.options)}`,
      ...unit.apiVersions.map((version) => `--api-versions=${version}`),
      ...values.flatMap(({ copy }) => ['--values', view.inside(copy)]),
      ...(text === undefined ? [] : ['--values', view.inside(inline)]),
      ...parameters.map(asArgument),
      ...(hasArchives ? ['--skip-schema-validation'] : []), // An archived chart can contain a schema that refers to any address.
      ...['--', unit.release, view.inside(chart)],
    ];
    const outcome = this.run('helm', args);
    if (outcome.kind !== 'done') {
      const named = (message: string): string =>
        [...values, { file: 'the values of the Application', copy: inline }].reduce(
          (said, { file, copy }) => said.replaceAll(copy, file),
          message,
        );
      this.fail(unit, outcome.kind === 'failed' ? { ...outcome, stderr: named(outcome.stderr) } : outcome);
      return undefined;
    }
    const source = {
      ...{ path: renderedPath(unit), name: `${unit.name} (rendered)` },
      ...(unit.deployer ? {} : { assumedRelease: unit.release }),
    };
    return {
      unit,
      text: readHelmOutput(outcome.stdout, source),
      origins: new HelmOrigins(unit, (file) => this.sourceAt(file), resolved),
    };
  }

  /** Adds files of a chart that are not written yet. */
  private addNew(folder: string, chart: string): void {
    for (const source of this.sources)
      if (source.isEdited && source.path.startsWith(`${folder}/`) && !isFile(source.path))
        this.temporary.view.write(path.join(chart, source.path.slice(folder.length + 1)), source.read());
  }

  /** Runs a program in a temporary folder, where it sees only the view. Its messages name the files of the user. */
  private run(program: string, args: readonly string[]): ProgramOutcome {
    const { scratch, view } = this.temporary;
    const { around, seconds, remoteBases } = this.options;
    const env = renderEnvironment(scratch, around.environment, remoteBases && program !== 'helm');
    const outcome = runProgram(program, args, { folder: scratch.folder, seconds, env, scratch, around });
    return outcome.kind === 'failed' ? { ...outcome, stderr: view.restored(outcome.stderr) } : outcome;
  }

  private fail(unit: Unit, outcome: Exclude<ProgramOutcome, { kind: 'done' }>): void {
    const program =
      unit.tool === 'helm' ? 'helm template' : (this.kustomize[0]?.join(' ') ?? 'kustomize build');
    if (outcome.kind === 'absent') {
      this.unrendered.set(unit.tool, [...(this.unrendered.get(unit.tool) ?? []), unit]);
      return;
    }
    if (outcome.kind === 'ended') {
      this.failing(unit, `${unit.name}: ${program} ${ended(outcome.limit, this.options.seconds)}`);
      return;
    }
    if (needsPlugins(outcome.stderr)) {
      this.failing(
        unit,
        `${unit.name}: not rendered, because it needs kustomize plugins, which are disabled; its files are read as they are.`,
      );
      return;
    }
    const lacking = unit.tool === 'helm' ? unfetchedIn(outcome.stderr) : [];
    if (unit.tool === 'helm' && lacking.length > 0) {
      const message = this.unfetchedText(unit, lacking);
      this.unfetched.set(unit.chart, message);
      this.failing(unit, message);
      return;
    }
    const cause = causeOfFailure(unit, outcome.stderr);
    const where = cause && `${cause.place.source.name}:${lineAndColumn(cause.place)}: ${cause.message} `;
    this.failing(
      unit,
      `${where ?? ''}${unit.name}: ${program} failed: ${programMessage(outcome.stderr)}${adviceOn(outcome.stderr)}`,
    );
  }

  private unfetchedText({ chart }: HelmUnit, lacking: readonly string[]): string {
    const folder = this.nameOf(chart) || '.';
    const [are, them] = lacking.length === 1 ? ['is', 'it'] : ['are', 'them'];
    const remedy =
      this.options.outside === undefined
        ? `; fetch ${them}: helm dependency build ${shellWord(folder)}`
        : ' in Git; commit that folder to compare states of the chart.';
    return `${folder}: not rendered, because ${allOf(lacking)} ${are} not in its charts/ folder${remedy}`;
  }

  /** Values files that match no chart. */
  unmatched(asked: RenderOptions['helmValues'], units: readonly Unit[]): readonly Failure[] {
    const charts = units.flatMap((unit) => (unit.tool === 'helm' ? [unit.chart] : []));
    const { valuesFolder, trustsValues } = this.options;
    // Values from the command line are for this run; values from the configuration belong to a commit.
    const isMadeOf = trustsValues ? undefined : (path: string): boolean => /\/rolloutkit\.ya?ml$/.test(path);
    const said = asked.flatMap((files) =>
      files.flatMap((file) => {
        const found = [...charts, valuesFolder].map((folder) => path.resolve(folder, file)).filter(isFile);
        if (found.length === 0)
          return [`${file}: no chart has this values file.${valuesMeant(file, [...charts, valuesFolder])}`];
        if (trustsValues || found.some((file) => this.boundary.allows(file))) return [];
        return [`${file}: this values file is outside the repository; pass it with --helm-values to use it.`];
      }),
    );
    return said.map((message) => ({ message, isMadeOf }));
  }

  private nameOf(file: string): string {
    return withSlashes(path.relative(this.options.workingFolder, file));
  }

  /** A file of the input, or another file that contributes to it and may be read. */
  private sourceAt(file: string): Source | undefined {
    const known = this.files.get(file);
    if (known) return known;
    // Programs resolve the symbolic links in a path.
    this.realFiles ??= new Map(this.sources.flatMap((source) => realEntry(source)));
    const real = this.realFiles.get(file);
    if (real) return real;
    const isNamed = this.named.has(file);
    if (!isFile(file) || !(isNamed || this.boundary.allows(file))) return undefined;
    const read = (): string => (isNamed ? readText(realpathSync(file)) : readWithin(this.boundary, file));
    const source: Source = { path: file, name: this.nameOf(file), read };
    this.files.set(file, source);
    return source;
  }
}

/** A suggestion: a values file with a similar name in one of the folders. */
function valuesMeant(file: string, folders: readonly string[]): string {
  const hints = folders.map((folder) => missingPath(file, folder));
  return hints.flatMap((hint) => / Did you mean .*$/s.exec(hint)?.[0] ?? [])[0] ?? '';
}

function ended(limit: Extract<ProgramOutcome, { kind: 'ended' }>['limit'], seconds: number): string {
  switch (limit) {
    case 'time':
      return `was stopped after ${seconds} s; increase --render-timeout.`;
    case 'memory':
      return `used more than ${maxMemoryMegabytes} MB of memory and was stopped; exclude it with "ignore" in rolloutkit.yaml.`;
    case 'output':
      return `printed more than ${maxOutputMegabytes} MB and was stopped; exclude it with "ignore" in rolloutkit.yaml.`;
  }
}

function realEntry(source: Source): [string, Source][] {
  try {
    return [[withSlashes(realpathSync(source.path)), source]];
  } catch {
    return []; // Standard input is not a file.
  }
}
