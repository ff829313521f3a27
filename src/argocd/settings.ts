import { memoize } from '../model/memo.js';
import { isList, isMap, type JsonMap } from '../kubernetes/objects/json.js';
import type { Ignored, IgnoreRule } from './match.js';
import { ArgoCdError } from './argocd-error.js';
import { defaultArgoCdVersion, ignoresStatus, tracksByAnnotation, type ArgoCdVersion } from './version.js';
import { loadYaml } from './load-yaml.js';

/** The settings of Argo CD for all Applications: version, flags, and the data of `argocd-cm`. */
export interface SystemSettings {
  readonly version: ArgoCdVersion;
  /** By `group/kind`; a kind of the core group may have no group. */
  readonly overrides: ReadonlyMap<string, ResourceOverride>;
  readonly ignoresAggregatedRoles: boolean;
  /** The flag `controller.diff.server.side`. */
  readonly serverSideDiff: boolean;
  readonly instanceLabel: string;
  readonly trackingMethod: string;
}

export interface ResourceOverride {
  readonly jsonPointers: readonly string[];
  readonly jqPathExpressions: readonly string[];
  readonly managedFieldsManagers: readonly string[];
  readonly hasKnownTypes: boolean;
  /** Whether a script of the user decides on the health of the kind. */
  readonly hasHealth?: boolean;
}

/** Everything besides the objects that a comparison of one Application needs. */
export interface DiffSettings {
  readonly version: ArgoCdVersion;
  /** The rules of the Application, then those of argocd-cm. */
  readonly rules: readonly IgnoreRule[];
  readonly applicationRules: readonly IgnoreRule[];
  readonly overrides: ReadonlyMap<string, ResourceOverride>;
  /** Kinds that have fields with known types in the settings. */
  readonly typedKinds: ReadonlySet<string>;
  readonly ignoresAggregatedRoles: boolean;
  readonly serverSideDiff: boolean;
  /** Whether Argo CD itself plays the merge of a server-side apply to compare the Application. */
  readonly structuredMerge: boolean;
  readonly includesWebhooks: boolean;
  readonly instanceLabel: string;
  readonly trackingMethod: string;
  /** Called with each pointer and expression that removes something. */
  readonly onTouch?: ((touching: Ignored) => void) | undefined;
}

export const customizationsKey = 'resource.customizations';
const statusPointer = '/status';
const noOverride: ResourceOverride = {
  jsonPointers: [],
  jqPathExpressions: [],
  managedFieldsManagers: [],
  hasKnownTypes: false,
};

/**
 * Reads `argocd-cm`. Throws the error of Argo CD, with which the status of each Application is Unknown.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go (GetResourceOverrides)
 */
export function systemSettings(
  data: Readonly<Record<string, string>> = {},
  version: ArgoCdVersion = defaultArgoCdVersion,
  flags: { readonly serverSideDiff?: boolean } = {},
): SystemSettings {
  const overrides = new Map<string, ResourceOverride>();
  for (const [key, value] of Object.entries(mapInText(data[customizationsKey] ?? '', customizationsKey))) {
    if (value !== null && !isMap(value))
      throw new ArgoCdError(`cannot read ${customizationsKey}: ${key} is not a map`);
    const own = value ?? {};
    overrides.set(key, {
      ...ignored(parsedCustomization(own['ignoreDifferences'], key), key),
      hasKnownTypes: isList(own['knownTypeFields']) && own['knownTypeFields'].length > 0,
      ...(own['health.lua'] != null && { hasHealth: true }),
    });
  }
  for (const [key, text] of Object.entries(data)) addSplitKey(overrides, key, text);

  const options = mapInText(data['resource.compareoptions'] ?? '', 'resource.compareoptions');
  ignoreStatus(overrides, options['ignoreResourceStatusField'], version);
  return {
    version,
    overrides,
    ignoresAggregatedRoles: options['ignoreAggregatedRoles'] === true,
    serverSideDiff: flags.serverSideDiff ?? false,
    instanceLabel: data['application.instanceLabelKey'] || 'app.kubernetes.io/instance',
    trackingMethod:
      data['application.resourceTrackingMethod'] || (tracksByAnnotation(version) ? 'annotation' : 'label'),
  };
}

/** `resource.customizations.<what>.<group>_<kind>`, which replaces the same entry of the single key. */
function addSplitKey(overrides: Map<string, ResourceOverride>, key: string, text: string): void {
  if (!key.startsWith(customizationsKey)) return;
  const [, , what = '', ...rest] = key.split('.');
  if (rest.length === 0) return;
  const kind = overrideKey(rest.join('.'));
  const before = overrides.get(kind) ?? noOverride;
  if (what === 'ignoreDifferences') overrides.set(kind, { ...before, ...ignored(mapInText(text, key), key) });
  else if (what === 'knownTypeFields') {
    const fields = yaml(text, key);
    if (fields != null && !isList(fields)) throw new ArgoCdError(`cannot read ${key}: it is not a list`);
    overrides.set(kind, { ...before, hasKnownTypes: isList(fields) && fields.length > 0 });
  } else if (what === 'ignoreResourceUpdates') ignored(mapInText(text, key), key);
  else if (what === 'health') overrides.set(kind, { ...before, hasHealth: true });
  else if (!['useOpenLibs', 'actions'].includes(what))
    throw new ArgoCdError(`resource customization type ${what} not supported`);
}

