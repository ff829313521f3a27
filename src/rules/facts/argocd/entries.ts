import { memoize, memoizeLast } from '../../../model/memo.js';
import { isMeantFor as matches } from '../../../argocd/match.js';
import {
  customizations,
  ignoredInSingleKey,
  type IgnoredInKind,
  innerEntry,
  innerTexts,
  isSettings,
} from '../../../argocd/settings-entries.js';
import type { EntryTarget } from '../../../play/drift/misdirected.js';
import type { Graph } from '../../../repository/graph/graph.js';
import {
  applicationTemplates,
  isApplication,
  isApplicationSet,
} from '../../../kubernetes/kinds/application.js';
import type { Field } from '../../../model/field.js';
import { isPlaceholder, unlessPlaceholder } from '../../../model/placeholder.js';
import type { Resource } from '../../../model/resource.js';
import type { Place } from '../../../model/source.js';
import { detach } from '../../../yaml/parse/characters.js';
import { withinScalar } from '../../../yaml/parse/within-scalar.js';

/** A string of an entry, with its position. */
export interface Written {
  readonly text: string;
  readonly field: Field;
  /** Its position inside the value of the field, if it is only a part of it. */
  readonly inner: Place | undefined;
}

/** An entry that tells Argo CD what to ignore, in an Application, the template of an ApplicationSet or argocd-cm. */
export interface DeclaredEntry {
  /** The resource that contains it. */
  readonly resource: Resource;
  /** Whether it is in argocd-cm and applies to every Application. */
  readonly isGlobal: boolean;
  readonly at: Field;
  /** The target. Absent fields are empty strings. */
  readonly group: Written;
  readonly kind: Written;
  readonly name: Written;
  readonly namespace: Written;
  readonly pointers: readonly Written[];
  readonly expressions: readonly Written[];
  readonly managers: readonly Written[];
}

/** All entries, by Application. They hold no documents in memory, so that ten thousand Applications are read only once. */
export const entriesIn = memoize((graph: Graph): readonly DeclaredEntry[] => [
  ...graph.ofKind('Application').filter(isApplication).flatMap(entriesOf),
  ...graph.ofKind('ApplicationSet').filter(isApplicationSet).flatMap(entriesOf),
  ...graph.ofKind('ConfigMap', '').filter(isSettings).flatMap(entriesInSettings),
]);

/** The entries of an Application, or of the template of an ApplicationSet. */
export const entriesOf = memoize((resource: Resource): readonly DeclaredEntry[] =>
  applicationTemplates(resource)
    .flatMap((template) => template.at('spec', 'ignoreDifferences').items)
    .map((item) => {
      const at = item.lasting;
      const one = (key: string): Written => {
        const field = item.at(key);
        return { text: detach(field.text ?? ''), field: field.lasting, inner: undefined };
      };
      const list = (key: string): readonly Written[] =>
        item
          .at(key)
          .items.filter(({ value }) => typeof value === 'string')
          .map((field) => ({ text: detach(field.value as string), field: field.lasting, inner: undefined }));
      return {
        resource,
        isGlobal: false,
        at,
        group: one('group'),
        kind: one('kind'),
        name: one('name'),
        namespace: one('namespace'),
        pointers: list('jsonPointers'),
        expressions: list('jqPathExpressions'),
        managers: list('managedFieldsManagers'),
      };
    }),
);

function entriesInSettings(settings: Resource): readonly DeclaredEntry[] {
  return [...entriesInKeys(settings), ...ignoredInSingleKey(settings).map((one) => entryOf(settings, one))];
}

/** An entry of the single key: the key of the kind stands for all that is in it. */
function entryOf(settings: Resource, { field, place, target, list }: IgnoredInKind): DeclaredEntry {
  const one = (text: string): Written => ({ text, field: field.lasting, inner: place });
  return entryInSettings(settings, field, { target, one, list: (key) => list(key).map(one) });
}

/** The entries in keys of their own. */
function entriesInKeys(settings: Resource): readonly DeclaredEntry[] {
  return customizations(settings).flatMap(({ field, type, target, content }) => {
    if (type !== 'ignoreDifferences' || !target || !content) return [];
    const at = field.lasting;
    return entryInSettings(settings, field, {
      target,
      one: (text) => ({ text, field: at, inner: field.keyPlace }),
      list: (key) =>
        innerTexts(field, innerEntry(field, content, key)).map(({ text, place }) => ({
          text,
          field: at,
          inner: place,
        })),
    });
  });
}

