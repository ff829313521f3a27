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
import type { Source } from '../../model/source.js';
import { parseValues } from '../../yaml/parse/values.js';
import type { PlanOptions } from './plan.js';
import { leadsOutRefusal, type ProgramRefusal } from './refusal.js';

/** The values of one rendering of a chart. */
export interface ChartValues {
  /** Absolute paths; later files win. */
  readonly files: readonly string[];
  /** The values that the Application adds. */
  readonly inline: InlineValues | undefined;
  /** The source of the Application that deploys the chart with these values. */
  readonly deployer: Field | undefined;
  /** Distinguishes the values from others of the chart; undefined means by the names of the files. */
  readonly key: string | undefined;
  /** Whether the same chart with the same values has several releases. */
  readonly isRepeated?: boolean;
}

/**
 * The values of each rendering of a chart: those that the user asked for, else those of the Applications that deploy it, else
 * each `values-….yaml` next to it, else the defaults of the chart.
 */
export function chartValues(
  chart: string,
  /** The files that may have values for it. */
  beside: readonly Source[],
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

  const byValues = groupBy(distinctDeployers(deployers), valuesKey);
  const releases = [...byValues.values()].flatMap((those) =>
    those.slice(0, mostReleases).map((source) => ({ source, isRepeated: those.length > 1 })),
  );
  const deployed = releases.flatMap(({ source, isRepeated }) => {
    const values = ofApplication(chart, source, options);
    return values ? [{ ...values, key: isRepeated ? releaseKey(source) : values.key, isRepeated }] : [];
  });
  if (deployed.some((values) => values.deployer && givesValues(values.deployer))) return deployed;

  const paths = beside.map(({ path }) => path).sort();
  const lists = combined(paths, (file) => beside.find(({ path }) => path === file)?.read() ?? '');
  if (releases.length < 2) return lists.map((files) => plain(files, deployer));
  return releases.flatMap(({ source, isRepeated }) =>
    lists.map((files, index) => {
      const key = releaseKey(source);
      return { ...plain(files, source), key: lists.length > 1 ? `${key}/${index}` : key, isRepeated };
    }),
  );
}

/** The limit of rendered releases of a chart with the same values: further ones would only differ in names. */
const mostReleases = 20;

/** Sources that deploy a chart in the same way, each once. */
function distinctDeployers(deployers: readonly Field[]): readonly Field[] {
  return [
    ...new Map(deployers.toReversed().map((source) => [releaseKey(source), source])).values(),
  ].reverse();
}

/**
 * Which value files are used together. Files for different environments set some of the same values; one that shares no value
 * with another file is a layer, which is combined with each of them.
 */
function combined(
  files: readonly string[],
  textOf: (file: string) => string,
): readonly (readonly string[])[] {
  const said = files.map((file) => ({ file, keys: valuePaths(textOf(file)) }));
  const isLayer = ({ file, keys }: (typeof said)[number]): boolean =>
    keys.length > 0 &&
    said.every(
      (other) =>
        other.file === file ||
        // A file without known values may set any value.
        (other.keys.length > 0 && !other.keys.some((key) => keys.includes(key))),
    );
  const layers = said.filter(isLayer).map(({ file }) => file);
  const others = files.filter((file) => !layers.includes(file));
  return others.length === 0 ? [layers] : others.map((file) => [...layers, file]);
}

/** The paths of all values in a file. */
function valuePaths(text: string): readonly string[] {
  const leaves = (value: unknown, path: string): readonly string[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}/${key}`))
      : [path];
  try {
    const [value] = parseValues(text);
    return typeof value === 'object' && value !== null ? leaves(value, '') : [];
  } catch {
    return []; // Helm reports what is wrong with it.
  }
}

/** Value files of Applications that are outside of the boundary. */
export function refusedValues(
  chart: string,
  deployers: readonly Field[],
  { allows }: PlanOptions,
): readonly ProgramRefusal[] {
  return deployers.flatMap((source) =>
    source.at('helm', 'valueFiles').items.flatMap((field) => {
      const path = valueFilePath(chart, source, field.text ?? '');
      return path === undefined || allows(path) ? [] : [leadsOutRefusal(field.place, field.text ?? '')];
    }),
  );
}

function plain(files: readonly string[], deployer: Field | undefined): ChartValues {
  return { files, inline: undefined, deployer, key: undefined };
}

/** The values of an Application, which may be empty; undefined if a part of them is not in the input. */
function ofApplication(
  chart: string,
  source: Field,
  { allows, isFile }: PlanOptions,
): ChartValues | undefined {
  const names = valueFiles(source);
  const inline = inlineValues(source);
  const found = names.flatMap((name) => {
    const path = valueFilePath(chart, source, name);
    return path !== undefined && allows(path) && isFile(path) ? [path] : [];
  });
  const isComplete =
    found.length === names.length || source.at('helm', 'ignoreMissingValueFiles').boolean === true;
  return isComplete ? { files: found, inline, deployer: source, key: valuesKey(source) } : undefined;
}

/**
 * The path of a value file: relative to the chart, to the root of its repository, or to another source of the same repository
 * (`$ref/…`). Files of other repositories are not available.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/io/path/resolved.go
 */
function valueFilePath(chart: string, source: Field, name: string): string | undefined {
  if (name === '') return undefined;
  const path = join('', source.at('path').text ?? '');
  const root = chart.slice(0, chart.length - path.length);
  if (name.startsWith('/')) return join(root, name.slice(1));
  const [, ref, rest] = /^\$([^/]+)\/(.*)$/.exec(name) ?? [];
  if (ref === undefined || rest === undefined) return join(chart, name);
  const other = applicationSources(source.resource).find((one) => one.at('ref').text === ref);
  const isSame =
    repositoryNameOf(other) !== undefined && repositoryNameOf(other) === repositoryNameOf(source);
  return isSame ? join(root, rest) : undefined;
}

function repositoryNameOf(source: Field | undefined): string | undefined {
  return repositoryName(source?.at('repoURL').text ?? '');
}

/**
 * A parameter as an argument of Helm. A comma starts another parameter, except in a list.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/helm/cmd.go (cleanSetParameters)
 */
export function asArgument({ name, value, isText }: InlineValues['parameters'][number]): string {
  const one = /^\{.*\}$/s.test(value) ? value : value.replaceAll(/([^\\]),/g, '$1\\,');
  return `${isText ? '--set-string' : '--set'}=${name}=${one}`;
}
