import { waysOfExpression, waysOfPointer } from '../../../argocd/ignored-way.js';
import { ownParts, writtenBelow } from '../../../argocd/other-writers.js';
import { isOfArgoCd } from '../../../kubernetes/kinds/application.js';
import { isSameJson } from '../../../kubernetes/objects/json.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import type { Resource } from '../../../model/resource.js';
import { argoCdManager } from '../../../kubernetes/apply/server-side-apply.js';
import { isSettled } from '../../../play/drift/settled.js';
import type { Argo } from '../../../play/drift/argo.js';
import { changes, edited, namedPath, leaves, type Step, valueAt } from '../../../play/drift/changes.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { withoutOne } from './effects.js';
import {
  entriesOf,
  type DeclaredEntry,
  globalEntries,
  isMeantFor,
  isTemplated,
  objectsOf,
  type Written,
} from './entries.js';
import { argoOf, momentsOf, withNamespace } from './moments.js';
import { routedBy } from './routed.js';

/** Fields of one object whose edits in Git a path of an entry hides, although only Git sets them. */
export interface Unseen {
  readonly written: Written;
  readonly resource: Resource;
  /** The fields, with elements by name. */
  readonly fields: readonly string[];
  /** Whether no other program writes them in any cluster that is known. */
  readonly isCertain: boolean;
  /** Whether a sync has the same result with and without an edit. */
  readonly isFrozen: boolean;
  /** The expression for what another program writes there, if that is known. */
  readonly right: string | undefined;
}

/** How edits in Git are deployed. */
export interface SyncMode {
  /** Whether syncs keep ignored fields as they are in the cluster. */
  readonly respects: boolean;
  readonly isAutomated: boolean;
}

/**
 * The entries that hide edits of an Application's objects, each with its most severe cases. `isTold` tells which paths are
 * reported already.
 */
export function* unseenBy(
  graph: Graph,
  application: Resource,
  { respects, isAutomated }: SyncMode,
  isTold: (written: Written) => boolean,
): Iterable<{ readonly entry: DeclaredEntry; readonly found: readonly Unseen[] }> {
  for (const { entry, objects } of entriesWithObjects(graph, application)) {
    const found = [...objects]
      .sort(byFixedOrder)
      .slice(0, maxObjects)
      .flatMap((resource) => unseenIn(graph, application, entry, resource))
      .filter(({ written, isFrozen }) => !isTold(written) && (isAutomated || (respects && isFrozen)));
    const certain = found.filter(({ isCertain }) => isCertain);
    const some = certain.length > 0 ? certain : found;
    const frozen = respects ? some.filter(({ isFrozen }) => isFrozen) : [];
    yield { entry, found: frozen.length > 0 ? frozen : some };
  }
}

/** How many objects are looked at for an entry. */
const maxObjects = 100;

/** The entries of an Application and those of argocd-cm, with the objects of the Application that they apply to. */
function* entriesWithObjects(
  graph: Graph,
  application: Resource,
): Iterable<{ readonly entry: DeclaredEntry; readonly objects: readonly Resource[] }> {
  for (const entry of entriesOf(application)) yield { entry, objects: objectsOf(graph)(entry) };
  const globals = globalEntries(graph);
  if (globals.length === 0) return;
  const deployed = graph.deployedBy(application);
  for (const entry of globals)
    yield { entry, objects: deployed.filter((resource) => isMeantFor(graph, entry, resource)) };
}

/** The fields of an object that each path of an entry hides. */
function unseenIn(
  graph: Graph,
  application: Resource,
  entry: DeclaredEntry,
  resource: Resource,
): readonly Unseen[] {
  if (isOfArgoCd(resource) || !resource.isReadable) return [];
  let argo: Argo | undefined;
  const found: Unseen[] = [];
  for (const written of [...entry.pointers, ...entry.expressions]) {
    if (isTemplated(entry, written)) continue;
    const git = withNamespace(graph, resource, resource.at().value);
    if (!git) return [];
    const hidden = hiddenBy(entry, written, git);
    if (!hidden || isWrittenByController(graph, resource, hidden.paths)) continue;
    argo ??= argoOf(graph, application);
    const example = exampleIn(argo, git, hidden.leaves);
    if (!example) continue;
    found.push({
      written,
      resource,
      fields: hidden.paths.map((path) => namedPath(git, path)),
      isCertain: hidden.isCertain,
      isFrozen: argo.makesSame(git, example, git),
      right: rightFor(entry, written, resource),
    });
  }
  return found;
}

interface HiddenPart {
  readonly paths: readonly (readonly Step[])[];
  readonly leaves: readonly (readonly Step[])[];
  readonly isCertain: boolean;
}

