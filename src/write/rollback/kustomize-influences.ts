import { fitsWhole } from '../../kubernetes/kinds/go-pattern.js';
import { configReferences, containers } from '../../kubernetes/kinds/workload.js';
import { at, isMap } from '../../kubernetes/objects/json.js';
import type { Field } from '../../model/field.js';
import {
  generatorKeys,
  isKustomization,
  isRemote,
  join,
  type Kustomization,
  mergingBehaviors,
  readKustomization,
} from '../../repository/graph/kustomization.js';
import type { Patch } from '../../repository/graph/kustomization-patches.js';
import { parseValues } from '../../yaml/parse/values.js';
import type { Influence, RepositoryState } from './differences.js';
import { imageName } from './kustomize.js';
import { resourcesIn } from './settings.js';

/** More kustomizations than real repositories build into one; a cycle ends here, too. */
const mostKustomizations = 500;

const kustomizationFiles = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** What may change any field of what a kustomization builds, and need not. */
const broadKeys = [
  ...['namePrefix', 'nameSuffix', 'commonAnnotations', 'replacements', 'transformers', 'generators', 'vars'],
  ...['configurations', 'crds', 'openapi', 'helmCharts', 'helmGlobals', 'helmChartInflationGenerator'],
];

const patchKeys = ['patches', 'patchesStrategicMerge', 'patchesJson6902'];

/** A kustomization of a state. */
interface BuildLevel {
  readonly kustomization: Kustomization;
  /** Whether what it changes includes the resource of the pods. */
  readonly isOnTheWay: boolean;
}

/** What all kustomizations that build a resource say about its pods in a state, the outermost first. */
export function kustomizeInfluences(
  template: Field,
  leaf: string,
  state: RepositoryState,
): readonly Influence[] {
  const levels = levelsOf(state.named(leaf), state.named(template.resource.source.path), state);
  const onTheWay = levels.filter((level) => level.isOnTheWay).map(({ kustomization }) => kustomization);
  const patches = onTheWay.flatMap((one) =>
    one.patches.map((patch) => patch.inline ?? fileOfPatch(one, patch, state) ?? ''),
  );
  const named = new Set(configReferences(template).map(({ to }) => to.name));
  const isTaught = onTheWay.some(
    ({ resource }) => resource.at('transformers').exists || resource.at('replacements').exists,
  );
  const isUsed = (name: string): 'surely' | 'perhaps' | undefined => {
    if (named.has(name)) return 'surely';
    return isTaught || patches.some((text) => text.includes(name)) ? 'perhaps' : undefined;
  };
  return [
    ...onTheWay.flatMap((one) => [
      ...patchInfluence(one, template, state),
      ...imageInfluences(one, template),
      ...labelInfluences(one, template),
      ...broadInfluences(one, state),
    ]),
    ...levels.flatMap(({ kustomization }) => generatorInfluences(kustomization, isUsed, state)),
  ];
}

/** A kustomization and all that it builds on or applies, as its files are in a state. */
function levelsOf(leaf: string, target: string, state: RepositoryState): readonly BuildLevel[] {
  const levels: BuildLevel[] = [];
  const visit = (path: string): boolean => {
    if (path === target) return true;
    const text = state.text(path);
    const resource = text === undefined ? undefined : resourcesIn(path, text).find(isKustomization);
    if (!resource || levels.length >= mostKustomizations) return false;
    const kustomization = readKustomization(resource);
    const index = levels.push({ kustomization, isOnTheWay: false }) - 1;
    const reached = kustomization.members.map((member) => visit(fileAt(member, state)));
    const components = levels.length;
    for (const component of kustomization.components) visit(fileAt(component, state));
    const isOnTheWay = reached.includes(true);
    levels[index] = { kustomization, isOnTheWay };
    // A component changes what the kustomization that names it has built.
    if (isOnTheWay)
      for (let one = components; one < levels.length; one++) levels[one] = { ...levels[one]!, isOnTheWay };
    return isOnTheWay;
  };
  visit(leaf);
  return levels;
}

/** The file of a member: that of its kustomization if it is a folder. */
function fileAt(member: string, state: RepositoryState): string {
  if (/\.(ya?ml|json)$/.test(member)) return member;
  return (
    kustomizationFiles.map((name) => `${member}/${name}`).find((path) => state.text(path) !== undefined) ??
    member
  );
}

