import { applicationTemplate, destinationNamespace, isOfArgoCd } from '../../kubernetes/kinds/application.js';
import { join } from '../../repository/graph/kustomization.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { splitDocuments } from '../../yaml/parse/documents.js';
import { parseTree } from '../../yaml/parse/tree.js';
import { sourcesWritten } from './application-differences.js';
import { chartDifferences, rootField } from './chart-differences.js';
import { resourcesIn, type Setting, settingOf, type SettingsFile } from './settings.js';
import type { Target } from './targets.js';

/** Files to read besides the resources. */
export interface ReadableFiles {
  /** The absolute paths of all YAML files. */
  readonly paths: readonly string[];
  /** The text of any file. */
  read(path: string): string | undefined;
}

/** A value that a template puts into the Rollout: the keys that lead to it. */
interface ChartValue {
  readonly is: Setting['is'];
  readonly path: readonly string[];
}

/** A chart with a Rollout among its templates. */
interface Chart {
  readonly folder: string;
  /** Possible names of the Rollout. */
  readonly names: ReadonlySet<string>;
  readonly values: readonly ChartValue[];
  /** Whether an image without a tag uses the `appVersion` of the chart. */
  readonly usesAppVersion: boolean;
  readonly applications: readonly Resource[];
  /** Whether only one of its namespaces is meant, so that values files beside it that no Application lists are for others. */
  readonly isOfNamespace?: boolean;
}

/**
 * The Rollouts of charts, one target for each values file that sets the tag of an image. Templates are not rendered, but searched for
 * the values that their images and configurations use.
 */
export function helmTargets(
  files: ReadableFiles,
  resources: readonly Resource[],
  called: string,
): readonly Target[] {
  return charts(files, resources)
    .flatMap((chart) => answering(chart, called) ?? [])
    .flatMap((chart) => {
      const { paths, missing } = valuesFiles(chart, files);
      const found = [...paths.map((path) => values(path, chart.values)), ...applicationValues(chart)].filter(
        (file) => isDeciding(file, chart, files),
      );
      const chosen = found.length > 0 || !chart.usesAppVersion ? found : [appVersion(chart)];
      return chosen.map((file): Target => ({
        title: file.path,
        files: [file],
        rollout: undefined,
        blockedBy: [],
        notSearched: missing,
        differences: (states) => chartDifferences(chart, file.path, states),
      }));
    });
}

/**
 * A chart if a name is one of its Rollout; with a namespace, with the Applications that deploy it there, and with what they read.
 */
function answering(chart: Chart, called: string): Chart | undefined {
  if (chart.names.has(called)) return chart;
  const [namespace = '', name = '', ...others] = called.split('/');
  const applications = chart.applications.filter(
    (one) => destinationNamespace(applicationTemplate(one)) === namespace,
  );
  const isMeant = others.length === 0 && chart.names.has(name) && applications.length > 0;
  return isMeant ? { ...chart, applications, isOfNamespace: true } : undefined;
}

/** Possible names of the Rollouts of charts. */
export function helmNames(files: ReadableFiles, resources: readonly Resource[]): readonly string[] {
  return charts(files, resources).flatMap(({ names }) => [...names].filter((name) => !name.includes('{{')));
}

function charts(files: ReadableFiles, resources: readonly Resource[]): Chart[] {
  return files.paths
    .filter((path) => /(^|\/)Chart\.ya?ml$/.test(path))
    .flatMap((path) => chartIn(path.slice(0, path.lastIndexOf('/')), path, files, resources) ?? []);
}