/** An entry for all objects of a kind. */
function entryInSettings(
  settings: Resource,
  { lasting: at }: Field,
  {
    target,
    one,
    list,
  }: {
    readonly target: IgnoredInKind['target'];
    readonly one: (text: string) => Written;
    readonly list: (key: string) => readonly Written[];
  },
): DeclaredEntry {
  return {
    resource: settings,
    isGlobal: true,
    at,
    group: one(target.group),
    kind: one(target.kind),
    name: one(''),
    namespace: one(''),
    pointers: list('jsonPointers'),
    expressions: list('jqPathExpressions'),
    managers: list('managedFieldsManagers'),
  };
}

/** The target of an entry. */
export function targetOf({ group, kind, name, namespace }: DeclaredEntry): EntryTarget {
  return { group: group.text, kind: kind.text, name: name.text, namespace: namespace.text };
}

/** The position of a string, or of a part of it, for a finding. */
export function placeOf(
  { text, field, inner }: Written,
  offset = 0,
  length = text.length,
): { readonly place?: Place } {
  if (inner) return { place: inner };
  return text === '' ? {} : { place: withinScalar(field, offset, length) };
}

/** Whether an entry contains no placeholders. In jq, a dollar before a name is a variable. */
export function isWritten({
  group,
  kind,
  name,
  namespace,
  pointers,
  managers,
  expressions,
}: DeclaredEntry): boolean {
  return (
    [group, kind, name, namespace, ...pointers, ...managers].every(({ text }) => !isPlaceholder(text)) &&
    expressions.every(({ text }) => !/\$\{|\{\{/.test(text))
  );
}

/** Whether the generators of an ApplicationSet fill in a string, so that it is unknown. */
export function isTemplated({ resource }: DeclaredEntry, { text }: Written): boolean {
  return isApplicationSet(resource) && text.includes('{{');
}

/** The objects that an Application deploys, by group and kind, which entries are matched against. */
const deployedByType = memoize((graph: Graph) =>
  memoizeLast((application: Resource): ReadonlyMap<string, readonly Resource[]> => {
    const byType = new Map<string, Resource[]>();
    for (const resource of graph.deployedBy(application)) {
      const key = `${resource.group}/${resource.kind}`;
      const others = byType.get(key);
      if (others) others.push(resource);
      else byType.set(key, [resource]);
    }
    return byType;
  }),
);

/** The objects that an entry of an Application applies to, among those that it deploys. */
export const objectsOf = memoize((graph: Graph) =>
  memoize((entry: DeclaredEntry): readonly Resource[] => {
    const byType = deployedByType(graph)(entry.resource);
    const [group, kind] = [entry.group.text, entry.kind.text];
    const isPattern = /[*?[{\\]/.test(group + kind);
    const candidates = isPattern
      ? [...byType.values()].filter(([first]) => first && isOfType(group, kind, first)).flat()
      : (byType.get(`${group}/${kind}`) ?? []);
    return candidates.filter((resource) => isNamed(graph, entry, resource));
  }),
);

/** Whether an entry applies to an object, whatever deploys it. */
export function isMeantFor(graph: Graph, entry: DeclaredEntry, resource: Resource): boolean {
  return isOfType(entry.group.text, entry.kind.text, resource) && isNamed(graph, entry, resource);
}

function isOfType(group: string, kind: string, type: { group: string; kind: string }): boolean {
  return matches({ group, kind, name: '', namespace: '' }, { group: type.group, kind: type.kind, name: '' });
}

/** Argo CD matches names in the cluster, after kustomizations. Unknown names match any. */
function isNamed(
  graph: Graph,
  { resource: application, name, namespace }: DeclaredEntry,
  resource: Resource,
): boolean {
  const fits = (wanted: string, itsOwn: string | undefined): boolean =>
    wanted === '' || unlessPlaceholder(itsOwn) === undefined || itsOwn === wanted;
  if (name.text === '' && namespace.text === '') return true;
  return graph
    .deployedAs(application, resource)
    .some((as) => fits(name.text, as.name) && fits(namespace.text, as.namespace));
}

/** The entries that affect how an Application compares an object: its own, and those of argocd-cm. */
export function entriesFor(
  graph: Graph,
  application: Resource,
  resource: Resource,
): readonly DeclaredEntry[] {
  const own = entriesOf(application);
  const all = [...own, ...globalEntries(graph)];
  return all.filter((entry) => isMeantFor(graph, entry, resource));
}

/** The entries of argocd-cm. */
export const globalEntries = memoize((graph: Graph): readonly DeclaredEntry[] =>
  entriesIn(graph).filter(({ isGlobal }) => isGlobal),
);
