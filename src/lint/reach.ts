import { isSettings } from '../argocd/settings-entries.js';
import type { Graph } from '../repository/graph/graph.js';
import { isKustomization } from '../repository/graph/kustomization.js';
import { isApplication, isApplicationSet } from '../kubernetes/kinds/application.js';
import { isRollout } from '../kubernetes/kinds/rollout.js';
import { selects } from '../kubernetes/kinds/workload.js';
import type { Finding } from '../model/finding.js';
import type { Path } from '../model/field.js';
import { memoize } from '../model/memo.js';
import type { Node } from '../model/node.js';
import { Resource } from '../model/resource.js';
import gateway from '../rollouts/routers/gateway-api.js';
import { usesRouter } from '../rollouts/routers/router.js';
import { wordHash } from '../yaml/parse/words.js';
import { type Linked, routingGroups } from './links.js';

/** The files that a change of file contents can affect, by path. */
export interface Reach {
  /** Files whose findings can differ. */
  readonly judged: ReadonlySet<string>;
  /**
   * Files that are needed to check these: the files themselves, and those that they may refer to or be referred to by.
   */
  readonly around: ReadonlySet<string>;
}

/** The reach of an empty change. */
export const noReach: Reach = { judged: new Set(), around: new Set() };

/** Whether a finding can differ from the one before the change. */
export function isReached({ judged }: Reach, { place, resource }: Finding): boolean {
  return judged.has(place.source.path) || (resource instanceof Resource && judged.has(resource.source.path));
}

/**
 * The maximum number of references that a rule follows: from a Rollout to a VirtualService, to a delegate, to a
 * Gateway; or from two Rollouts to a Service, to a third Rollout that it selects.
 */
const mostSteps = 3;

/**
 * Kinds with at most this many objects are always included, because rules ask whether one exists or which one applies
 * to all objects.
 */
const fewOfKind = 20;

/**
 * The reach of a change of contents among the files of both states.
 *
 * A finding depends on objects that it names, objects that name it, objects that select pods by labels, hosts, and
 * deployers. A rule that looks at objects in another way needs an addition here; test/lint/reach.slow.test.ts detects
 * it.
 */
export function reachOf(files: Linked, changed: ReadonlySet<string>): Reach {
  const neighbours = new Neighbours(files);
  const deciding = [...changed].flatMap((path) => files.in(path).filter(decides));
  const judged = new Set([...changed, ...files.deployedBy(new Set(deciding))]);
  let added = [...judged];
  for (let step = 0; step < mostSteps && added.length > 0; step++) {
    added = [...neighbours.of(added, step > 0)].filter((path) => !judged.has(path));
    for (const path of added) judged.add(path);
  }
  const deployers = new Set<Resource>();
  for (const path of [...judged])
    for (const deployer of files.deployersOf(path)) {
      deployers.add(deployer);
      judged.add(deployer.source.path);
    }
  // What is said of a kustomization depends on all that it builds, also where only its own file is reached.
  for (const path of judged)
    for (const resource of files.in(path)) if (isKustomization(resource)) deployers.add(resource);
  const around = new Set([...judged, ...neighbours.of([...judged], false), ...files.always(fewOfKind)]);
  for (const path of files.deployedBy(deployers)) around.add(path);
  return { judged, around };
}

/**
 * Whether the changed files contain the same objects before and after, and what these decide about others is
 * unchanged. Otherwise, folders can become environments of one system, and any name can refer to another object.
 */
export function isOfContents(after: Graph, before: Graph): boolean {
  const [own, its] = [after, before].map((graph) => {
    const deployed = new Set(graph.resources);
    return graph.given.map((resource) => identityKey(resource, deployed.has(resource)));
  });
  return (
    own!.length > 0 &&
    own!.length === its!.length &&
    own!.every((key, index) => key === its![index]) &&
    after.given.every((resource, index) => decideAlike(resource, before.given[index]!))
  );
}

/** The references between files. */
class Neighbours {
  constructor(private readonly files: Linked) {}

  /**
   * The files that are connected to some files. With `stopsAtShared`, objects of shared kinds do not connect their
   * users.
   */
  of(paths: readonly string[], stopsAtShared: boolean): ReadonlySet<string> {
    const found = new Set<string>();
    const wanted = new Map<number, SoughtName>();
    const want = (hash: number): SoughtName => {
      let entry = wanted.get(hash);
      if (!entry)
        wanted.set(hash, (entry = { isName: false, isHost: false, selectors: [], labels: [], routes: [] }));
      return entry;
    };
    for (const path of paths) {
      this.files.addNamedBy(path, found);
      for (const resource of this.files.in(path)) {
        if (stopsAtShared && sharedKinds.has(resource.kind)) continue;
        for (const name of this.files.namesOf(resource)) want(wordHash(name)).isName = true;
        if (isRollout(resource))
          for (const beside of this.files.budgetsBeside(resource)) found.add(beside.source.path);
        if (routingGroups.has(resource.group))
          for (const host of hostsIn(resource)) want(wordHash(host)).isHost = true;
        for (const parent of resource.at('spec', 'parentRefs').items)
          want(wordHash(parent.at('name').text ?? '')).routes.push(resource);
        if (this.files.isRunning(path)) {
          const labels = this.files.labelsOf(resource);
          for (const value of Object.values(labels)) want(wordHash(value)).labels.push(labels);
        }
        if (this.files.isSelecting(path))
          for (const selector of selectorsOf(resource))
            for (const value of Object.values(selector).slice(0, 1))
              want(wordHash(value)).selectors.push(selector);
      }
    }
    this.files.eachWith(wanted.keys(), (path, hash) => {
      if (!found.has(path) && this.isMet(path, wanted.get(hash)!)) found.add(path);
    });
    return found;
  }

