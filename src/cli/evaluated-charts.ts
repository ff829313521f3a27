import path from 'node:path';
import { isFile } from '../repository/files/is-file.js';
import { readWithin } from '../repository/files/read-text.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { relocate } from '../lint/rendered/relocate.js';
import { isBelow } from '../model/paths.js';
import { folderOf, isKustomizationFile, type Source } from '../model/source.js';
import { HelmOrigins } from '../repository/render/helm-origins.js';
import { inputsOf, renderedPath, type Rendering } from '../repository/render/inputs.js';
import { type HelmUnit, renderPlan } from '../repository/render/plan.js';
import { readHelmOutput } from '../repository/render/rendered.js';
import { evaluateChart } from '../repository/template/chart.js';
import type { WorkLeft } from '../repository/template/evaluate.js';
import { readChart } from './read-chart.js';
import { parseTree } from '../yaml/parse/tree.js';
import { splitDocuments } from '../yaml/parse/documents.js';
import { soundValues } from '../yaml/parse/values.js';
import type { Note } from '../report/report.js';
import { kinds } from '../kubernetes/objects/object.js';
import type { RolloutObject } from '../kubernetes/objects/rollout-object.js';
import { dnsSubdomainProblems } from '../kubernetes/validation/labels.js';
import { hasStrategy } from '../rollouts/controllers/validation/spec.js';
import { boundaryOf, type CommandInputs, type Settings } from './inputs.js';
import { kubernetesOf } from './kubernetes-of.js';
import { unfitNames } from './release-names.js';

/** For all charts together: some hundred of the largest public ones. */
const mostWork = 60_000_000;

/**
 * Reads charts of Rollouts without Helm: their templates are evaluated with the values that Applications and values files give,
 * as far as that is certain. Other charts stay unread.
 */
export function withEvaluatedCharts(
  inputs: CommandInputs,
  settings: Settings,
  paths: readonly string[],
): CommandInputs {
  const { sources } = inputs;
  const charts = chartsOfRollouts(sources);
  if (charts.length === 0) return inputs;
  const boundary = boundaryOf(settings, paths);
  const files = new Map(sources.map((source) => [source.path, source]));
  const read = (file: string): string | undefined => {
    const known = files.get(file);
    if (known) return known.read();
    try {
      return isFile(file) ? readWithin(boundary, file) : undefined;
    } catch {
      return undefined; // Only Helm says what is wrong with it.
    }
  };
  const plan = renderPlan(
    sources.map((source) => (decidesOnCharts(source, charts) ? source : unread(source))),
    {
      helmValues: [],
      isFile: (file) => isFile(file) && boundary.allows(file),
      allows: (file) => boundary.allows(file),
      workingFolder: withSlashes(settings.valuesFolder),
      workTrees: inputs.graph.workTrees,
    },
  );
  const units = plan.units
    .filter((unit) => unit.tool === 'helm')
    .filter(({ chart }) => charts.includes(chart));
  const left: WorkLeft = { amount: mostWork };
  const tried = units.map((unit) => ({
    unit,
    rendering: renderingOf(unit, { settings, read, files, left }),
  }));
  const known = tried.flatMap(({ rendering }) => (typeof rendering === 'string' ? [] : [rendering]));
  if (known.length === 0) return inputs;
  const { graph, ...rest } = inputs;
  const { asWritten, ...made } = inputsOf(sources, plan, known);
  return {
    ...rest,
    ...made,
    notes: [...rest.notes, ...tried.flatMap(({ unit, rendering }) => unknownNote(unit, rendering, known))],
    graph: { ...graph, asWritten },
    relocate: (findings) => relocate(findings, known),
  };
}

/** The folders of charts with a template that names Argo's kinds. */
function chartsOfRollouts(sources: readonly Source[]): readonly string[] {
  const folders = sources.filter((source) => source.path.endsWith('/Chart.yaml')).map(folderOf);
  if (folders.length === 0) return [];
  const outer = folders.filter((folder) => !folders.some((other) => isBelow(folder, `${other}/charts`)));
  return outer.filter((folder) =>
    sources.some(
      (source) => source.path.startsWith(`${folder}/templates/`) && /kind: *Rollout\b/.test(source.read()),
    ),
  );
}

