import { isContentName } from '../../kubernetes/kinds/content-name.js';
import { configReferences, containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { OtherDifference, RepositoryState } from './differences.js';
import { resourcesIn, type Setting, settingOf, type SettingsFile } from './settings.js';

/**
 * The file of a resource with a pod template: its images, and the ConfigMaps and Secrets whose names contain a hash of their content.
 * `isOwn` says whether the file sets an image, instead of a kustomization later.
 */
export function manifest(
  resource: Resource,
  isOwn: (container: string) => boolean = () => true,
): SettingsFile {
  return {
    path: resource.source.path,
    what: `${resource.kind} "${resource.name}"`,
    isWhole: false,
    read(text) {
      const template = templateIn(resource, text);
      if (!template) return undefined;
      const settings = new Map<string, Setting>();
      const add = (field: Field, is: Setting['is']): void => {
        const setting = settingOf(field, is, text);
        if (setting) settings.set(wordsFor(field), setting);
      };
      for (const container of containers(template))
        if (isOwn(container.at('name').text ?? '')) add(container.at('image'), 'image');
      for (const { from, to } of configReferences(template))
        if (isContentName(to.name)) add(from, 'configuration');
      return settings;
    },
  };
}

/** The pod template of a resource in a state of its file. */
function templateIn({ group, kind, name, namespace, source }: Resource, text: string): Field | undefined {
  const same = resourcesIn(source.path, text).filter(
    (other) => other.group === group && other.kind === kind && other.name === name,
  );
  const found =
    same.find((other) => other.namespace === namespace) ?? (same.length === 1 ? same[0] : undefined);
  return found && podTemplate(found);
}

/** What differs between the pod templates of two states of a manifest, without images that `isOwn` says are set elsewhere. */
export function templateDifferences(
  resource: Resource,
  isOwn: (container: string) => boolean,
  { before, now }: Readonly<Record<'before' | 'now', RepositoryState>>,
): readonly OtherDifference[] {
  const { path } = resource.source;
  const [old, current] = [before, now].map((state) => {
    const text = state.text(state.named(path));
    return text === undefined ? undefined : templateIn(resource, text);
  });
  if (!old || !current) return [];
  const elsewhere = new Set(
    [old, current]
      .flatMap((template) => containers(template))
      .filter((container) => !isOwn(container.at('name').text ?? ''))
      .map((container) => wordsFor(container.at('image'))),
  );
  return [...differing(old, current)]
    .filter((what) => !elsewhere.has(what))
    .map((what) => ({ path, what, isSure: true }));
}

/** The path of a field, with the names of list items instead of indices, which may shift. */
function wordsFor(field: Field): string {
  if (!field.parent) return '';
  const parent = wordsFor(field.parent);
  if (typeof field.key === 'number') return `${parent}[${field.at('name').text ?? field.key}]`;
  return parent === '' ? field.key : `${parent}.${field.key}`;
}

/** The fields that differ between two states of a field, as users read their paths. */
export function* differing(before: Field, now: Field): Iterable<string> {
  const leaves = [new Map<string, unknown>(), new Map<string, unknown>()] as const;
  const collect = (field: Field, into: Map<string, unknown>): void => {
    const children = [...field.entries, ...field.items];
    if (children.length > 0) for (const child of children) collect(child, into);
    // Two empty maps, such as those of emptyDir, are equal.
    else into.set(wordsFor(field), JSON.stringify(field.value));
  };
  collect(before, leaves[0]);
  collect(now, leaves[1]);
  const paths = new Set([...leaves[0].keys(), ...leaves[1].keys()]);
  const found = [...paths].filter((path) => leaves[0].get(path) !== leaves[1].get(path));
  yield* found;
  // The order of containers, or one of two items of the same name.
  if (found.length === 0 && !isSameJson(before.value ?? {}, now.value ?? {})) yield wordsFor(now);
}
