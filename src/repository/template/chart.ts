import { parseTemplate } from './parse-template.js';
import { Evaluator, mayChangeValues, type WorkLeft } from './evaluate.js';
import { toPlain } from './go-values.js';
import { helmFunctions } from './helm-functions.js';
import { asMap, isPrinted, nameOf, place, type Placed, valuesOver, valuesSeen } from './placed.js';
import type { SetValue } from './set-values.js';
import type { ParsedTemplate, TemplatePart } from './syntax.js';
import { NotEvaluated, notEvaluated, OpenMapping, type TemplateValue } from './unknown.js';

/** A chart as its files describe it. */
export interface Chart {
  /** The content of Chart.yaml. */
  readonly about: unknown;
  readonly values: unknown;
  /** The text of its `values.schema.json`. */
  readonly schema?: string | undefined;
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
  /** Values that no release is known to have: where their maps are missing otherwise, what else is in them is required. */
  readonly decided?: readonly SetValue[];
  /** Whether a release that is not known sets what is required: placeholders stand for it. */
  readonly isOpen?: boolean;
  readonly sha256: (text: string) => string;
  /** Counted down, so that many charts take no longer than a few. */
  readonly left: WorkLeft;
}

/** A template whose output is not known. */
export interface LeftOutTemplate {
  /** Its path, as Helm names it: it starts with the name of the chart. */
  readonly path: string;
  readonly reason: string;
}

/** Values that Helm holds against the schema of a chart before it renders. */
export interface CheckedValues {
  readonly name: string;
  /** Where they are in the values of the outermost chart. */
  readonly within: readonly string[];
  readonly schema: string;
  readonly values: unknown;
  /** The values of charts that are missing, which may be others. */
  readonly open: ReadonlySet<string>;
}

/** The manifests of a chart, or why they are not known without Helm. */
export type Evaluated =
  | {
      readonly kind: 'manifests';
      readonly text: string;
      /** The templates whose objects are missing from the text. */
      readonly leftOut: readonly LeftOutTemplate[];
      /** The charts that it depends on and that are not in it. */
      readonly absent: readonly string[];
      readonly checked: readonly CheckedValues[];
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The manifests that `helm template` prints for a chart, in the order of its files, without running Helm. What a template makes is
 * left out if it needs more than the values: a function that is random, a file, a chart that is missing. So is what of it Helm
 * rejects, though Helm prints nothing then: the rest is what it prints once that is corrected. Unknown if nothing is left.
 */
export function evaluateChart(chart: Chart, release: Release): Evaluated {
  try {
    const { values, set, decided = [] } = release;
    const over = valuesOver(values, [...set, ...decided]);
    const undecided = decided.length > 0 ? valuesSeen(chart, values, set) : undefined;
    const absent = new Set<string>();
    const placed = place(chart, { path: nameOf(chart), over, absent });
    // Templates may change the values.
    const checked = placed.flatMap(checkedValues);
    const leftOut: LeftOutTemplate[] = [];
    const parsed = placed.map((one) => ({ ...one, files: filesOf(one, release.left, leftOut) }));
    const defined = new Map<string, readonly TemplatePart[]>();
    // Helm parses charts within others first, so that the outer one can define their templates again.
    for (const { files, path } of parsed.toReversed())
      for (const { file, template } of files) {
        defined.set(`${path}/${file}`, template.parts);
        for (const [name, body] of template.defined) defined.set(name, body);
      }
    const functions = (one: Evaluator) => helmFunctions(one, release.sha256);
    const evaluator = new Evaluator(defined, functions, release.left, release.isOpen, undecided);
    const documents = parsed.flatMap(({ files, ...one }) =>
      files
        .filter(({ file }) => isPrinted(file))
        .map(({ file, template }) => {
          const name = `${one.path}/${file}`;
          const made = evaluator.attempt(template.parts, contextOf(one, name, release));
          if ('text' in made) return documentsPrinted(name, made.text);
          if (mayChangeValues(one.chart.templates.get(file))) notEvaluated(made.reason);
          leftOut.push({ path: name, reason: made.reason });
          return '';
        }),
    );
    const text = documents.join('');
    const [first] = leftOut;
    if (first && text === '') return { kind: 'unknown', reason: first.reason };
    return { kind: 'manifests', text, leftOut, absent: [...absent], checked };
  } catch (error) {
    if (error instanceof NotEvaluated) return { kind: 'unknown', reason: error.message };
    // A value within itself, or more depth than there is stack.
    if (error instanceof RangeError) return { kind: 'unknown', reason: 'it is nested too deeply' };
    throw error;
  }
}

function checkedValues({ chart, path, values }: Placed): readonly CheckedValues[] {
  if (chart.schema === undefined) return [];
  const open = [...values].flatMap(([key, value]) => (value instanceof OpenMapping ? [key] : []));
  const steps = path.split('/').slice(1);
  return [
    {
      name: nameOf(chart),
      // A path such as `shop/charts/cart`.
      within: steps.filter((_, index) => index % 2 === 1),
      schema: chart.schema,
      values: toPlain(values),
      open: new Set(open),
    },
  ];
}

interface File {
  readonly file: string;
  readonly template: ParsedTemplate;
}

function filesOf({ chart, path }: Placed, left: WorkLeft, leftOut: LeftOutTemplate[]): readonly File[] {
  return [...chart.templates].flatMap(([file, text]): File[] => {
    left.amount -= text.length;
    if (left.amount < 0) notEvaluated('its templates take too much work');
    try {
      return [{ file, template: parseTemplate(text) }];
    } catch (error) {
      // What a template defines, others may use.
      const isAlone = isPrinted(file) && !/\b(?:define|block)\b/.test(text) && !mayChangeValues(text);
      if (!(error instanceof NotEvaluated) || !isAlone) throw error;
      leftOut.push({ path: `${path}/${file}`, reason: error.message });
      return [];
    }
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