function patchInfluence(
  kustomization: Kustomization,
  template: Field,
  state: RepositoryState,
): readonly Influence[] {
  const parts = new Map<string, unknown>();
  const content = kustomization.patches.flatMap((patch): readonly unknown[] => {
    if (patch.paths) return [];
    const file = patch.file === undefined ? undefined : join(kustomization.folder, patch.file);
    const text = patch.inline ?? fileOfPatch(kustomization, patch, state);
    const effects = text === undefined ? [] : podEffects(text, patch, template);
    if (file !== undefined) parts.set(file, effects);
    return effects;
  });
  const root = kustomization.resource.at();
  const written = patchKeys.filter((key) => root.at(key).exists);
  if (content.length === 0) return [];
  return [
    {
      key: 'patches',
      what: written.join(', '),
      path: kustomization.resource.source.path,
      isSure: true,
      declared: written.map((key) => root.at(key).value),
      content,
      parts,
    },
  ];
}

function fileOfPatch({ folder }: Kustomization, { file }: Patch, state: RepositoryState): string | undefined {
  return file === undefined ? undefined : state.text(join(folder, file));
}

/** What a patch changes of the pods of a template. */
function podEffects(text: string, patch: Patch, { resource }: Field): readonly unknown[] {
  const isAimed = [
    [patch.kind, resource.kind],
    [patch.name, resource.name],
  ].every(([wanted, own]) => wanted === undefined || fitsWhole(wanted, own ?? '') !== false);
  if (patch.isSelector && !isAimed) return [];
  return parseValues(text).flatMap((value): readonly unknown[] => {
    if (Array.isArray(value)) return value.filter(isOfPods);
    if (value === undefined) return [text];
    if (!isMap(value)) return [];
    const isMeant = value['kind'] === resource.kind && at(value, 'metadata', 'name') === resource.name;
    if (!patch.isSelector && !isMeant) return [];
    const effect = [at(value, 'spec', 'template'), value['$patch'], at(value, 'spec', '$patch')];
    return effect.some((one) => one !== undefined) ? [effect.map((one) => one ?? null)] : [];
  });
}

const podPointer = /^(\/spec(\/template(\/.*)?)?)?$/;

/** Whether an operation of a JSON patch reads or writes pods. */
function isOfPods(operation: unknown): boolean {
  if (!isMap(operation)) return true;
  return [operation['path'], operation['from']].some(
    (pointer) => typeof pointer === 'string' && podPointer.test(pointer),
  );
}

/** The entries for the images of the pods, and for the names that other entries give them. */
function imageInfluences({ resource }: Kustomization, template: Field): readonly Influence[] {
  const own = new Set(containers(template).map((container) => imageName(container.at('image').text ?? '')));
  const entries = resource.at('images').items;
  const renamed = new Set(entries.flatMap((entry) => entry.at('newName').text ?? []));
  return entries.flatMap((entry) => {
    const name = entry.at('name').text ?? '';
    if (!own.has(name) && !renamed.has(name)) return [];
    return influenceSet(resource.source.path, `images entry "${name}"`, entry.value, false);
  });
}

/** Labels that get into pods. Those of a Rollout do only where kustomize was told its fields. */
function labelInfluences({ resource }: Kustomization, template: Field): readonly Influence[] {
  const isKnownKind = template.resource.kind !== 'Rollout';
  const labels = resource
    .at('labels')
    .items.map(({ value }) => value)
    .filter(
      (item) =>
        isMap(item) &&
        (item['includeTemplates'] === true || item['includeSelectors'] === true || 'fields' in item),
    );
  const { path } = resource.source;
  const common = resource.at('commonLabels').value;
  return [
    ...(labels.length === 0 ? [] : influenceSet(path, 'labels', labels, isKnownKind)),
    ...(common === undefined ? [] : influenceSet(path, 'commonLabels', common, isKnownKind)),
  ];
}

