import { kinds } from '../../kubernetes/objects/object.js';
import { isSameList } from '../../model/same-list.js';
import type { Source } from '../../model/source.js';
import type { ChartFiles } from '../../repository/render/chart-files.js';
import { HelmOrigins } from '../../repository/render/helm-origins.js';
import { renderedPath } from '../../repository/render/inputs.js';
import { type HelmUnit, unitKey } from '../../repository/render/plan.js';
import { readChart, readableText } from '../../repository/render/read-chart.js';
import { unfitNames } from '../../repository/render/release-names.js';
import { readHelmOutput, type RenderedText } from '../../repository/render/rendered.js';
import { type Chart, evaluateChart, type LeftOutTemplate } from '../../repository/template/chart.js';
import { valuesSeen } from '../../repository/template/placed.js';
import type { SetValue } from '../../repository/template/set-values.js';
import type { Mapping } from '../../repository/template/unknown.js';
import type { WorkLeft } from '../../repository/template/evaluate.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { lastValues } from '../../yaml/parse/values.js';
import { kubernetesOf, type KubernetesSettings } from '../project/kubernetes-of.js';
import { withModes } from './chart-modes.js';
import { ValuesSchemas, valueSources } from './refused-values.js';
import { isUnfinished, unparsable, withOpenImages, withOpenStrategy } from './unfinished.js';
import { hasPlaceholders, isOfTest, withTrials } from './tried-values.js';
import { withSwitched } from './switched-charts.js';
import { type EvaluatedRendering, switchedValues, type TriedRelease } from './switched-units.js';

/** A chart as it was read, with the files that it was read from. */
interface ReadingOfChart {
  /** Undefined if only Helm can read it. */
  readonly chart: Chart | undefined;
  readonly files: ReadonlyMap<string, Source | undefined>;
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly folders: ReadonlyMap<string, string>;
}

/** The objects of a release as far as they are known, and what is missing. */
interface ReleaseOutput {
  readonly text: RenderedText;
  readonly leftOut: readonly LeftOutTemplate[];
  readonly absent: readonly string[];
  /** Why Helm refuses its values. */
  readonly refused: readonly string[];
}

/** The output of a release, and what it was made of. */
interface EvaluatedRelease {
  readonly reading: ReadingOfChart;
  readonly values: readonly (Source | undefined)[];
  readonly texts: readonly (string | undefined)[];
  /** The work that was left before, and after. */
  readonly work: readonly [number, number];
  readonly output: ReleaseOutput | string;
  readonly unit: HelmUnit;
  readonly rendering: EvaluatedRendering | string;
}

/** What a release is made of. */
interface ReleasedWith {
  readonly reading: ReadingOfChart;
  readonly files: ChartFiles;
  readonly left: WorkLeft;
  readonly schemas: ValuesSchemas;
}

/** The releases of charts. What the files of a release do not change is kept from the last time. */
export class EvaluatedReleases {
  private charts = new Map<string, ReadingOfChart>();
  private releases = new Map<string, EvaluatedRelease>();

  constructor(
    private readonly settings: KubernetesSettings,
    private readonly readsModes = false,
  ) {}

  /** The objects of each release, or why they are not known. `isTrial` leaves what is kept as it is. */
  of(
    units: readonly HelmUnit[],
    files: ChartFiles,
    { left, isTrial }: { readonly left: WorkLeft; readonly isTrial: boolean },
  ): readonly TriedRelease[] {
    const charts = new Map<string, ReadingOfChart>();
    const schemas = new ValuesSchemas();
    const releases = new Map<string, EvaluatedRelease>();
    const render = (unit: HelmUnit): EvaluatedRendering | string => {
      let reading = charts.get(unit.chart);
      if (!reading)
        charts.set(unit.chart, (reading = currentReading(unit.chart, files, this.charts.get(unit.chart))));
      const key = `${unit.name}\n${unitKey(unit)}`;
      const release = this.release(unit, { reading, files, left, schemas }, this.releases.get(key));
      releases.set(key, release);
      return release.rendering;
    };
    const released = units.map((unit) => ({ unit, rendering: render(unit) }));
    const chartOf = (unit: HelmUnit): Chart | undefined => charts.get(unit.chart)?.chart;
    const valuesIn = (unit: HelmUnit, chart: Chart): Mapping | undefined =>
      valuesOfUnit(unit, chart, textsOf(unit, files));
    const around = { chartOf, render, valuesOf: valuesIn };
    const known = withSwitched(withTrials(released, files, around), around);
    const tried = this.readsModes ? withModes(known, around) : known;
    if (!isTrial) [this.charts, this.releases] = [charts, releases];
    return tried;
  }

