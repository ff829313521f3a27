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
}

/** A configuration whose change is an update of the Rollout, with all its steps. */
export type ConfigProps = ConfigFiles | ConfigVariables;

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
    if (Object.keys(content).length === 0)
      refuse(`Configuration "${base}" is empty; add at least one entry.`);
    const unfit = Object.keys(content).find((key) => !(config.files ? fileName : variableName).test(key));
    if (unfit !== undefined)
      refuse(
        config.files
          ? `Configuration "${base}" cannot have a file "${unfit}"; a name can have only letters, digits, ".", "-" and "_".`
          : `Configuration "${base}" cannot have a variable "${unfit}"; a name can have only letters, digits, ".", "-" and "_", and cannot start with a digit.`,
      );
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

function contentOf(rollout: string, config: ConfigProps): { base: string; data: ConfigData } {
  return { base: `${rollout}-${config.name ?? 'config'}`, data: config.files ?? config.variables };
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

  const added = (container: Raw): Raw =>
    config.files
      ? appended(container, 'volumeMounts', { name: volume, mountPath: config.mountPath, readOnly: true })
      : appended(container, 'envFrom', {
          configMapRef: { name: object },
          ...(config.prefix !== undefined && { prefix: config.prefix }),
        });
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

function appended(fields: Raw, key: string, item: Raw): Raw {
  const items: unknown = fields[key];
  return { ...fields, [key]: [...(Array.isArray(items) ? (items as readonly unknown[]) : []), item] };
}
