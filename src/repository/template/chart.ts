import { parseTemplate } from './parse-template.js';
import { Evaluator, type WorkLeft } from './evaluate.js';
import { copyOf, fromPlain, overlaid } from './go-values.js';
import { helmFunctions } from './helm-functions.js';
import { type SetValue, withSet } from './set-values.js';
import type { ParsedTemplate, TemplatePart } from './syntax.js';
import { type Mapping, NotEvaluated, notEvaluated, type TemplateValue } from './unknown.js';

/** A chart as its files describe it. */
export interface Chart {
  /** The content of Chart.yaml. */
  readonly about: unknown;
  readonly values: unknown;
  /** The texts of its templates, by their path in the chart. */
  readonly templates: ReadonlyMap<string, string>;
  /** The charts in its folder `charts`. */
  readonly charts: readonly Chart[];
}

/** How a chart is released. */
export interface Release {
  readonly name: string;
  readonly namespace: string;
  /** `1.36` */
  readonly kubernetes: string;
  readonly apiVersions: readonly string[];
  /** The contents of value files, later ones win. */
  readonly values: readonly unknown[];
  /** Single values over them. */
  readonly set: readonly SetValue[];
  readonly sha256: (text: string) => string;
  /** Counted down, so that many charts take no longer than a few. */
  readonly left: WorkLeft;
}