  private release(
    unit: HelmUnit,
    { reading, files, left, schemas }: ReleasedWith,
    last: EvaluatedRelease | undefined,
  ): EvaluatedRelease {
    const values = unit.values.map((file) => files.source(file));
    const texts = textsOf(unit, files);
    const isSame =
      last !== undefined && last.reading.chart === reading.chart && isSameList(last.texts, texts);
    let output: ReleaseOutput | string;
    let work: EvaluatedRelease['work'];
    if (last && isSame && isWorkSame(last.work, left.amount)) {
      const [before, after] = last.work;
      work = [left.amount, left.amount - (before - after)];
      left.amount = work[1];
      ({ output } = last);
    } else {
      const before = left.amount;
      const { settings } = this;
      const sources = [reading.files.get(`${unit.chart}/values.yaml`), ...values];
      output = releasedOutput(unit, { chart: reading.chart, texts, sources, left, settings, schemas });
      work = [before, left.amount];
      // So that what was linted of it need not be linted again.
      if (isSameOutput(output, last?.output)) output = last!.output;
    }
    const isKept =
      last?.unit === unit &&
      last.output === output &&
      last.reading.files === reading.files &&
      isSameList(last.values, values);
    const rendering = isKept ? last.rendering : renderingOf(unit, output, { reading, values });
    return { reading, values, texts, work, output, unit, rendering };
  }
}

/** The texts of the values of a release, of which the later ones win. */
function textsOf(unit: HelmUnit, files: ChartFiles): readonly (string | undefined)[] {
  return [
    ...unit.values.map((file) => readableText(files.source(file))),
    ...(unit.inline?.text === undefined ? [] : [unit.inline.text]),
  ];
}

/** The contents of the values of a release; undefined if one cannot be read. */
function contentsOf(texts: readonly (string | undefined)[]): readonly unknown[] | undefined {
  const values = texts.map((text) => (text === undefined ? undefined : lastValues(text)));
  return values.includes(undefined) ? undefined : values.map((documents) => documents?.[0]);
}

function setOf(unit: HelmUnit): readonly SetValue[] {
  return [...(unit.inline?.parameters ?? []), ...switchedValues(unit)];
}

function valuesOfUnit(
  unit: HelmUnit,
  chart: Chart,
  texts: readonly (string | undefined)[],
): Mapping | undefined {
  const contents = contentsOf(texts);
  return contents && valuesSeen(chart, contents, setOf(unit));
}

/** A chart as it is now: the same object as before where its files have the same texts. */
function currentReading(folder: string, files: ChartFiles, last: ReadingOfChart | undefined): ReadingOfChart {
  if (last && isReadSame(last, files)) {
    const sources = new Map([...last.files.keys()].map((file) => [file, files.source(file)]));
    const isSame = [...sources].every(([file, source]) => last.files.get(file) === source);
    return isSame ? last : { ...last, files: sources };
  }
  const read = new Map<string, Source | undefined>();
  const folders = new Map<string, string>();
  const chart = readChart(folder, {
    source: (file) => {
      const source = files.source(file);
      read.set(file, source);
      return source;
    },
    entries: (at) => {
      const entries = files.entries(at);
      folders.set(at, JSON.stringify(entries ?? null));
      return entries;
    },
  });
  const texts = new Map([...read].map(([file, source]) => [file, readableText(source)]));
  return { chart, files: read, texts, folders };
}

function isReadSame({ texts, folders }: ReadingOfChart, files: ChartFiles): boolean {
  return (
    [...texts].every(([file, text]) => readableText(files.source(file)) === text) &&
    [...folders].every(([folder, entries]) => JSON.stringify(files.entries(folder) ?? null) === entries)
  );
}

