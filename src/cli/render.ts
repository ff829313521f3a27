import { existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { discover } from '../files/discover.js';
import { withSlashes } from '../files/ignore-files.js';
import { readText } from '../files/read-text.js';
import type { Finding } from '../model/finding.js';
import { folderOf, type Source } from '../model/source.js';
import { parseValues } from '../parse/values.js';
import { constructPaths } from '../render/constructs.js';
import { causeOfFailure, messageOf, needsPlugins } from '../render/failures.js';
import { HelmOrigins } from '../render/helm-origins.js';
import { type Inputs, inputsOf, renderedPath, type Rendering } from '../render/inputs.js';
import { KustomizeOrigins } from '../render/kustomize-origins.js';
import { type HelmUnit, type KustomizeUnit, planOf, type Unit } from '../render/plan.js';
import { readHelmOutput, readKustomizeOutput } from '../render/rendered.js';
import { relocate } from '../render/relocate.js';
import { lineAndColumn } from '../render/tree.js';
import { type Outcome, runProgram } from './run-program.js';

export interface RenderOptions {
  readonly workingFolder: string;
  readonly helmValues: readonly (readonly string[])[];
  /** What paths of values are relative to, other than the chart. */
  readonly valuesFolder: string;
  /** How long a program may take for one unit. */
  readonly seconds: number;
}

/** What to read in place of the sources given, with what was rendered. */
export interface RenderedInputs extends Inputs {
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  /** Findings with the places that a user edits. */
  relocate(findings: readonly Finding[]): readonly Finding[];
}

/** Renders kustomizations and charts with the programs that the user has, and the output of cdk8s as it is. */
export function renderInputs(given: readonly Source[], options: RenderOptions): RenderedInputs {
  const outputs = cdk8sOutputs(given, options.workingFolder);
  const sources = [...given, ...outputs.sources];
  const plan = planOf(sources, {
    helmValues: options.helmValues,
    isFile,
    workingFolder: withSlashes(options.valuesFolder),
  });
  const renderer = new Renderer(sources, options);
  const renderings = plan.units.flatMap((unit) => renderer.render(unit) ?? []);
  const inputs = inputsOf(sources, plan, renderings);
  return {
    ...inputs,
    notes: [...outputs.notes, ...plan.notes, ...renderer.notes],
    failures: [...renderer.failures, ...renderer.unmatched(options.helmValues, plan.units)],
    relocate: (findings) => constructPaths(relocate(findings, renderings), outputs.metadata),
  };
}

class Renderer {
  readonly failures: string[] = [];
  private readonly remarks: string[] = [];
  private readonly unrendered = new Map<'kustomize' | 'helm', string[]>();
  private readonly files = new Map<string, Source>();
  private realFiles: Map<string, Source> | undefined;
  /** How to build a kustomization: the program that was found, once one was. */
  private kustomize: readonly (readonly [program: string, ...args: string[]])[] = [
    ['kustomize', 'build'],
    ['kubectl', 'kustomize'],
  ];

  constructor(
    private readonly sources: readonly Source[],
    private readonly options: RenderOptions,
  ) {
    for (const source of sources) this.files.set(source.path, source);
  }

  get notes(): readonly string[] {
    const missing = { kustomize: 'Neither kustomize nor kubectl is', helm: 'helm is not' };
    return [
      ...this.remarks,
      ...[...this.unrendered].map(
        ([tool, names]) =>
          `${missing[tool]} among the programs of the PATH, so nothing was rendered of ${names.join(', ')}; the files are read as they are.`,
      ),
    ];
  }

  render(unit: Unit): Rendering | undefined {
    return unit.tool === 'kustomize' ? this.renderKustomization(unit) : this.renderChart(unit);
  }

  private renderKustomization(unit: KustomizeUnit): Rendering | undefined {
    const folder = realpathSync(unit.folder);
    const source = {
      path: renderedPath(unit),
      name: `${unit.kustomization.resource.source.name} (rendered)`,
    };
    const rendering = (stdout: string, from: string): Rendering => ({
      unit,
      text: readKustomizeOutput(stdout, source),
      origins: new KustomizeOrigins(unit, withSlashes(from), (file) => this.sourceAt(file)),
    });
    const around = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-')));
    try {
      const target = withSlashes(path.relative(around, folder));
      writeFileSync(
        path.join(around, 'kustomization.yaml'),
        `resources: ${JSON.stringify([target])}\nbuildMetadata: [originAnnotations]\n`,
      );
      const outcome = this.build(around);
      if (outcome.kind === 'done') return rendering(outcome.stdout, around);
      // What is wrong is said best without the folder around it; and it may be this folder that does not fit.
      const alone = outcome.kind === 'failed' ? this.build(folder) : outcome;
      if (alone.kind === 'done') return rendering(alone.stdout, folder);
      this.fail(unit, alone);
      return undefined;
    } finally {
      rmSync(around, { recursive: true });
    }
  }

  private build(folder: string): Outcome {
    for (const command of this.kustomize) {
      const [program, ...args] = command;
      const outcome = runProgram(program, [...args, folder], folder, this.options.seconds);
      if (outcome.kind === 'absent') continue;
      this.kustomize = [command];
      return outcome;
    }
    return { kind: 'absent' };
  }

  private renderChart(unit: HelmUnit): Rendering | undefined {
    const values = unit.values.flatMap((file) => ['--values', file]);
    const args = ['template', unit.release, unit.chart, '--namespace', unit.namespace, ...values];
    const outcome = runProgram('helm', args, unit.chart, this.options.seconds);
    if (outcome.kind !== 'done') {
      this.fail(unit, outcome);
      return undefined;
    }
    const source = { path: renderedPath(unit), name: `${unit.name} (rendered)` };
    return {
      unit,
      text: readHelmOutput(outcome.stdout, source),
      origins: new HelmOrigins(unit, (file) => this.sourceAt(file)),
    };
  }

  private fail(unit: Unit, outcome: Exclude<Outcome, { kind: 'done' }>): void {
    const program =
      unit.tool === 'helm' ? 'helm template' : (this.kustomize[0]?.join(' ') ?? 'kustomize build');
    if (outcome.kind === 'absent') {
      this.unrendered.set(unit.tool, [...(this.unrendered.get(unit.tool) ?? []), unit.name]);
      return;
    }
    if (outcome.kind === 'late') {
      const { seconds } = this.options;
      this.failures.push(
        `${unit.name}: ${program} was ended after ${seconds} s; --render-timeout gives it more time.`,
      );
      return;
    }
    if (needsPlugins(outcome.stderr)) {
      this.remarks.push(
        `${unit.name}: not rendered, for it needs plugins of kustomize, and those stay off; its files are read as they are.`,
      );
      return;
    }
    const cause = causeOfFailure(unit, outcome.stderr);
    const where = cause && `${cause.place.source.name}:${lineAndColumn(cause.place)}: ${cause.message} `;
    this.failures.push(`${where ?? ''}${unit.name}: ${program} failed: ${messageOf(outcome.stderr)}`);
  }

  /** Lists of values that no chart has. */
  unmatched(asked: RenderOptions['helmValues'], units: readonly Unit[]): readonly string[] {
    const charts = units.flatMap((unit) => (unit.tool === 'helm' ? [unit.chart] : []));
    return asked.flatMap((files) =>
      files
        .filter(
          (file) =>
            ![...charts, this.options.valuesFolder].some((folder) => isFile(path.resolve(folder, file))),
        )
        .map((file) => `${file}: no chart has such a file of values.`),
    );
  }

  /** A file of the input, or another one that something is made of. */
  private sourceAt(file: string): Source | undefined {
    const known = this.files.get(file);
    if (known) return known;
    // Programs resolve the links on the way to a file.
    this.realFiles ??= new Map(this.sources.flatMap((source) => realEntry(source)));
    const real = this.realFiles.get(file);
    if (real) return real;
    if (!isFile(file)) return undefined;
    const name = withSlashes(path.relative(this.options.workingFolder, file));
    const source: Source = { path: file, name, read: () => readText(file) };
    this.files.set(file, source);
    return source;
  }
}

function realEntry(source: Source): [string, Source][] {
  try {
    return [[withSlashes(realpathSync(source.path)), source]];
  } catch {
    return []; // Standard input is no file.
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}

interface Cdk8sOutputs {
  readonly sources: readonly Source[];
  readonly notes: readonly string[];
  /** By folder: what cdk8s says of the constructs that its objects come from. */
  readonly metadata: ReadonlyMap<string, string>;
}

/** What cdk8s wrote into folders that Git ignores. The app itself is never run. */
function cdk8sOutputs(given: readonly Source[], workingFolder: string): Cdk8sOutputs {
  const known = new Set(given.map(({ path: file }) => file));
  const notes: string[] = [];
  const metadata = new Map<string, string>();
  const sources = given.flatMap((source) => {
    if (!source.path.endsWith('/cdk8s.yaml')) return [];
    const [config] = parseValues(source.read());
    const { app, output = 'dist' } = (config ?? {}) as { app?: unknown; output?: unknown };
    if (app === undefined || typeof output !== 'string') return [];
    const folder = path.resolve(folderOf(source), output);
    if (!existsSync(folder)) {
      notes.push(
        `${source.name}: there is no "${output}" yet; run cdk8s synth first, for rolloutkit runs no app.`,
      );
      return [];
    }
    const file = path.join(folder, 'construct-metadata.json');
    if (isFile(file)) metadata.set(withSlashes(folder), readText(file));
    return discover([folder], workingFolder).sources.filter((one) => !known.has(one.path));
  });
  return { sources, notes, metadata };
}