function overrideKey(text: string): string {
  const parts = text.split('_');
  if (parts.length > 2 || text === '')
    throw new ArgoCdError(
      `group kind should be in format \`resource.customizations.<type>.<group_kind>\` or resource.customizations.<type>.<kind>\`, got group kind: '${text}'`,
    );
  const key = parts.join('/');
  return key === 'all' ? '*/*' : key;
}

function ignoreStatus(
  overrides: Map<string, ResourceOverride>,
  option: unknown,
  version: ArgoCdVersion,
): void {
  const add = (kind: string, ...pointers: readonly string[]): void => {
    const before = overrides.get(kind) ?? noOverride;
    overrides.set(kind, { ...before, jsonPointers: [...before.jsonPointers, ...pointers] });
  };
  const definition = 'apiextensions.k8s.io/CustomResourceDefinition';
  const isOff = option === 'off' || option === 'false' || option === false;
  if (isOff || (option === 'none' && ignoresStatus(version))) return;
  if (ignoresStatus(version)) {
    if (option === 'crd') add(definition, statusPointer);
    else add('*/*', statusPointer);
  } else if (option === 'all') add('*/*', statusPointer);
  else add(definition, '/status', '/spec/preserveUnknownFields');
}

function ignored(value: JsonMap, key: string): Omit<ResourceOverride, 'hasKnownTypes'> {
  return {
    jsonPointers: stringsAt(value['jsonPointers'], key),
    jqPathExpressions: stringsAt(value['jqPathExpressions'], key),
    managedFieldsManagers: stringsAt(value['managedFieldsManagers'], key),
  };
}

function stringsAt(value: unknown, key: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (!isList(value)) throw new ArgoCdError(`cannot read ${key}: expected a list of strings`);
  return value.map((item) => {
    if (item === null) return '';
    if (typeof item !== 'string') throw new ArgoCdError(`cannot read ${key}: expected a list of strings`);
    return item;
  });
}

/** In the single key, ignoreDifferences is a string that contains YAML. */
function parsedCustomization(value: unknown, key: string): JsonMap {
  if (value === undefined || value === null) return {};
  if (typeof value === 'string') return mapInText(value, key);
  throw new ArgoCdError(`cannot read ${customizationsKey}: ignoreDifferences of ${key} is not a string`);
}

function mapInText(text: string, key: string): JsonMap {
  const value = yaml(text, key);
  if (value === undefined || value === null) return {};
  if (isMap(value)) return value;
  throw new ArgoCdError(`cannot read ${key}: it is not a map`);
}

function yaml(text: string, key: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return loadYaml(text);
  } catch (error) {
    throw new ArgoCdError(`cannot read ${key}: ${error instanceof Error ? error.message : ''}`);
  }
}

/** The rules of argocd-cm, by the kinds that they apply to. */
export const systemRules = memoize(
  (overrides: ReadonlyMap<string, ResourceOverride>): readonly IgnoreRule[] =>
    [...overrides].flatMap(([key, { jsonPointers, jqPathExpressions }]) => {
      const parts = key.split('/');
      const [group, kind] = parts.length === 2 ? parts : parts.length === 1 ? ['', key] : ['', ''];
      return jsonPointers.length + jqPathExpressions.length === 0
        ? []
        : [
            {
              group: group ?? '',
              kind: kind ?? '',
              name: '',
              namespace: '',
              jsonPointers: jsonPointers.map((text) => ({ text })),
              jqPathExpressions: jqPathExpressions.map((text) => ({ text })),
              managedFieldsManagers: [],
            },
          ];
    }),
);

/** The settings without the rules of `systemRules`, except those for the status, which is not in Git. */
export function withoutSystemRules(settings: SystemSettings): SystemSettings {
  const overrides = new Map(
    [...settings.overrides].map(([key, override]) => [
      key,
      {
        ...noOverride,
        hasKnownTypes: override.hasKnownTypes,
        jsonPointers: override.jsonPointers.filter((pointer) => pointer === statusPointer),
      },
    ]),
  );
  return { ...settings, overrides };
}

/** The kinds that have fields with known types in the settings, as `group/kind`. */
export const typedKindsOf = memoize(
  (overrides: ReadonlyMap<string, ResourceOverride>): ReadonlySet<string> =>
    new Set([...overrides].flatMap(([kind, { hasKnownTypes }]) => (hasKnownTypes ? [kind] : []))),
);
