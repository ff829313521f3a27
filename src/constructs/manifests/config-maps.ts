import { contentName } from './content-name.js';
import {
  manifest,
  type Manifest,
  type ManifestContext,
  type Raw,
  refuse,
  isPlainObject,
} from './manifest.js';
import { merged } from './merged.js';
import { containersOf } from './pods.js';

/** What a configuration holds: names of files or of variables, and their content. */
export type ConfigData = Readonly<Record<string, string>>;

interface AnyConfig {
  /**
   * What it is called beside the Rollout's name; the hash of its content follows.
   * @default 'config'
   */
  readonly name?: string;

  /**
   * A name of the ConfigMap that stays when the content changes. Then a change starts no update: files reach the pods of both versions within
   * minutes, variables when pods start.
   * @default - a name with a hash of the content, whose change is an update
   */
  readonly fixedName?: string;

  /**
   * The containers that get it.
   * @default - the first one
   */
  readonly containers?: readonly string[];

  /**
   * Earlier contents to keep in Git while pods of the stable version need them.
   * @default - none: Argo CD does not prune them, so they stay in the cluster
   */
  readonly previous?: readonly ConfigData[];
}

/** Files in a folder of the containers. */
export interface ConfigFiles extends AnyConfig {
  /** The names of the files, and their content. */
  readonly files: ConfigData;
  /** The folder. */
  readonly mountPath: string;
  /** Not beside files. */
  readonly variables?: never;
  /** Not beside files. */
  readonly prefix?: never;
  /** Not beside files. */
  readonly data?: never;
  /** Not beside files. */
  readonly env?: never;
}

/** Environment variables of the containers. */
export interface ConfigVariables extends AnyConfig {
  /** The names of the variables, and their values. */
  readonly variables: ConfigData;
  /**
   * What their names begin with in the containers.
   * @default - nothing
   */
  readonly prefix?: string;
  /** Not beside variables. */
  readonly files?: never;
  /** Not beside variables. */
  readonly mountPath?: never;
  /** Not beside variables. */
  readonly data?: never;
  /** Not beside variables. */
  readonly env?: never;
}

/** Entries that the containers read one by one. */
export interface ConfigEntries extends AnyConfig {
  /** The keys of the ConfigMap, and their content. */
  readonly data: ConfigData;
  /**
   * Environment variables of the containers, each with the key of its value (`env[].valueFrom.configMapKeyRef`).
   * @default - none: what reads it names it by `fixedName`
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Not beside data. */
  readonly files?: never;
  /** Not beside data. */
  readonly mountPath?: never;
  /** Not beside data. */
  readonly variables?: never;
  /** Not beside data. */
  readonly prefix?: never;
}

/** A configuration whose change is an update of the Rollout, with all its steps. */
export type ConfigProps = ConfigFiles | ConfigVariables | ConfigEntries;

/**
 * Pods of the stable version read it until the canary is promoted, and again after an abort, whatever Git holds by then:
 * Argo CD neither prunes it nor misses it.
 * https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#no-prune-resources
 * https://argo-cd.readthedocs.io/en/stable/user-guide/compare-options/#ignoring-resources-that-are-extraneous
 */
const keptAnnotations = {
  'argocd.argoproj.io/sync-options': 'Prune=false',
  'argocd.argoproj.io/compare-options': 'IgnoreExtraneous',
};

/** https://kubernetes.io/docs/concepts/configuration/configmap/#configmap-object */
const fileName = /^[-._a-zA-Z0-9]{1,253}$/;

/**
 * Other names are left out of the environment, without an error.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/validation/validation.go (IsEnvVarName)
 */
const variableName = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/;

/**
 * The ConfigMaps of a configuration, each named by its content and immutable: the present one, and those that it takes
 * the place of.
 * @throws {UnfitProps} if one is empty
 */
export function configMaps(
  rollout: string,
  config: ConfigProps,
  context: ManifestContext,
): readonly [present: Manifest, ...previous: Manifest[]] {
  const { base, data } = contentOf(rollout, config);
  const of = (content: ConfigData): Manifest => {
    checkContent(base, config, content);
    if (config.fixedName !== undefined)
      return manifest(context, ['v1', 'ConfigMap'], config.fixedName, { data: content });
    return manifest(
      context,
      ['v1', 'ConfigMap'],
      contentName(base, content),
      { immutable: true, data: content },
      keptAnnotations,
    );
  };
  if (config.fixedName !== undefined && config.previous !== undefined)
    refuse(
      `Configuration "${base}" has a fixed name, so an earlier content has no ConfigMap of its own; remove "previous" or "fixedName".`,
    );
  const present = of(data);
  const previous = new Map((config.previous ?? []).map(of).map((one) => [one.metadata.name, one]));
  previous.delete(present.metadata.name);
  return [present, ...previous.values()];
}

