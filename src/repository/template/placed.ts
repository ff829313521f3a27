import type { Chart } from './chart.js';
import { copyOf, fromPlain, overlaid } from './go-values.js';
import { type SetValue, withSet } from './set-values.js';
import { type Mapping, NotEvaluated, notEvaluated, OpenMapping, type TemplateValue } from './unknown.js';

/** A chart in its place among the others, with the values that it sees. */
export interface Placed {
  readonly chart: Chart;
  readonly path: string;
  readonly values: Mapping;
}

/** A value as a map, empty if there is none. */
export function asMap(value: unknown): Mapping {
  const made = fromPlain(value);
  if (made instanceof Map) return made;
  return made === null ? new Map<string, TemplateValue>() : notEvaluated('its values are not a map');
}

/** The values of files, of which the later ones win, and single ones over them. */
export function valuesOver(files: readonly unknown[], set: readonly SetValue[]): Mapping {
  const all = files
    .map(asMap)
    .reduce((under, one) => overlaid(one, under, true), new Map<string, TemplateValue>());
  return withSet(all, set);
}

/** The values that the templates of a chart see of those over its own. */
function valuesUnder(chart: Chart, over: Mapping): Mapping {
  return overlaid(over, asMap(chart.values));
}

/** The same for values that files and single values give; undefined if only Helm can read them. */
export function valuesSeen(
  chart: Chart,
  files: readonly unknown[],
  set: readonly SetValue[],
): Mapping | undefined {
  try {
    return valuesUnder(chart, valuesOver(files, set));
  } catch (error) {
    if (error instanceof NotEvaluated) return undefined;
    throw error;
  }
}

/** The name that a chart gives itself. */
export function nameOf({ about }: Chart): string {
  const name = asMap(about).get('name');
  return typeof name === 'string' ? name : notEvaluated('a chart has no name');
}

/** Partials and notes are only read. */
export function isPrinted(file: string): boolean {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return !name.startsWith('_') && name !== 'NOTES.txt';
}

/** Where a chart is placed. */
interface PlacedIn {
  readonly path: string;
  /** The values over its own. */
  readonly over: Mapping;
  readonly absent: Set<string>;
  readonly depth?: number;
}

/** More charts within each other than repositories have. */
const mostNestedCharts = 5;

/**
 * A chart and those in it that its values switch on. The names of those that it depends on and that are not in it are added to
 * `absent`; what of their values it does not set itself is not known.
 */
export function place(chart: Chart, { path, over, absent, depth = 0 }: PlacedIn): readonly Placed[] {
  if (depth > mostNestedCharts) notEvaluated('charts are nested too deeply');
  const about = asMap(chart.about);
  const values = valuesUnder(chart, over);
  if (about.has('import-values')) notEvaluated('it imports values of another chart');
  const declared = dependenciesOf(about);
  const known = new Map(chart.charts.map((one) => [nameOf(one), one]));
  const inner: Placed[] = [];
  const unplaced = new Map<string, string>();
  const addInner = (one: Chart, name: string): void => {
    const own = values.get(name) ?? new Map<string, TemplateValue>();
    if (!(own instanceof Map)) return notEvaluated(`the values of ${name} are not a map`);
    const global = values.get('global');
    const scoped: Mapping = new Map(copyOf(own) as Mapping);
    if (global instanceof Map) {
      const mine = scoped.get('global');
      scoped.set('global', mine instanceof Map ? overlaid(global, mine) : copyOf(global));
    }
    const placed = place(one, {
      path: `${path}/charts/${name}`,
      over: scoped,
      absent,
      depth: depth + 1,
    });
    inner.push(...placed);
    if (placed[0]) values.set(name, placed[0].values);
  };
  for (const dependency of declared) {
    if (dependency.has('import-values') || dependency.has('tags'))
      notEvaluated('a chart is switched on by tags, or its values are imported');
    const name = dependency.get('name');
    if (typeof name !== 'string' || !isOn(dependency.get('condition'), values)) continue;
    const one = known.get(name);
    const alias = dependency.get('alias');
    const called = typeof alias === 'string' ? alias : name;
    if (one) addInner(one, called);
    else unplaced.set(called, name);
  }
  const names = new Set(declared.map((one) => one.get('name')));
  for (const [name, one] of known) if (!names.has(name)) addInner(one, name);
  if (!values.has('global') && depth > 0) values.set('global', new Map());
  // Last, because only what is complete can be copied.
  for (const [called, name] of unplaced) {
    const own = values.get(called) ?? new Map<string, TemplateValue>();
    if (!(own instanceof Map)) return notEvaluated(`the values of ${called} are not a map`);
    values.set(called, new OpenMapping(own, `the values of chart ${name} are not in the repository`));
    absent.add(name);
  }
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