/** The manifests of a chart, or why they are not known without Helm. */
export type Evaluated =
  | { readonly kind: 'manifests'; readonly text: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A chart in its place among the others, with the values that it sees. */
interface Placed {
  readonly chart: Chart;
  readonly path: string;
  readonly values: Mapping;
}

/**
 * The manifests that `helm template` prints for a chart, in the order of its files, without running Helm. Unknown if a template
 * needs more than the values: a function that is random, a file, an archive.
 */
export function evaluateChart(chart: Chart, release: Release): Evaluated {
  try {
    const files = release.values
      .map(asMap)
      .reduce((under, one) => overlaid(one, under, true), new Map<string, TemplateValue>());
    const over = withSet(files, release.set);
    const placed = place(chart, nameOf(chart), over, 0);
    const parsed = placed.map((one) => ({ ...one, files: filesOf(one.chart, release.left) }));
    const defined = new Map<string, readonly TemplatePart[]>();
    // Helm parses charts within others first, so that the outer one can define their templates again.
    for (const { files, path } of parsed.toReversed())
      for (const { file, template } of files) {
        defined.set(`${path}/${file}`, template.parts);
        for (const [name, body] of template.defined) defined.set(name, body);
      }
    const evaluator = new Evaluator(defined, (one) => helmFunctions(one, release.sha256), release.left);
    const documents = parsed.flatMap(({ files, chart: own, path, values }) =>
      files
        .filter(({ file }) => isPrinted(file))
        .map(({ file, template }) => {
          const name = `${path}/${file}`;
          const text = evaluator.execute(
            template.parts,
            contextOf({ chart: own, path, values }, name, release),
          );
          return documentsPrinted(name, text);
        }),
    );
    return { kind: 'manifests', text: documents.join('') };
  } catch (error) {
    if (error instanceof NotEvaluated) return { kind: 'unknown', reason: error.message };
    // A value within itself, or more depth than there is stack.
    if (error instanceof RangeError) return { kind: 'unknown', reason: 'it is nested too deeply' };
    throw error;
  }
}

function asMap(value: unknown): Mapping {
  const made = fromPlain(value);
  if (made instanceof Map) return made;
  return made === null ? new Map<string, TemplateValue>() : notEvaluated('its values are not a map');
}

function nameOf({ about }: Chart): string {
  const name = asMap(about).get('name');
  return typeof name === 'string' ? name : notEvaluated('a chart has no name');
}

interface File {
  readonly file: string;
  readonly template: ParsedTemplate;
}

function filesOf({ templates }: Chart, left: WorkLeft): readonly File[] {
  return [...templates].map(([file, text]) => {
    left.amount -= text.length;
    if (left.amount < 0) notEvaluated('its templates take too much work');
    return { file, template: parseTemplate(text) };
  });
}

/**
 * What Helm prints of a file: each of its documents below the path of the file.
 * https://github.com/helm/helm/blob/v3.19.0/pkg/releaseutil/manifest.go (SplitManifests)
 */
function documentsPrinted(name: string, text: string): string {
  const documents: string[][] = [[]];
  for (const line of text.split('\n'))
    if (line.startsWith('---')) documents.push([line.slice(3)]);
    else documents.at(-1)?.push(line);
  return documents
    .map((lines) => lines.join('\n').trim())
    .map((document) => (document === '' ? '' : `---\n# Source: ${name}\n${document}\n`))
    .join('');
}

/** Partials and notes are only read. */
function isPrinted(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return !name.startsWith('_') && name !== 'NOTES.txt';
}

/** More charts within each other than repositories have. */
const mostNestedCharts = 5;

/** A chart and those in it that its values switch on. */
function place(chart: Chart, path: string, over: Mapping, depth: number): readonly Placed[] {
  if (depth > mostNestedCharts) notEvaluated('charts are nested too deeply');
  const about = asMap(chart.about);
  const values = overlaid(over, asMap(chart.values));
  if (about.has('import-values')) notEvaluated('it imports values of another chart');
  const declared = dependenciesOf(about);
  const known = new Map(chart.charts.map((one) => [nameOf(one), one]));
  const inner: Placed[] = [];
  const addInner = (one: Chart, name: string): void => {
    const own = values.get(name) ?? new Map<string, TemplateValue>();
    if (!(own instanceof Map)) return notEvaluated(`the values of ${name} are not a map`);
    const global = values.get('global');
    const scoped: Mapping = new Map(copyOf(own) as Mapping);
    if (global instanceof Map) {
      const mine = scoped.get('global');
      scoped.set('global', mine instanceof Map ? overlaid(global, mine) : copyOf(global));
    }
    const placed = place(one, `${path}/charts/${name}`, scoped, depth + 1);
    inner.push(...placed);
    if (placed[0]) values.set(name, placed[0].values);
  };
  for (const dependency of declared) {
    if (dependency.has('import-values') || dependency.has('tags'))
      notEvaluated('a chart is switched on by tags, or its values are imported');
    const name = dependency.get('name');
    if (typeof name !== 'string' || !isOn(dependency.get('condition'), values)) continue;
    const one = known.get(name) ?? notEvaluated(`chart ${name} is not in the repository`);
    const alias = dependency.get('alias');
    addInner(one, typeof alias === 'string' ? alias : name);
  }
  const names = new Set(declared.map((one) => one.get('name')));
  for (const [name, one] of known) if (!names.has(name)) addInner(one, name);
  if (!values.has('global') && depth > 0) values.set('global', new Map());
  const isLibrary = about.get('type') === 'library';
  const visible = isLibrary ? partialsOf(chart) : chart;
  return [{ chart: visible, path, values }, ...inner];
}

function dependenciesOf(about: Mapping): readonly Mapping[] {
  const wanted = about.get('dependencies');
  if (!Array.isArray(wanted)) return [];
  return wanted.map((one: TemplateValue) =>
    one instanceof Map ? one : notEvaluated('a dependency is not a map'),
  );
}

/** A library prints nothing. */
function partialsOf(chart: Chart): Chart {
  const templates = [...chart.templates].filter(([file]) => !isPrinted(file));
  return { ...chart, templates: new Map(templates) };
}

/** Whether the first of some paths that has a boolean value is true; without any, the chart is on. */
function isOn(condition: TemplateValue | undefined, values: Mapping): boolean {
  if (typeof condition !== 'string') return true;
  for (const path of condition.split(',')) {
    let value: TemplateValue | undefined = values;
    for (const key of path.trim().split('.')) value = value instanceof Map ? value.get(key) : undefined;
    if (typeof value === 'boolean') return value;
  }
  return true;
}

/** API versions that Helm knows without a cluster are those of Kubernetes itself. */
const ownGroup = /^(?:v1|[a-z]+\/v\d\w*|[a-z.]+\.k8s\.io\/v\d\w*)(?:\/[A-Z]\w*)?$/;

/** Versions that Kubernetes served once; Helm knows those of its own release only. */
const mayBeServed = /beta|alpha/;

const readsFile = (): TemplateValue => notEvaluated('it reads a file of the chart');

function contextOf({ chart, path, values }: Placed, file: string, release: Release): TemplateValue {
  const about = asMap(chart.about);
  const own: (readonly [string, TemplateValue])[] = [...about].map(([key, value]) => [
    key.charAt(0).toUpperCase() + key.slice(1),
    value,
  ]);
  return new Map<string, TemplateValue>([
    ['Values', values],
    [
      'Chart',
      new Map<string, TemplateValue>([
        ['Name', ''],
        ['Version', ''],
        ['AppVersion', ''],
        ['Type', ''],
        ...own,
      ]),
    ],
    [
      'Release',
      new Map<string, TemplateValue>([
        ['Name', release.name],
        ['Namespace', release.namespace],
        ['Service', 'Helm'],
        ['IsInstall', true],
        ['IsUpgrade', false],
        ['Revision', 1n],
      ]),
    ],
    ['Capabilities', capabilitiesOf(release)],
    [
      'Template',
      new Map([
        ['Name', file],
        ['BasePath', `${path}/templates`],
      ]),
    ],
    [
      'Files',
      new Map(['Get', 'Glob', 'Lines', 'GetBytes', 'AsConfig', 'AsSecrets'].map((key) => [key, readsFile])),
    ],
  ]);
}

/** What the cluster of a release can do, as far as Helm knows it without asking one. */
function capabilitiesOf({ kubernetes, apiVersions }: Release): TemplateValue {
  const parts = kubernetes.split('.');
  const [major = '1', minor = '0'] = parts;
  const version = `v${parts.length === 2 ? `${kubernetes}.0` : kubernetes}`;
  const has = (api: TemplateValue | undefined): boolean => {
    const text = typeof api === 'string' ? api : '';
    if (apiVersions.includes(text)) return true;
    if (!ownGroup.test(text)) return false;
    return mayBeServed.test(text) ? notEvaluated(`it asks whether ${text} is served`) : true;
  };
  return new Map<string, TemplateValue>([
    [
      'KubeVersion',
      new Map<string, TemplateValue>([
        ['Version', version],
        ['GitVersion', version],
        ['Major', major],
        ['Minor', minor],
      ]),
    ],
    ['APIVersions', new Map<string, TemplateValue>([['Has', has]])],
  ]);
}
