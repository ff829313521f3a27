import { isContentName } from '../../kubernetes/kinds/content-name.js';
import { configReferences, containers, podTemplate } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { resourcesIn, type Setting, settingOf, type SettingsFile } from './settings.js';

/**
 * The file of a resource with a pod template: its images, and the ConfigMaps and Secrets whose names contain a hash of their content.
 * `isOwn` says whether the file sets an image, instead of a kustomization later.
 */
export function manifest(
  { group, kind, name, namespace, source }: Resource,
  isOwn: (container: string) => boolean = () => true,
): SettingsFile {
  const find = (text: string): Field | undefined => {
    const same = resourcesIn(source.path, text).filter(
      (other) => other.group === group && other.kind === kind && other.name === name,
    );
    const found =
      same.find((other) => other.namespace === namespace) ?? (same.length === 1 ? same[0] : undefined);
    return found && podTemplate(found);
  };
  return {
    path: source.path,
    what: `${kind} "${name}"`,
    isWhole: false,
    read(text) {
      const template = find(text);
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
    others(before, now) {
      const [old, current] = [find(before), find(now)];
      if (!old || !current) return [];
      const settings = new Set(
        [...containers(current).map((container) => container.at('image')), ...references(current)].map(
          wordsFor,
        ),
      );
      return [...differing(old, current)].filter((path) => !settings.has(path));
    },
  };
}

function references(template: Field): Field[] {
  return configReferences(template).map(({ from }) => from);
}

/** The path of a field, with the names of list items instead of indices, which may shift. */
function wordsFor(field: Field): string {
  if (!field.parent) return '';
  const parent = wordsFor(field.parent);
  if (typeof field.key === 'number') return `${parent}[${field.at('name').text ?? field.key}]`;
  return parent === '' ? field.key : `${parent}.${field.key}`;
}

/** The fields that differ between two pod templates. */
function* differing(before: Field, now: Field): Iterable<string> {
  const leaves = [new Map<string, unknown>(), new Map<string, unknown>()] as const;
  const collect = (field: Field, into: Map<string, unknown>): void => {
    const children = [...field.entries, ...field.items];
    if (children.length > 0) for (const child of children) collect(child, into);
    else into.set(wordsFor(field), field.value);
  };
  collect(before, leaves[0]);
  collect(now, leaves[1]);
  for (const path of new Set([...leaves[0].keys(), ...leaves[1].keys()]))
    if (leaves[0].get(path) !== leaves[1].get(path)) yield path;
}
