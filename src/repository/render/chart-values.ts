import { join } from '../graph/kustomization.js';
import { repositoryName, sources as applicationSources } from '../../kubernetes/kinds/application.js';
import {
  givesValues,
  inlineValues,
  type InlineValues,
  releaseKey,
  valueFiles,
  valuesKey,
} from '../../kubernetes/kinds/helm-values.js';
import type { Field } from '../../model/field.js';
import { groupBy } from '../../model/multimap.js';
import { folderOf, type Source } from '../../model/source.js';
import { parseValues } from '../../yaml/parse/values.js';
import type { PlanOptions } from './plan.js';
import { leadsOut, type Refusal } from './refusal.js';

/** What a chart is rendered with at one time. */
export interface ChartValues {
  /** Absolute paths; later files win. */
  readonly files: readonly string[];
  /** What the Application adds to them. */
  readonly inline: InlineValues | undefined;
  /** The source of the Application that deploys the chart so. */
  readonly deployer: Field | undefined;
  /** What tells it from other lists of the chart; files by their names if there is none. */
  readonly key: string | undefined;
  /** Whether the same chart with the same values is released more than once. */
  readonly isRepeated?: boolean;
}

/**
 * The values that a chart is rendered with, an entry for each time: those asked for, else those of the Applications that
 * deploy it, else each `values-….yaml` beside it, else what the chart brings.
 */
export function valuesOf(
  chart: string,
  sources: readonly Source[],
  deployers: readonly Field[],
  options: PlanOptions,
): readonly ChartValues[] {
  const { helmValues, isFile, workingFolder } = options;
  const [deployer] = deployers;
  const locate = (file: string): string | undefined =>
    [join(chart, file), join(workingFolder, file)].find((path) => isFile(path));
  const asked = helmValues.flatMap((files) => {
    const found = files.flatMap((file) => locate(file) ?? []);
    return found.length === files.length ? [plain(found, deployer)] : [];
  });
  if (asked.length > 0) return asked;

  const byValues = groupBy(distinct(deployers), valuesKey);
  const releases = [...byValues.values()].flatMap((those) =>
    those.slice(0, mostReleases).map((source) => ({ source, isRepeated: those.length > 1 })),
  );
  const deployed = releases.flatMap(({ source, isRepeated }) => {
    const values = ofApplication(chart, source, options);
    return values ? [{ ...values, key: isRepeated ? releaseKey(source) : values.key, isRepeated }] : [];
  });
  if (deployed.some((values) => values.deployer && givesValues(values.deployer))) return deployed;

  const beside = sources
    .filter((source) => folderOf(source) === chart)
    .map(({ path }) => path)
    .filter((path) => /\/(values[-._][^/]+|[^/]+[-._]values)\.ya?ml$/.test(path) && !isForTests(path))
    .sort();
  const lists = combined(beside, (file) => sources.find(({ path }) => path === file)?.read() ?? '');
  if (releases.length < 2) return lists.map((files) => plain(files, deployer));
  return releases.flatMap(({ source, isRepeated }) =>
    lists.map((files, index) => {
      const key = releaseKey(source);
      return { ...plain(files, source), key: lists.length > 1 ? `${key}/${index}` : key, isRepeated };
    }),
  );
}

/** So many releases of a chart with the same values are rendered: what more of them would show is the same under other names. */
const mostReleases = 20;

/** Sources that deploy a chart in the same way, each once. */
function distinct(deployers: readonly Field[]): readonly Field[] {
  return [
    ...new Map(deployers.toReversed().map((source) => [releaseKey(source), source])).values(),
  ].reverse();
}

/**
 * Which files of values are given together. Those for several environments say something of the same value; one that speaks of
 * values that no other one speaks of is a layer, which comes with each of them.
 */
function combined(
  files: readonly string[],
  textOf: (file: string) => string,
): readonly (readonly string[])[] {
  const said = files.map((file) => ({ file, keys: keysOf(textOf(file)) }));
  const isLayer = ({ file, keys }: (typeof said)[number]): boolean =>
    keys.length > 0 &&
    said.every(
      (other) =>
        other.file === file ||
        // What says nothing may say anything.
        (other.keys.length > 0 && !other.keys.some((key) => keys.includes(key))),
    );
  const layers = said.filter(isLayer).map(({ file }) => file);
  const others = files.filter((file) => !layers.includes(file));
  return others.length === 0 ? [layers] : others.map((file) => [...layers, file]);
}

/** The paths of all values that a file gives. */
function keysOf(text: string): readonly string[] {
  const leaves = (value: unknown, path: string): readonly string[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}/${key}`))
      : [path];
  try {
    const [value] = parseValues(text);
    return typeof value === 'object' && value !== null ? leaves(value, '') : [];
  } catch {
    return []; // Helm says what is wrong with it.
  }
}

/** Files of values that Applications name and that lie outside. */
export function refusedValues(
  chart: string,
  deployers: readonly Field[],
  { allows }: PlanOptions,
): readonly Refusal[] {
  return deployers.flatMap((source) =>
    source.at('helm', 'valueFiles').items.flatMap((field) => {
      const path = pathOf(chart, source, field.text ?? '');
      return path === undefined || allows(path) ? [] : [leadsOut(field.place, field.text ?? '')];
    }),
  );
}

function plain(files: readonly string[], deployer: Field | undefined): ChartValues {
  return { files, inline: undefined, deployer, key: undefined };
}

/** What an Application gives, which may be nothing; undefined where not all of it is at hand. */
function ofApplication(
  chart: string,
  source: Field,
  { allows, isFile }: PlanOptions,
): ChartValues | undefined {
  const names = valueFiles(source);
  const inline = inlineValues(source);
  const found = names.flatMap((name) => {
    const path = pathOf(chart, source, name);
    return path !== undefined && allows(path) && isFile(path) ? [path] : [];
  });
  const isComplete =
    found.length === names.length || source.at('helm', 'ignoreMissingValueFiles').boolean === true;
  return isComplete ? { files: found, inline, deployer: source, key: valuesKey(source) } : undefined;
}

/**
 * Where a file of values is: from the chart, from the root of its repository, or in another source of the same
 * repository (`$ref/…`). What stands in another one is not given.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/io/path/resolved.go
 */
function pathOf(chart: string, source: Field, name: string): string | undefined {
  if (name === '') return undefined;
  const path = join('', source.at('path').text ?? '');
  const root = chart.slice(0, chart.length - path.length);
  if (name.startsWith('/')) return join(root, name.slice(1));
  const [, ref, rest] = /^\$([^/]+)\/(.*)$/.exec(name) ?? [];
  if (ref === undefined || rest === undefined) return join(chart, name);
  const other = applicationSources(source.resource).find((one) => one.at('ref').text === ref);
  const isSame = nameOf(other) !== undefined && nameOf(other) === nameOf(source);
  return isSame ? join(root, rest) : undefined;
}

function nameOf(source: Field | undefined): string | undefined {
  return repositoryName(source?.at('repoURL').text ?? '');
}

/** What tries a chart out, and deploys nothing. `values-test.yaml` is for an environment. */
function isForTests(path: string): boolean {
  return /(?<![a-z])tests?[-._]values\.ya?ml$/.test(path);
}

/**
 * One of the single values as an argument of Helm. A comma begins another one, unless it stands in a list.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/helm/cmd.go (cleanSetParameters)
 */
export function asArgument({ name, value, isText }: InlineValues['parameters'][number]): string {
  const one = /^\{.*\}$/s.test(value) ? value : value.replaceAll(/([^\\]),/g, '$1\\,');
  return `${isText ? '--set-string' : '--set'}=${name}=${one}`;
}