  private isMet(path: string, { isName, isHost, selectors, labels, routes }: SoughtName): boolean {
    if (isName || (isHost && this.files.isRouting(path))) return true;
    const resources = this.files.in(path);
    if (routes.length > 0 && resources.some((resource) => routes.some((route) => mayRival(route, resource))))
      return true;
    if (selectors.length > 0 && this.files.isRunning(path)) {
      const own = resources.map((resource) => this.files.labelsOf(resource));
      if (selectors.some((selector) => own.some((one) => selects(selector, one)))) return true;
    }
    if (labels.length === 0 || !this.files.isSelecting(path)) return false;
    return resources.some((resource) =>
      selectorsOf(resource).some((selector) => labels.some((one) => selects(selector, one))),
    );
  }
}

/** The conditions under which a file with a given word is connected. */
interface SoughtName {
  isName: boolean;
  isHost: boolean;
  readonly selectors: Readonly<Record<string, string>>[];
  readonly labels: Readonly<Record<string, string>>[];
  /** Routes attached to a Gateway of this name. */
  readonly routes: Resource[];
}

/** Kinds that unrelated objects can share. */
const sharedKinds: ReadonlySet<string> = new Set([
  ...['AnalysisTemplate', 'Application', 'ApplicationSet', 'AppProject', 'ClusterAnalysisTemplate'],
  ...['ClusterRole', 'ConfigMap', 'CustomResourceDefinition', 'Gateway', 'GatewayClass', 'IngressClass'],
  ...['Kustomization', 'Namespace', 'PriorityClass', 'Role', 'Secret', 'ServiceAccount', 'StorageClass'],
]);

const fieldsOfApplication = ['ignoreDifferences', 'info', 'revisionHistoryLimit', 'syncPolicy'];

/** The fields of deploying objects that change neither the destination nor the name of a deployed object. */
const contents: readonly {
  readonly is: (resource: Resource) => boolean;
  readonly at: Path;
  readonly keys: readonly string[];
}[] = [
  { is: isKustomization, at: [], keys: ['images', 'replicas'] },
  { is: isApplication, at: ['spec'], keys: fieldsOfApplication },
  { is: isApplicationSet, at: ['spec', 'template', 'spec'], keys: fieldsOfApplication },
];

/**
 * Whether two states of an object decide alike about objects to which nothing leads from it: how others are deployed, and whether
 * objects of the Gateway API are checked, which they are if any Rollout uses it.
 */
function decideAlike(after: Resource, before: Resource): boolean {
  if (isRollout(after)) return usesRouter(after, gateway) === usesRouter(before, gateway);
  if (!decides(after)) return true;
  const { at = [], keys = [] } = contents.find(({ is }) => is(after)) ?? {};
  const [own, its] = [after, before].map((resource) =>
    JSON.stringify(withoutKeys(resource.at().value, at, keys)),
  );
  return own === its;
}

/** A value without some keys of the map at a path. */
function withoutKeys(value: unknown, [first, ...rest]: Path, keys: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  if (first === undefined) return Object.fromEntries(entries.filter(([key]) => !keys.includes(key)));
  return Object.fromEntries(
    entries.map(([key, its]) => [key, key === first ? withoutKeys(its, rest, keys) : its]),
  );
}

/** Whether an object determines the destination, the name or the comparison of other objects. */
function decides(resource: Resource): boolean {
  return (
    isSettings(resource) ||
    isApplication(resource) ||
    isApplicationSet(resource) ||
    isKustomization(resource) ||
    ['AppProject', 'Kustomization', 'CustomResourceDefinition'].includes(resource.kind)
  );
}

function identityKey(
  { source, group, version, kind, name, namespace }: Resource,
  isDeployed: boolean,
): string {
  return [source.path, group, version, kind, name, namespace, isDeployed].join('\n');
}

/** Whether two routes of one Gateway can match the same request: their hosts overlap, or one has none. */
function mayRival(route: Resource, other: Resource): boolean {
  if (route.kind !== other.kind || route.group !== other.group) return false;
  const [own, its] = [hostsIn(route), hostsIn(other)];
  return own.size === 0 || its.size === 0 || [...own].some((host) => its.has(host));
}

/** The same change of one file asks about the same others with each key that is pressed. */
const selectorsOf = memoize(({ root }: Resource) => selectorsIn(root));

/** All maps of an object that may be label selectors: under `selector`, `matchLabels` or, in subsets, `labels`. */
function selectorsIn(root: Node): readonly Readonly<Record<string, string>>[] {
  const found: Record<string, string>[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'list') node.items.forEach(visit);
    if (node.kind !== 'map') return;
    for (const { key, value } of node.entries) {
      if (value.kind === 'map' && /^(?:selector|matchLabels|labels)$/.test(key)) {
        const pairs = value.entries.flatMap(({ key: label, value: its }) =>
          its.kind === 'scalar' ? [[label, String(its.value)] as const] : [],
        );
        if (pairs.length > 0) found.push(Object.fromEntries(pairs));
      }
      visit(value);
    }
  };
  visit(root);
  return found;
}

/** The hosts of an object, each with its other forms: the first label, and the parent domains. */
function hostsIn({ root }: Resource): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (host: string): void => {
    const name = host.replace(/^\*\.?/, '');
    if (name === '') return;
    found.add(name);
    found.add(name.split('.')[0]!);
    for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
      found.add(name.slice(dot + 1));
  };
  const visit = (node: Node, isHost: boolean): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item, isHost);
    else if (node.kind === 'map')
      for (const { key, value } of node.entries) visit(value, /^host(?:s|name|names)?$/.test(key));
    else if (isHost && typeof node.value === 'string') add(node.value);
  };
  visit(root, false);
  return found;
}
