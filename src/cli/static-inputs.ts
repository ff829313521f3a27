import { upstreamTransformers } from '../rules/facts/upstream-transformers.js';
import path from 'node:path';
import { lstatSync } from '../repository/files/disk.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { workTreesAround } from '../repository/files/work-trees.js';
import type { Source } from '../model/source.js';
import { isKustomizationFile } from '../model/source.js';
import { type Inputs, inputsOf, renderedPath, type Rendering } from '../repository/render/inputs.js';
import { KustomizeOrigins } from '../repository/render/kustomize-origins.js';
import { type KustomizeUnit, type RenderPlan, renderPlan } from '../repository/render/plan.js';
import { readKustomizeOutput, originKey } from '../repository/render/rendered.js';
import { type StaticBuild, staticBuild } from '../repository/render/static-build.js';
import type { Settings } from './inputs.js';

/** Sources with the build output of kustomizations in place of their files. */
export interface BuiltInputs extends Inputs {
  /** The kustomizations whose output is unknown without kustomize. */
  readonly unknown: readonly Source[];
}

/** The output of kustomizations as far as it is known without kustomize. */
export class StaticInputs {
  private readonly plan: RenderPlan | undefined;
  private readonly built = new Map<KustomizeUnit, StaticBuild>();
  private readonly files: ReadonlyMap<string, Source>;

  constructor(
    private readonly sources: readonly Source[],
    settings: Pick<Settings, 'workingFolder'>,
    paths: readonly string[],
  ) {
    this.files = new Map(sources.map((source) => [source.path, source]));
    if (!sources.some(({ path }) => isKustomizationFile(path))) return;
    const plan = renderPlan(sources, {
      helmValues: [],
      isFile: () => false,
      allows: () => false,
      workingFolder: withSlashes(settings.workingFolder),
      workTrees: workTreesAround(paths.map((given) => path.resolve(settings.workingFolder, given))),
    });
    const units = plan.units.filter((unit) => unit.tool === 'kustomize');
    this.plan = { ...plan, units };
    for (const unit of units)
      this.built.set(
        unit,
        staticBuild(unit, (file) => this.textOf(file), upstreamTransformers),
      );
  }

  /** The folders of kustomizations, and whether their output is known. */
  get folders(): ReadonlyMap<string, boolean> {
    return new Map([...this.built].map(([{ folder }, build]) => [folder, 'objects' in build]));
  }

  /** The sources to read, with known output in place of the files of the wanted kustomizations. */
  inputs(isWanted: (folder: string) => boolean): BuiltInputs {
    const { plan } = this;
    const unknown = [...this.built].flatMap(([{ kustomization }, build]) =>
      'objects' in build ? [] : [kustomization.resource.source],
    );
    const renderings = [...this.built].flatMap(([unit, build]): Rendering[] =>
      'objects' in build && isWanted(unit.folder) ? [this.renderingOf(unit, build.objects)] : [],
    );
    if (!plan || renderings.length === 0)
      return {
        sources: this.sources,
        written: { sources: this.sources, built: new Set() },
        asWritten: (resource) => resource,
        writtenIn: () => [],
        unknown,
      };
    return { ...inputsOf(this.sources, plan, renderings), unknown };
  }

  private renderingOf(
    unit: KustomizeUnit,
    objects: Extract<StaticBuild, { objects: unknown }>['objects'],
  ): Rendering {
    const source = { path: renderedPath(unit), name: `${unit.kustomization.resource.source.name} (built)` };
    const text = objects
      .map(({ value, file }) => {
        const metadata = value['metadata'] as Readonly<Record<string, unknown>>;
        const annotations = {
          ...(metadata['annotations'] ?? {}),
          [originKey]: JSON.stringify({ path: file }),
        };
        return `${blockLines({ ...value, metadata: { ...metadata, annotations } }).join('\n')}\n`;
      })
      .join('---\n');
    return {
      unit,
      text: readKustomizeOutput(text, source),
      origins: new KustomizeOrigins(unit, '/', (file) => this.files.get(file)),
    };
  }

  private textOf(file: string): string | undefined {
    try {
      // kustomize has to decide whether to follow a link.
      if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
      return this.files.get(file)?.read();
    } catch {
      return undefined; // The reader of the file reports the error.
    }
  }
}

/** A value in block style with all scalars quoted as in JSON, so that none is read as another type. */
function blockLines(value: object): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) => {
      const [first = '', ...rest] = isFilled(item) ? blockLines(item) : [JSON.stringify(item)];
      return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
    });
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    if (item === undefined) return [];
    if (!isFilled(item)) return [`${JSON.stringify(key)}: ${JSON.stringify(item)}`];
    return [`${JSON.stringify(key)}:`, ...blockLines(item).map((line) => `  ${line}`)];
  });
}

function isFilled(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}
