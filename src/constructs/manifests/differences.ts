import { isMap, stringOrEmpty } from '../../kubernetes/objects/json.js';
import { argoCdLines, parseArgoCdVersion } from '../../argocd/version.js';
import { type RolloutsVersion, rolloutsVersions } from '../../kubernetes/objects/version.js';
import type { IgnoreEntry } from '../../play/drift/argo.js';
import { driftOf, type Drift } from '../../play/drift/drift.js';
import { joinedPatches, patchOf } from '../../play/drift/patch.js';
import type { Obstacle } from '../../play/drift/owned.js';
import { Graph } from '../../repository/graph/graph.js';
import { fromValue } from '../../model/node.js';
import { isOfArgoCd } from '../../kubernetes/kinds/application.js';
import { type Identity, Resource } from '../../model/resource.js';
import { standInsFor } from './stand-ins.js';

/** An entry of `spec.ignoreDifferences`, as an Application has it. */
export interface IgnoreDifference {
  /** @default - the core group */
  readonly group?: string;
  /** The kind of the objects. */
  readonly kind: string;
  /** @default - every object of the kind */
  readonly name?: string;
  /** @default - every namespace */
  readonly namespace?: string;
  /**
   * Fields by their JSON pointers, such as `/spec/replicas`.
   * @default - none
   */
  readonly jsonPointers?: readonly string[];
  /**
   * Fields by jq expressions.
   * @default - none
   */
  readonly jqPathExpressions?: readonly string[];
  /**
   * Managers whose fields are ignored, such as `rollouts-controller`.
   * @default - none
   */
  readonly managedFieldsManagers?: readonly string[];
}

/** What an Application says that decides what it has to ignore. */
export interface DifferenceOptions {
  /**
   * `spec.syncPolicy.syncOptions`. `ServerSideApply=true` changes how Argo CD compares, and so what has to be ignored.
   * @default - none
   */
  readonly syncOptions?: readonly string[];

  /**
   * The entries of the annotation `argocd.argoproj.io/compare-options`, such as `ServerSideDiff=true`.
   * @default - none
   */
  readonly compareOptions?: readonly string[];

  /**
   * Whether the Application syncs by itself, as `spec.syncPolicy.automated` says.
   * @default - it is synced by hand
   */
  readonly automated?: { readonly prune?: boolean; readonly selfHeal?: boolean };

  /**
   * What the Application ignores in any case.
   * @default - nothing
   */
  readonly ignoreDifferences?: readonly IgnoreDifference[];

  /**
   * The namespace of objects that name none.
   * @default - unknown
   */
  readonly namespace?: string;

  /**
   * The version of Argo CD: a line such as `3.2`, or a release of it.
   * @default - the newest that is known
   */
  readonly argocd?: string;

  /**
   * The version of Argo Rollouts.
   * @default '1.9'
   */
  readonly rollouts?: RolloutsVersion;
}

/** What an Application has to have so that it leaves to the controllers what is theirs. */
export interface DerivedSettings {
  /** What has to be ignored besides what the options say. */
  readonly ignoreDifferences: readonly IgnoreDifference[];
  /** The sync options that are lacking. */
  readonly syncOptions: readonly string[];
  /** What is different at some moment of an update and cannot be ignored. */
  readonly uncovered: readonly Uncovered[];
}

/** Something of an object that the controller changes and that no entry can leave to it alone. */
export interface Uncovered {
  readonly kind: string;
  readonly name: string;
  readonly obstacle: Obstacle;
}

/** A manifest, or something that becomes one, such as an `ApiObject` of cdk8s. */
export type ManifestLike = object;

/**
 * What an Application that deploys these objects has to ignore besides what the options say: as little as keeps it
 * Synced at each moment of an update, also after an abort or a rollback. Empty without a Rollout among the objects.
 * Throws for a version that is not known.
 */
export function ignoreDifferencesFor(
  objects: readonly ManifestLike[],
  options: DifferenceOptions = {},
): readonly IgnoreDifference[] {
  return derivedSettings(objects, options).ignoreDifferences;
}

/** What an Application that deploys these objects lacks, by the derivation of `rolloutkit drift`. */
export function derivedSettings(
  objects: readonly ManifestLike[],
  options: DifferenceOptions = {},
): DerivedSettings {
  const manifests = objects.map(toManifest).filter((manifest) => !isOfArgoCd(identityOf(manifest)));
  const drifts = driftsOf(manifests, options);
  const uncovered = uncoveredIn(drifts);
  const patch = joinedPatches(drifts.flatMap((drift) => patchOf(drift) ?? []));
  const ignoreDifferences = byObject(patch?.spec.ignoreDifferences ?? []);
  // What is switched off by name was meant: lint says what it does.
  const given = options.syncOptions ?? [];
  const lacking = (patch?.spec.syncPolicy?.syncOptions ?? []).filter(
    (option) => !given.includes(option.replace('=true', '=false')),
  );
  return { ignoreDifferences, syncOptions: lacking, uncovered };
}