/** @throws {UnfitProps} for a content that a ConfigMap or a container cannot have */
function checkContent(base: string, config: ConfigProps, content: ConfigData): void {
  if (Object.keys(content).length === 0) refuse(`Configuration "${base}" is empty; add at least one entry.`);
  const isOfVariables = config.variables !== undefined;
  const unfit = Object.keys(content).find((key) => !(isOfVariables ? variableName : fileName).test(key));
  if (unfit !== undefined)
    refuse(
      isOfVariables
        ? `Configuration "${base}" cannot have a variable "${unfit}"; a name can have only letters, digits, ".", "-" and "_", and cannot start with a digit.`
        : `Configuration "${base}" cannot have a ${config.files ? 'file' : 'key'} "${unfit}"; a name can have only letters, digits, ".", "-" and "_".`,
    );
  if (config.data === undefined) return;
  const { env = {}, fixedName } = config;
  if (Object.keys(env).length === 0 && fixedName === undefined)
    refuse(
      `Configuration "${base}" is read by no container, and what would read it cannot know its name; set "env" or "fixedName".`,
    );
  const missing = Object.entries(env).find(([, key]) => !Object.hasOwn(content, key));
  if (missing && content === config.data)
    refuse(
      `Variable "${missing[0]}" is key "${missing[1]}" of configuration "${base}", which has no such key; add it to "data".`,
    );
}

function contentOf(rollout: string, config: ConfigProps): { base: string; data: ConfigData } {
  return {
    base: `${rollout}-${config.name ?? 'config'}`,
    data: config.files ?? config.variables ?? config.data,
  };
}

/**
 * A pod template with configurations in its containers.
 * @throws {UnfitProps} where a container does not exist
 */
export function withConfigs(template: Raw, rollout: string, configs: readonly ConfigProps[]): Raw {
  if (new Set(configs.map(({ name = 'config' }) => name)).size < configs.length)
    refuse('Two configurations have the same name; give them different names with "name".');
  return configs.reduce((below, config) => withConfig(below, rollout, config), template);
}

function withConfig(template: Raw, rollout: string, config: ConfigProps): Raw {
  const { base, data } = contentOf(rollout, config);
  const object = config.fixedName ?? contentName(base, data);
  const volume = config.name ?? 'config';
  const containers = containersOf(template);
  const names = containers.map(({ name }) => String(name));
  const chosen = config.containers ?? names.slice(0, 1);
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown !== undefined)
    refuse(
      `Configuration "${volume}" is for container "${unknown}", but the pods have "${names.join('", "')}".`,
    );

  const added = (container: Raw): Raw => withContent(container, config, { volume, object });
  const spec = isPlainObject(template['spec']) ? template['spec'] : {};
  const withContainers = {
    ...spec,
    containers: containers.map((one) => (chosen.includes(String(one['name'])) ? added(one) : one)),
  };
  return merged(template, {
    spec: config.files
      ? appended(withContainers, 'volumes', { name: volume, configMap: { name: object } })
      : withContainers,
  });
}

/** A container that reads a configuration. */
function withContent(
  container: Raw,
  config: ConfigProps,
  { volume, object }: { readonly volume: string; readonly object: string },
): Raw {
  if (config.files)
    return appended(container, 'volumeMounts', { name: volume, mountPath: config.mountPath, readOnly: true });
  if (config.variables)
    return appended(container, 'envFrom', {
      configMapRef: { name: object },
      ...(config.prefix !== undefined && { prefix: config.prefix }),
    });
  return Object.entries(config.env ?? {}).reduce(
    (below, [name, key]) =>
      appended(below, 'env', { name, valueFrom: { configMapKeyRef: { name: object, key } } }),
    container,
  );
}

function appended(fields: Raw, key: string, item: Raw): Raw {
  const items: unknown = fields[key];
  return { ...fields, [key]: [...(Array.isArray(items) ? (items as readonly unknown[]) : []), item] };
}