/** Whether as much work as before leads to the same: it was not what ended the evaluation. */
function isWorkSame([before, after]: EvaluatedRelease['work'], left: number): boolean {
  return before === left || (after >= 0 && before - after <= left);
}

function isSameOutput(one: ReleaseOutput | string, other: ReleaseOutput | string | undefined): boolean {
  if (typeof one === 'string' || typeof other !== 'object') return one === other;
  const missing = ({ leftOut, absent, refused }: ReleaseOutput): string =>
    JSON.stringify([leftOut, absent, refused]);
  const [{ source }, { source: last }] = [one.text, other.text];
  return source.name === last.name && missing(one) === missing(other) && source.read() === last.read();
}

interface Evaluation {
  readonly chart: Chart | undefined;
  /** The texts of its values, of which the later ones win. */
  readonly texts: readonly (string | undefined)[];
  /** Its files with values, those of the chart first. */
  readonly sources: readonly (Source | undefined)[];
  readonly schemas: ValuesSchemas;
  readonly left: WorkLeft;
  readonly settings: KubernetesSettings;
}

/** The output of a release, or why it is not known. */
function releasedOutput(
  unit: HelmUnit,
  { chart, texts, sources, schemas, left, settings }: Evaluation,
): ReleaseOutput | string {
  if (!chart || unfitNames(unit).length > 0) return 'only Helm can read the chart';
  const values = contentsOf(texts);
  if (!values) return 'a values file cannot be read';
  const { createHash } = process.getBuiltinModule('node:crypto');
  const evaluated = evaluateChart(chart, {
    name: unit.release,
    namespace: unit.namespace,
    kubernetes: unit.kubeVersion ?? kubernetesOf(unit, settings),
    apiVersions: unit.apiVersions,
    values,
    isOpen: hasPlaceholders(unit),
    set: unit.inline?.parameters ?? [],
    decided: switchedValues(unit),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    left,
  });
  if (evaluated.kind === 'unknown') return evaluated.reason;
  if (!isSound(evaluated.text)) return 'its output is not YAML';
  const output = hasPlaceholders(unit) ? withOpenStrategy(withOpenImages(evaluated.text)) : evaluated.text;
  if (!unit.deployer && isUnfinished(output)) return 'its values are not those of a release';
  const { leftOut, absent } = evaluated;
  const isPartial = leftOut.length + absent.length > 0;
  const text = readHelmOutput(output, {
    ...{ path: renderedPath(unit), name: `${unit.name} (rendered)` },
    ...(unit.deployer ? {} : { assumedRelease: unit.release }),
    ...(isPartial ? { isPartial } : {}),
  });
  // Without its Rollout, a part of a chart says less than that it was not read.
  const hasRollout = text.docs.some(({ kind }) => kind === kinds.rollout.kind);
  const [first] = leftOut;
  if (first && !hasRollout) return first.reason;
  const refused = [
    ...(isJudged(unit) ? schemas.refusals(unit, evaluated.checked, valueSources(sources)) : []),
    ...unparsable(unit, chart),
  ];
  return { text, leftOut, absent, refused };
}

function renderingOf(
  unit: HelmUnit,
  output: ReleaseOutput | string,
  { reading, values }: Pick<EvaluatedRelease, 'reading' | 'values'>,
): EvaluatedRendering | string {
  if (typeof output === 'string') return output;
  const own = new Map(unit.values.map((file, index) => [file, values[index]]));
  const sourceAt = (file: string): Source | undefined => reading.files.get(file) ?? own.get(file);
  const { text, leftOut, absent, refused } = output;
  return {
    ...{ unit, text, refused, missing: { leftOut, absent }, isPartial: text.source.isPartial === true },
    origins: new HelmOrigins(unit, sourceAt),
    leftOut: leftOut.map(({ path }) => `${unit.chart}/${path.slice(path.indexOf('/') + 1)}`),
  };
}

/** Whether its values are those of the repository, and not others that turn its Rollout on. */
function isJudged(unit: HelmUnit): boolean {
  return switchedValues(unit).length === 0 && !isOfTest(unit) && !hasPlaceholders(unit);
}

/** Helm rejects a chart whose output is not YAML. */
function isSound(text: string): boolean {
  return splitDocuments(text).every(({ start, end }) => parseTree(text, start, end).problems.length === 0);
}