/** Each once, though several Rollouts share the object. */
function uncoveredIn(drifts: readonly Drift[]): readonly Uncovered[] {
  const all = drifts
    .flatMap(({ entries }) => entries)
    .flatMap(({ subject: { git }, derivation: { obstacles } }) =>
      obstacles.map((obstacle) => ({ kind: git.kind, name: git.metadata.name, obstacle })),
    );
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

function driftsOf(manifests: readonly JsonObject[], options: DifferenceOptions): readonly Drift[] {
  const versions = versionsOf(options);
  const given = [
    manifestAsResource(applicationStandIn(options), '', 0),
    ...manifests.map((manifest, index) => manifestAsResource(manifest, objectsFolder, index)),
  ];
  const others = standInsFor(new Graph(given));
  const graph = new Graph([
    ...given,
    ...others.map((object, index) => manifestAsResource(toManifest(object), otherFolder, index)),
  ]);
  return driftOf(graph, graph.rollouts, versions).drifts;
}

/** An Application that deploys the objects and says what the options say. */
function applicationStandIn({
  syncOptions = [],
  compareOptions = [],
  automated,
  ignoreDifferences = [],
  namespace,
}: DifferenceOptions): JsonObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      name: 'application',
      annotations: { 'argocd.argoproj.io/compare-options': compareOptions.join(',') },
    },
    spec: {
      source: { repoURL: `https://git.invalid${repository}.git`, path: objectsFolder },
      destination: { namespace },
      syncPolicy: { automated, syncOptions },
      ignoreDifferences,
    },
  };
}

const repository = '/repository';
const objectsFolder = 'objects';
/** The Application does not deploy what is there. */
const otherFolder = 'elsewhere';

function manifestAsResource(manifest: JsonObject, inFolder: string, index: number): Resource {
  const path = [repository, ...(inFolder === '' ? [] : [inFolder]), 'manifests.yaml'].join('/');
  const root = fromValue(manifest);
  return new Resource(identityOf(manifest), { path, name: path, read: () => '' }, index, { root });
}

function identityOf({ apiVersion, kind, metadata }: JsonObject): Identity {
  const [version = '', group = ''] = stringOrEmpty(apiVersion).split('/').reverse();
  const { name, namespace } = isMap(metadata) ? metadata : {};
  return {
    group,
    version,
    kind: stringOrEmpty(kind),
    name: stringOrEmpty(name),
    namespace: typeof namespace === 'string' ? namespace : undefined,
  };
}

function versionsOf({ argocd, rollouts }: DifferenceOptions): Parameters<typeof driftOf>[2] {
  const argoCdVersion = argocd === undefined ? undefined : parseArgoCdVersion(argocd);
  if (argocd !== undefined && !argoCdVersion)
    throw new Error(
      `The version of Argo CD is "${argocd}"; it must be a release of ${argoCdLines.join(', ')}.`,
    );
  if (rollouts !== undefined && !rolloutsVersions.includes(rollouts))
    throw new Error(
      `The version of Argo Rollouts is "${String(rollouts)}"; it must be one of ${rolloutsVersions.join(', ')}.`,
    );
  return { ...(argoCdVersion && { argocd: argoCdVersion }), ...(rollouts && { rollouts }) };
}

/** One entry for each object, whatever number of Rollouts write into it. */
function byObject(entries: readonly IgnoreEntry[]): readonly IgnoreDifference[] {
  const found = new Map<string, IgnoreEntry>();
  for (const entry of entries) {
    const { group = '', kind, name = '', namespace = '' } = entry;
    const key = JSON.stringify([group, kind, name, namespace]);
    const known = found.get(key);
    found.set(key, known ? { ...known, ...union(known, entry) } : entry);
  }
  return [...found.values()];
}

function union(one: IgnoreEntry, other: IgnoreEntry): Partial<IgnoreEntry> {
  const both = (key: 'jsonPointers' | 'jqPathExpressions'): Partial<IgnoreEntry> => {
    const texts = [...new Set([...(one[key] ?? []), ...(other[key] ?? [])])];
    return texts.length === 0 ? {} : { [key]: texts };
  };
  return { ...both('jsonPointers'), ...both('jqPathExpressions') };
}

type JsonObject = Readonly<Record<string, unknown>>;

function toManifest(object: ManifestLike): JsonObject {
  return 'toJson' in object && typeof object.toJson === 'function'
    ? (object.toJson as () => JsonObject).call(object)
    : (object as JsonObject);
}
