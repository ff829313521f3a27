import { type ArgoCdVersion, readsRepositories } from './version.js';
import type { Field } from '../model/field.js';
import { mapEntries, type Node } from '../model/node.js';
import type { Resource } from '../model/resource.js';
import type { Place } from '../model/source.js';
import { parseTree } from '../yaml/parse/tree.js';
import { withinScalar } from '../yaml/parse/within-scalar.js';
import { customizationsKey } from './settings.js';

/** A node of the YAML inside a value of argocd-cm, with its position in the file. */
export interface Inner {
  readonly node: Node;
  readonly place: Place;
}

/** A customization of argocd-cm: its target, and the YAML of its value. */
export interface Customization {
  /** The value in the ConfigMap. */
  readonly field: Field;
  /** `ignoreDifferences`, `health` …; undefined if the key has no type, and Argo CD skips the customization. */
  readonly type: string | undefined;
  /** The group and kind in the key: `apps_Deployment`. */
  readonly suffix: string;
  /** The group and kind that Argo CD derives from the key; undefined if unknown. */
  readonly target: { readonly group: string; readonly kind: string } | undefined;
  /** The parsed YAML of the value; undefined if it is empty. */
  readonly content: Inner | undefined;
  /** Why it prevents Argo CD from loading its settings. */
  readonly problem: SettingsProblem | undefined;
}

export type SettingsProblem = 'underscores' | 'type' | 'value';

/** https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go (appendResourceOverridesFromSplitKeys) */
export const customizationTypes: readonly string[] = [
  'actions',
  'health',
  'ignoreDifferences',
  'ignoreResourceUpdates',
  'knownTypeFields',
  'useOpenLibs',
];

/** Types whose values are YAML. */
const structured: ReadonlySet<string> = new Set([
  'ignoreDifferences',
  'ignoreResourceUpdates',
  'knownTypeFields',
]);

/** Whether a resource is Argo CD's ConfigMap of settings. */
export function isSettings(resource: { group: string; kind: string; name: string }): boolean {
  return resource.group === '' && resource.kind === 'ConfigMap' && resource.name === 'argocd-cm';
}

/**
 * The entries of argocd-cm with repositories, which a release no longer reads.
 * https://argo-cd.readthedocs.io/en/stable/operator-manual/upgrading/2.14-3.0/
 */
export function legacyRepositories(settings: Resource, version: ArgoCdVersion): readonly Field[] {
  return readsRepositories(version)
    ? []
    : ['repositories', 'repository.credentials', 'helm.repositories']
        .map((key) => settings.at('data', key))
        .filter(({ text }) => (text ?? '').trim() !== '');
}

/**
 * The customizations of argocd-cm in keys of their own.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go (appendResourceOverridesFromSplitKeys)
 */
export function customizations(settings: Resource): readonly Customization[] {
  return settings
    .at('data')
    .entries.filter(({ key }) => String(key).startsWith(`${customizationsKey}.`))
    .map((field) => {
      const [, , type = '', ...rest] = String(field.key).split('.');
      const suffix = rest.join('.');
      const isRead = rest.length > 0;
      const parts = suffix.split('_');
      const [first = '', second] = parts;
      const isKnown = customizationTypes.includes(type);
      const tree = isRead && structured.has(type) ? parseTree(field.text ?? '') : undefined;
      const isWrong =
        (tree?.problems.length ?? 0) > 0 ||
        (type !== 'knownTypeFields' && tree?.root !== undefined && !isMapOrNothing(tree.root));
      const problem = !isRead
        ? undefined
        : parts.length > 2 || suffix === ''
          ? 'underscores'
          : isKnown
            ? isWrong
              ? 'value'
              : undefined
            : 'type';
      return {
        field,
        type: isRead ? type : undefined,
        suffix,
        target:
          problem || !isRead
            ? undefined
            : suffix === 'all'
              ? { group: '*', kind: '*' }
              : { group: second === undefined ? '' : first, kind: second ?? first },
        content: tree?.root && !isWrong ? innerOf(field, tree.root) : undefined,
        problem,
      };
    });
}