function chartIn(
  folder: string,
  chartFile: string,
  files: ReadableFiles,
  resources: readonly Resource[],
): Chart | undefined {
  const templates = files.paths.filter((path) => path.startsWith(`${folder}/templates/`));
  const rollouts = templates.flatMap((path) => {
    const text = files.read(path) ?? '';
    const documents = text.split(/^---.*$/m);
    return documents.filter((document) => /^kind:\s*["']?Rollout\b/m.test(document));
  });
  if (rollouts.length === 0) return undefined;
  const helpers = files.read(`${folder}/templates/_helpers.tpl`) ?? '';
  const values = rollouts.flatMap((text) => valuesIn(text, helpers));
  const distinct = [...new Map(values.map((value) => [value.path.join('\n'), value])).values()];
  const applications = resources.filter((resource) => isOfArgoCd(resource) && deploys(resource, folder));
  const chart = chartName(files.read(chartFile) ?? '');
  const releases = applications.flatMap((application) => {
    const template = applicationTemplate(application);
    const name = template.at('metadata', 'name').text;
    const release = sourcesWritten(application).flatMap(
      (source) => source.at('helm', 'releaseName').text ?? [],
    );
    return [...release, ...(name === undefined ? [] : [name])];
  });
  const names = [
    folder.slice(folder.lastIndexOf('/') + 1),
    ...(chart === undefined ? [] : [chart]),
    ...releases,
  ];
  const literal = rollouts.flatMap(
    (text) =>
      /^metadata:[ \t]*\r?\n(?:(?:[ \t].*)?\r?\n)*?[ \t]+name:[ \t]*([\w.-]+)[ \t]*$/m.exec(text)?.[1] ?? [],
  );
  return {
    folder,
    names: new Set([...literal, ...names, ...releases.map((release) => `${release}-${chart ?? ''}`)]),
    values: distinct,
    usesAppVersion: /\.Chart\.AppVersion/.test(rollouts.join('\n') + helpers),
    applications,
  };
}

function chartName(chart: string): string | undefined {
  return /^name:[ \t]*["']?([\w.-]+)/m.exec(chart)?.[1];
}

function deploys(application: Resource, folder: string): boolean {
  return sourcesWritten(application).some((source) => {
    const path = source.at('path').text?.replaceAll(/^\.?\/|\/$/g, '');
    return path !== undefined && path !== '' && `${folder}/`.endsWith(`/${path}/`);
  });
}

/** The values that the images and the names of configurations in a template use. */
function valuesIn(template: string, helpers: string): ChartValue[] {
  const lines = template.split(/\r?\n/);
  return lines.flatMap((line, index): ChartValue[] => {
    if (/^\s*(?:-\s+)?image:/.test(line)) {
      // A block scalar begins on the next line.
      const isBlock = /:\s*[>|][-+\d]*\s*$/.test(line);
      const expression = isBlock ? (lines[index + 1] ?? '') : line;
      return valuesNamed(expression, helpers).map((path) => ({ is: 'image', path }));
    }
    const isName = /^\s*(?:-\s+)?(?:name|secretName):/.test(line);
    const above = lines[index - 1] ?? '';
    const isConfig =
      isName &&
      /^\s*(?:-\s+)?(?:configMap|secret|configMapRef|secretRef|configMapKeyRef|secretKeyRef):/.test(above);
    return isConfig ? valuesNamed(line, helpers).map((path) => ({ is: 'configuration', path })) : [];
  });
}

/** The paths of the values that an expression uses, directly or through a named template. */
function valuesNamed(expression: string, helpers: string): string[][] {
  const own = [...expression.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path.split('.'));
  const included = [...expression.matchAll(/\b(?:include|template)\s+"([^"]+)"/g)].flatMap(
    ([, name = '']) => {
      const start = helpers.search(
        new RegExp(`define\\s+"${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}"`),
      );
      if (start === -1) return [];
      const rest = helpers.slice(start);
      const end = rest.slice(6).search(/\{\{-?\s*define\s/);
      return valuesNamed(
        rest.slice(0, end === -1 ? undefined : end + 6).replaceAll(/\b(?:include|template)\s+"/g, ''),
        '',
      );
    },
  );
  return [...own, ...included];
}

/** The values files of a chart: those beside it, and those that Applications list, of which some may be missing. */
function valuesFiles(
  chart: Chart,
  files: ReadableFiles,
): { readonly paths: readonly string[]; readonly missing: readonly string[] } {
  const { folder, applications, isOfNamespace = false } = chart;
  const named = applications.flatMap((application) =>
    sourcesWritten(application).flatMap((source) => source.at('helm', 'valueFiles').items),
  );
  const located = new Map(
    named.flatMap(({ text }) => (text === undefined ? [] : [[text, locate(text, folder, files)] as const])),
  );
  const listed = [...located.values()].filter((path) => path !== undefined);
  const beside = files.paths.filter(
    (path) =>
      path.startsWith(`${folder}/`) &&
      !/^(templates|charts|crds|ci)\//.test(path.slice(folder.length + 1)) &&
      !/(^|\/)Chart\.ya?ml$/.test(path) &&
      !path.endsWith('.json') &&
      (!isOfNamespace || listed.length === 0),
  );
  return {
    paths: [...new Set([...beside, ...listed])],
    missing: [...located].flatMap(([name, path]) =>
      path === undefined && !name.includes('{{') ? [name] : [],
    ),
  };
}

/** Finds a values file that an Application lists, relative to the chart, to the root, or to another source (`$ref/…`). */
function locate(name: string, folder: string, files: ReadableFiles): string | undefined {
  if (!/^[$/]/.test(name)) return join(folder, name);
  const end = name.slice(name.indexOf('/'));
  const candidates = files.paths.filter((path) => path.endsWith(end));
  return candidates.length === 1 ? candidates[0] : undefined;
}

/** A values file, of which Helm reads only the first document. */
function values(path: string, wanted: readonly ChartValue[]): SettingsFile {
  return {
    path,
    what: 'values',
    isWhole: true,
    read(text) {
      const range = splitDocuments(text)[0];
      const { root } = range ? parseTree(text, range.start, range.end) : { root: undefined };
      return root?.kind === 'map' ? settingsAt(rootField(root, path), wanted, text) : undefined;
    },
  };
}

function settingsAt(root: Field, wanted: readonly ChartValue[], text: string): Map<string, Setting> {
  return new Map(
    wanted.flatMap(({ is, path }) => {
      const field = root.at(...path);
      const setting = field.text === '' ? undefined : settingOf(field, is, text);
      return setting && setting.value !== '' ? [[path.join('.'), setting] as const] : [];
    }),
  );
}

/** Values that Applications set: parameters, or `valuesObject`. */
function applicationValues(chart: Chart): SettingsFile[] {
  return chart.applications.map(({ group, kind, name, source: { path } }) => ({
    path,
    what: `${kind} "${name}"`,
    isWhole: true,
    read(text) {
      const application = resourcesIn(path, text).find(
        (other) => other.group === group && other.kind === kind && other.name === name,
      );
      if (!application) return undefined;
      const settings = new Map<string, Setting>();
      for (const source of sourcesWritten(application)) {
        const helm = source.at('helm');
        for (const [key, setting] of settingsAt(helm.at('valuesObject'), chart.values, text))
          settings.set(key, setting);
        for (const parameter of helm.at('parameters').items) {
          const value = chart.values.find((one) => one.path.join('.') === parameter.at('name').text);
          const setting = value && settingOf(parameter.at('value'), value.is, text);
          if (value && setting) settings.set(value.path.join('.'), setting);
        }
      }
      return settings;
    },
  }));
}

function appVersion({ folder }: Chart): SettingsFile {
  return values(`${folder}/Chart.yaml`, [{ is: 'image', path: ['appVersion'] }]);
}

/** Whether a file sets the part of an image that changes with each release: the last of its values. */
function isDeciding(file: SettingsFile, chart: Chart, files: ReadableFiles): boolean {
  const text = files.read(file.path);
  const settings = text === undefined ? undefined : file.read(text);
  if (!settings) return false;
  const images = chart.values.filter(({ is }) => is === 'image').map(({ path }) => path.join('.'));
  const tags = images.filter((path) => !/(repository|registry|repo|hub|name)$/i.test(path));
  return (tags.length > 0 ? tags : images).some((path) => settings.has(path));
}