/** What a path removes from an object apart from what other programs write. */
function hiddenBy(entry: DeclaredEntry, written: Written, git: KubeObject): HiddenPart | undefined {
  const raw = withoutOne(entry, written, git);
  if (raw === undefined || isSameJson(raw, git)) return undefined;
  const { own, certain } = ownParts(git);
  const sure = certain === undefined ? [] : removedFrom(entry, written, certain);
  // Another rule warns of a whole spec in any kind.
  const isWhole = (paths: HiddenPart['paths']): boolean =>
    paths.some((path) => path.length === 1 && path[0] === 'spec');
  const paths = sure.length > 0 ? sure : removedFrom(entry, written, own);
  const ends = paths
    .flatMap((path) => leaves(valueAt(git, path), path))
    .filter((path) => typeof valueAt(git, path) !== 'object')
    .filter((path) => valueAt(sure.length > 0 ? certain : own, path) !== undefined);
  if (ends.length === 0) return undefined;
  return { paths, leaves: ends, isCertain: sure.length > 0 || isWhole(paths) };
}

function removedFrom(entry: DeclaredEntry, written: Written, object: unknown): HiddenPart['paths'] {
  const rest = withoutOne(entry, written, object);
  return rest === undefined ? [] : changes(object, rest).map(({ path }) => path);
}

/** Whether the Rollouts controller writes a part of what is hidden; other rules judge how narrow that is. */
function isWrittenByController(graph: Graph, resource: Resource, paths: HiddenPart['paths']): boolean {
  return (routedBy(graph).get(resource) ?? []).some((routed) =>
    momentsOf(graph, routed).some(({ git, live }) =>
      changes(git, live).some((change) =>
        paths.some((path) => isWithin(change.path, path) || isWithin(path, change.path)),
      ),
    ),
  );
}

function isWithin(path: readonly Step[], whole: readonly Step[]): boolean {
  return whole.every((step, index) => step === path[index]);
}

/** The object after an edit of one of its fields that the Application does not see; undefined if it sees the edits tried. */
function exampleIn(argo: Argo, git: KubeObject, ends: HiddenPart['leaves']): KubeObject | undefined {
  for (const path of ends.slice(0, maxTried)) {
    const example = edited(git, path) as KubeObject;
    const { status } = argo.compare(example, git);
    if (status === 'synced' || (status === 'cannot-tell' && areAlike(argo, example, git))) return example;
  }
  return undefined;
}

/** Whether nothing is left of an edit once ignored fields are removed; enough for kinds whose type is not known here. */
function areAlike(argo: Argo, one: KubeObject, other: KubeObject): boolean {
  const [first, second] = [argo.compared(one), argo.compared(other)];
  return first !== undefined && second !== undefined && isSameJson(first, second);
}

/** How many fields are edited: a condition may select an element by the first ones. */
const maxTried = 5;

function rightFor(entry: DeclaredEntry, written: Written, { group, kind }: Resource): string | undefined {
  const ways = entry.pointers.includes(written)
    ? waysOfPointer(written.text)
    : waysOfExpression(written.text);
  const [way = [], another] = ways;
  if (another) return undefined;
  return writtenBelow(
    { group, kind },
    way.flatMap((step) => (step.type === 'key' ? [step.key] : [])),
  );
}

/** The entries that trust the manager of Argo CD itself, with the objects whose edits in Git that hides. */
export function* ownEntries(graph: Graph): Iterable<{
  readonly entry: DeclaredEntry;
  readonly manager: Written;
  readonly objects: readonly Resource[];
}> {
  for (const application of [...graph.allApplications].sort(byFixedOrder))
    for (const { entry, objects } of entriesWithObjects(graph, application)) {
      const manager = entry.managers.find(({ text }) => text === argoCdManager);
      if (!manager || !isSettled(graph, application)) continue;
      const argo = argoOf(graph, application);
      const hidden = [...objects]
        .sort(byFixedOrder)
        .slice(0, maxObjects)
        .filter((resource) => !isOfArgoCd(resource) && isOwnHidden(graph, argo, resource));
      yield { entry, manager, objects: hidden };
    }
}

/** Whether an edit in Git of an object that Argo CD has applied is not a difference, but would be without the rules. */
function isOwnHidden(graph: Graph, argo: Argo, resource: Resource): boolean {
  const git = withNamespace(graph, resource, resource.at().value);
  if (!git) return false;
  const bare = argo.but({ rules: [] });
  return leaves(git)
    .filter((path) => path[0] !== 'metadata' && path.length > 1 && typeof valueAt(git, path) !== 'object')
    .slice(0, maxTried)
    .some((path) => {
      const example = edited(git, path) as KubeObject;
      return (
        bare.compare(example, git, git).status === 'out-of-sync' &&
        argo.compare(example, git, git).status === 'synced'
      );
    });
}