/**
 * The options for all comparisons. https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go (ArgoCDDiffOptions)
 */
export const compareOptionNames: readonly string[] = [
  'ignoreAggregatedRoles',
  'ignoreDifferencesOnResourceUpdates',
  'ignoreResourceStatusField',
];

/** The options for all comparisons that Argo CD drops. Go matches the keys of a struct in any case. */
export function unknownCompareOptions(
  settings: Resource,
): readonly { readonly field: Field; readonly name: string; readonly place: Place }[] {
  const field = settings.at('data', 'resource.compareoptions');
  const { root } = field.text === undefined ? {} : parseTree(field.text);
  return (root ? mapEntries(root) : [])
    .filter(({ key }) => !compareOptionNames.some((name) => name.toLowerCase() === key.toLowerCase()))
    .map(({ key, keyStart, keyEnd }) => ({
      field,
      name: key,
      place: withinScalar(field, keyStart, keyEnd - keyStart),
    }));
}

/** What the single key `resource.customizations` ignores in a kind; its lists stand in a string inside the value. */
export interface IgnoredInKind {
  readonly field: Field;
  /** The key of the kind in the value. */
  readonly place: Place;
  readonly target: { readonly group: string; readonly kind: string };
  readonly list: (key: string) => readonly string[];
}

/**
 * The kinds in the single key that argocd-cm had before keys of their own. A key of its own takes precedence.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/settings/settings.go (GetResourceOverrides)
 */
export function ignoredInSingleKey(settings: Resource): readonly IgnoredInKind[] {
  const field = settings.at('data', customizationsKey);
  if (field.text === undefined) return [];
  const { root } = parseTree(field.text);
  return (root ? mapEntries(root) : []).flatMap(({ key, value, keyStart, keyEnd }) => {
    const text = mapEntries(value).find((one) => one.key === 'ignoreDifferences')?.value;
    const [first = '', second, third] = key.split('/');
    if (text?.kind !== 'scalar' || typeof text.value !== 'string' || third !== undefined) return [];
    const { root: inner } = parseTree(text.value);
    return {
      field,
      place: withinScalar(field, keyStart, keyEnd - keyStart),
      target: second === undefined ? { group: '', kind: first } : { group: first, kind: second },
      list: (name: string) => {
        const list = (inner ? mapEntries(inner) : []).find((one) => one.key === name)?.value;
        return list?.kind === 'list' ? list.items.flatMap((item) => stringIn(item)) : [];
      },
    };
  });
}

function stringIn(node: Node): readonly string[] {
  return node.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [];
}

/** An entry of a map inside a value of argocd-cm. */
export function innerEntry(field: Field, { node }: Inner, key: string): Inner | undefined {
  const entry = mapEntries(node).find((one) => one.key === key);
  return entry && innerOf(field, entry.value);
}

/** The position of an entry's key. */
export function innerKey(field: Field, { node }: Inner, key: string): Place | undefined {
  const entry = mapEntries(node).find((one) => one.key === key);
  return entry && withinScalar(field, entry.keyStart, entry.keyEnd - entry.keyStart);
}

/** The strings of a list inside a value of argocd-cm. */
export function innerTexts(field: Field, list: Inner | undefined): readonly { text: string; place: Place }[] {
  if (list?.node.kind !== 'list') return [];
  return list.node.items.flatMap((node) =>
    stringIn(node).map((text) => ({ text, place: innerOf(field, node).place })),
  );
}

function innerOf(field: Field, node: Node): Inner {
  return { node, place: withinScalar(field, node.start, Math.max(1, node.end - node.start)) };
}

function isMapOrNothing(node: Node): boolean {
  return node.kind === 'map' || (node.kind === 'scalar' && node.value === null);
}