/** Settings whose effect only a build shows. */
function broadInfluences({ resource, folder }: Kustomization, state: RepositoryState): readonly Influence[] {
  const { path } = resource.source;
  const remote = resource.at('components').items.flatMap(({ text = '' }) => (isRemote(text) ? text : []));
  const settings = broadKeys.flatMap((key): readonly Influence[] => {
    const field = resource.at(key);
    if (!field.exists) return [];
    const names = field.items.flatMap(
      (item) => item.text ?? item.at('path').text ?? item.at('valuesFile').text ?? [],
    );
    const files = names
      .filter((name) => !name.includes('\n') && !isRemote(name))
      .map((name) => join(folder, name));
    const parts = new Map(files.map((file) => [file, contentAt(file, state)]));
    const [one] = influenceSet(path, key, field.value, false);
    return one ? [{ ...one, content: [field.value, [...parts.values()]], parts }] : [];
  });
  return remote.length === 0 ? settings : [...settings, ...influenceSet(path, 'components', remote, false)];
}

/** The content of a file, or of all that a folder with a kustomization lists. */
function contentAt(path: string, state: RepositoryState, depth = 0): unknown {
  const file = fileAt(path, state);
  const text = state.text(file);
  if (text === undefined || file === path || depth > 5) return text === undefined ? null : parseValues(text);
  const resource = resourcesIn(file, text).find(isKustomization);
  const members = resource ? readKustomization(resource).members : [];
  return [parseValues(text), members.map((member) => contentAt(member, state, depth + 1))];
}

/** ConfigMaps and Secrets whose names, and so the pods that refer to them, depend on their content. */
function generatorInfluences(
  { resource, folder, generated }: Kustomization,
  isUsed: (name: string) => 'surely' | 'perhaps' | undefined,
  state: RepositoryState,
): readonly Influence[] {
  const { path } = resource.source;
  const hashes = generated.map(({ hasHash }) => hasHash).values();
  return Object.keys(generatorKeys).flatMap((key) =>
    resource.at(key).items.flatMap((generator): readonly Influence[] => {
      const hasHash = hashes.next().value ?? true;
      const name = generator.at('name').text ?? '';
      const isMerged = mergingBehaviors.has(generator.at('behavior').text ?? '');
      const used = isMerged ? 'perhaps' : isUsed(name);
      if (used === undefined) return [];
      const what = `${key} "${name}"`;
      const [one] = influenceSet(path, what, generator.value, used === 'surely');
      if (!one) return [];
      // Without a hash the name stays, and so do the pods.
      if (!hasHash && !isMerged) return [{ ...one, content: 'without a hash' }];
      const { data, parts } = generatedData(generator, folder, state);
      return [{ ...one, content: [generator.at('type').text ?? null, data], parts }];
    }),
  );
}

/** The data of a generator, in an order of its own: a hash does not depend on how it is written. */
function generatedData(
  generator: Field,
  folder: string,
  state: RepositoryState,
): { readonly data: readonly unknown[]; readonly parts: ReadonlyMap<string, unknown> } {
  const texts = (key: string): readonly string[] =>
    generator.at(key).items.flatMap(({ value }) => String(value));
  const parts = new Map<string, unknown>();
  const envs = [...texts('envs'), ...(generator.at('env').text ?? '').split('\n')].filter(
    (one) => one !== '',
  );
  const lines = envs.flatMap((name) => {
    const file = join(folder, name);
    const content = envLines(state.text(file) ?? '').toSorted();
    parts.set(file, content);
    return content;
  });
  const files = texts('files').map((entry) => {
    const name = entry.slice(entry.indexOf('=') + 1);
    const file = join(folder, name);
    const content = state.text(file) ?? null;
    parts.set(file, content);
    const key = entry.includes('=')
      ? entry.slice(0, entry.indexOf('='))
      : name.slice(name.lastIndexOf('/') + 1);
    return JSON.stringify([key, content]);
  });
  return { data: [...texts('literals'), ...lines, ...files].toSorted(), parts };
}

/**
 * The variables of a file of `envs`.
 * https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.8.1/api/kv/kv.go (keyValuesFromLine)
 */
function envLines(text: string): readonly string[] {
  return text
    .replace(/^\u{feff}/u, '')
    .split(/\r?\n/)
    .map((line) => line.trimStart())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function influenceSet(path: string, what: string, value: unknown, isSure: boolean): readonly [Influence] {
  return [{ key: what, what, path, isSure, declared: value, content: value, parts: new Map() }];
}