/** A source as one that is there, which the plan need not read. */
function unread(source: Source): Source {
  return { path: source.path, name: source.name, read: () => '' };
}

/** Whether a source takes part in how charts are released. */
function decidesOnCharts(source: Source, charts: readonly string[]): boolean {
  const { path: file } = source;
  if (file.endsWith('/Chart.yaml') || isKustomizationFile(file)) return true;
  if (charts.includes(folderOf(source))) return true;
  return (
    !file.includes('/templates/') &&
    source.read().includes('argoproj.io') &&
    source.read().includes('Application')
  );
}

/** A release that is not known, of a chart whose other releases are. One that is not known at all is told as unrendered. */
function unknownNote(
  unit: HelmUnit,
  rendering: Rendering | string,
  known: readonly Rendering[],
): readonly Note[] {
  if (typeof rendering !== 'string') return [];
  if (!known.some(({ unit: other }) => other.tool === 'helm' && other.chart === unit.chart)) return [];
  return [{ message: `${unit.name}: not read without Helm: ${rendering}. Lint it with --render.` }];
}

/** What charts are read with. */
interface ChartReading {
  readonly settings: Settings;
  readonly read: (file: string) => string | undefined;
  readonly files: ReadonlyMap<string, Source>;
  readonly left: WorkLeft;
}

/** The objects of a release of a chart, or why they are not known. */
function renderingOf(unit: HelmUnit, { settings, read, files, left }: ChartReading): Rendering | string {
  const chart = unfitNames(unit).length === 0 ? readChart(unit.chart, read) : undefined;
  const texts = [...unit.values.map(read), ...(unit.inline?.text === undefined ? [] : [unit.inline.text])];
  const values = texts.map((text) => (text === undefined ? undefined : soundValues(text)));
  if (!chart) return 'only Helm can read the chart';
  if (values.includes(undefined)) return 'a values file cannot be read';
  const { createHash } = process.getBuiltinModule('node:crypto');
  const evaluated = evaluateChart(chart, {
    name: unit.release,
    namespace: unit.namespace,
    kubernetes: unit.kubeVersion ?? kubernetesOf(unit, settings),
    apiVersions: unit.apiVersions,
    values: values.map((documents) => documents?.[0]),
    set: unit.inline?.parameters ?? [],
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    left,
  });
  if (evaluated.kind === 'unknown') return evaluated.reason;
  if (!isSound(evaluated.text)) return 'its output is not YAML';
  if (!unit.deployer && isUnfinished(evaluated.text)) return 'its values are not those of a release';
  const source = {
    ...{ path: renderedPath(unit), name: `${unit.name} (rendered)` },
    ...(unit.deployer ? {} : { assumedRelease: unit.release }),
  };
  const sourceAt = (file: string): Source | undefined => {
    const known = files.get(file);
    const text = known ? undefined : read(file);
    if (text === undefined) return known;
    return { path: file, name: withSlashes(path.relative(settings.workingFolder, file)), read: () => text };
  };
  return { unit, text: readHelmOutput(evaluated.text, source), origins: new HelmOrigins(unit, sourceAt) };
}

/** Whether a line is that of an image without a repository or a tag: `image: ":"`. */
function hasEmptyImage(line: string): boolean {
  const [, written = 'web'] = /^(?:- +)?image: *(\S+)$/.exec(line.trim()) ?? [];
  return /^["']?(?::|["']?$)|:["']?$/.test(written);
}

/**
 * Whether the values of a chart that no Application releases leave empty what every release has to set. Charts that are made
 * from such values, by a program or by hand, are not those of the repository: what would be found in them is not known.
 */
function isUnfinished(text: string): boolean {
  if (text.split('\n').some(hasEmptyImage)) return true;
  return (soundValues(text) ?? []).some((value) => {
    const { kind, metadata, spec } = (value ?? {}) as Partial<RolloutObject>;
    const name: unknown = metadata?.name;
    const isNamed = typeof name === 'string' && dnsSubdomainProblems(name).length === 0;
    return !isNamed || (kind === kinds.rollout.kind && !hasStrategy(spec ?? {}));
  });
}

/** Helm rejects a chart whose output is not YAML. */
function isSound(text: string): boolean {
  return splitDocuments(text).every(({ start, end }) => parseTree(text, start, end).problems.length === 0);
}
