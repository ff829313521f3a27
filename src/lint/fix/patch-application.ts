import { isSameJson, mapOrEmpty, listOrEmpty } from '../../kubernetes/objects/json.js';
import type { Fault } from '../../play/drift/mending.js';
import type { ApplicationPatch } from '../../play/drift/patch.js';
import type { Field } from '../../model/field.js';
import type { ListNode, MapNode } from '../../model/node.js';
import { Layout, Unfit } from '../../yaml/edit/layout.js';
import { type EntryPlan, type Plan, planned, planOf } from '../../play/drift/plan.js';
import { YamlEdits } from '../../yaml/edit/yaml-edits.js';

/** The changes of an Application: missing entries to add and faults to correct. */
export interface ApplicationChange {
  readonly patch: ApplicationPatch | undefined;
  readonly faults: readonly Fault[];
}

/** The text with the change, or the reason why it must be made by hand. */
export type Patched = { readonly text: string; readonly lost: readonly Fault[] } | { readonly unfit: string };

/** The text of an Application's file, or of its ApplicationSet's file, with a change and otherwise unmodified. */
export function patched(spec: Field, change: ApplicationChange, text: string): Patched {
  const plan = planFor(spec, change);
  try {
    const layout = new Layout(text, spec.resource.root);
    const edits = new YamlEdits(layout);
    changeEntries(edits, spec, plan);
    addOptions(edits, spec, change);
    return { text: edits.apply(), lost: plan.lost };
  } catch (error) {
    if (error instanceof Unfit) return { unfit: error.message };
    throw error;
  }
}

/** Whether `after` equals `before` with the change and nothing else. */
export function isPatched(before: Field, after: Field, change: ApplicationChange): boolean {
  const plan = planFor(before, change);
  const spec = mapOrEmpty(before.value);
  const entries = planned(before.at('ignoreDifferences'), plan);
  const policy = mapOrEmpty(spec['syncPolicy']);
  const syncOptions = [...listOrEmpty(policy['syncOptions']), ...patchedOptions(change)];
  const expected = {
    ...spec,
    ignoreDifferences: entries,
    ...(patchedOptions(change).length > 0 ? { syncPolicy: { ...policy, syncOptions } } : {}),
  };
  return isSameJson(withoutNothing(expected), withoutNothing(mapOrEmpty(after.value)));
}

function planFor(spec: Field, { patch, faults }: ApplicationChange): Plan {
  return planOf(spec.at('ignoreDifferences'), faults, patch?.spec.ignoreDifferences ?? []);
}

function patchedOptions({ patch }: ApplicationChange): readonly string[] {
  return patch?.spec.syncPolicy?.syncOptions ?? [];
}

function changeEntries(edits: YamlEdits, spec: Field, { changed, added }: Plan): void {
  if (changed.size + added.length === 0) return;
  const list = spec.at('ignoreDifferences');
  const isGone = added.length === 0 && list.items.every((_, index) => changed.get(index) === null);
  if (isGone) {
    edits.removeKey(mapAt(edits, spec), 'ignoreDifferences');
    return;
  }
  if (list.items.length === 0) {
    edits.addKey(mapAt(edits, spec), 'ignoreDifferences', added);
    return;
  }
  const node = listAt(edits, list);
  for (const [index, plan] of changed) if (plan) changeEntry(edits, list.at(index), plan);
  const removed = [...changed].flatMap(([index, plan]) => (plan ? [] : [index]));
  edits.removeItems(node, new Set(removed), added);
}

/** The keys after which a new key is inserted. */
const inOrder: Readonly<Record<string, readonly string[]>> = {
  group: [],
  kind: ['group'],
  name: ['group', 'kind'],
  namespace: ['group', 'kind', 'name'],
};

function changeEntry(edits: YamlEdits, item: Field, { target, lists }: EntryPlan): void {
  const map = mapAt(edits, item);
  for (const [key, text] of Object.entries(target)) edits.setText(map, key, text, inOrder[key]);
  for (const [key, wanted] of Object.entries(lists)) {
    const field = item.at(key);
    if (wanted.length === 0) edits.removeKey(map, key);
    else if (field.items.length > 0) edits.changeList(listAt(edits, field), wanted);
    else
      edits.addKey(
        map,
        key,
        wanted.map(({ text = '' }) => text),
      );
  }
}

function addOptions(edits: YamlEdits, spec: Field, change: ApplicationChange): void {
  const options = patchedOptions(change);
  if (options.length === 0) return;
  const policy = spec.at('syncPolicy');
  const list = policy.at('syncOptions');
  if (list.items.length > 0) edits.append(listAt(edits, list), options);
  else if (policy.exists) edits.addKey(mapAt(edits, policy), 'syncOptions', options);
  else edits.addKey(mapAt(edits, spec), 'syncPolicy', { syncOptions: options });
}

function mapAt({ layout }: YamlEdits, field: Field): MapNode {
  const node = layout.nodeOf(field);
  if (node?.kind !== 'map') throw new Unfit('it has no map where a map is expected.');
  return node;
}

function listAt({ layout }: YamlEdits, field: Field): ListNode {
  const node = layout.nodeOf(field);
  if (node?.kind !== 'list') throw new Unfit('it has no list where a list is expected.');
  return node;
}

/** Drops keys without a value. */
function withoutNothing(map: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(map).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
