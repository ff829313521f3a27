import { isMap } from '../../kubernetes/objects/json.js';
import { objectKey } from '../../kubernetes/objects/cluster.js';
import type { KubeObject, Labels } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Resource } from '../../model/resource.js';
import { deployedObjects, manifestAt } from '../simulate/deployed-objects.js';
import type { Simulation } from '../simulate/simulate.js';
import { updateAnnotation } from '../simulate/update-annotation.js';
import type { Dropped } from '../simulate/admission.js';
import { valueAt } from './changes.js';

/** An object of a Rollout in Git: the Rollout itself, or one that it names. */
export interface Subject {
  /** Its key in the frames of the trace. */
  readonly key: string;
  readonly resource: Resource;
  /** The object in Git, under the name and namespace in which it is deployed. */
  readonly git: KubeObject;
  /** Fields that the API server drops: no controller writes them, and no sync brings them into the cluster. */
  readonly dropped: readonly Dropped[];
  /** The same without the dropped fields. */
  readonly stored: KubeObject;
}

/** The objects in Git of a Rollout and everything it names. */
export function subjectsOf(
  graph: Graph,
  rollout: Resource,
  { dropped: droppedOf }: Pick<Simulation, 'dropped'>,
): readonly Subject[] {
  const found = new Map<string, Subject>();
  for (const { role, resource, name, namespace, isNamespaceAssumed } of deployedObjects(graph, rollout)) {
    // What is not simulated has no moments to compare with.
    if (role === 'not-simulated' || !resource?.isReadable) continue;
    const git = manifestAt(resource, name, isNamespaceAssumed ? undefined : namespace);
    const key = objectKey(git);
    if (found.has(key)) continue;
    const dropped = droppedOf.get(key) ?? [];
    found.set(key, { key, resource, git, dropped, stored: withoutDropped(git, dropped) });
  }
  return [...found.values()];
}

/** An object without some of its fields. */
export function withoutDropped(object: KubeObject, fields: readonly Pick<Dropped, 'path'>[]): KubeObject {
  if (fields.length === 0) return object;
  const copy = structuredClone(object);
  for (const { path } of fields) {
    const parent = valueAt(copy, path.slice(0, -1));
    if (isMap(parent)) Reflect.deleteProperty(parent, path.at(-1) ?? '');
  }
  return copy;
}

/** The manifest in Git at a moment: the simulated update is a commit, too. */
export function targetAt({ git }: Pick<Subject, 'git'>, live: KubeObject): KubeObject {
  const annotations = annotationsOf(live);
  const revision = annotations?.[updateAnnotation];
  if (revision === undefined || annotationsOf(git)?.[updateAnnotation] === revision) return git;
  let targets = updated.get(git);
  if (!targets) updated.set(git, (targets = new Map<string, KubeObject>()));
  let target = targets.get(revision);
  if (!target) targets.set(revision, (target = withRevision(git, revision)));
  return target;
}

/** One object per update, so that results can be cached with it. */
const updated = new WeakMap<KubeObject, Map<string, KubeObject>>();

interface Templated extends KubeObject {
  readonly spec?: { readonly template?: AnnotatedTemplate };
  readonly template?: AnnotatedTemplate;
}
interface AnnotatedTemplate {
  readonly metadata?: { readonly annotations?: Labels };
}

function annotationsOf(object: KubeObject): Labels | undefined {
  const { spec, template } = object as Templated;
  return (spec?.template ?? template)?.metadata?.annotations;
}

function withRevision(git: KubeObject, revision: string): KubeObject {
  const { spec, template } = git as Templated;
  const next = (before: AnnotatedTemplate | undefined): AnnotatedTemplate => ({
    ...before,
    metadata: {
      ...before?.metadata,
      annotations: { ...before?.metadata?.annotations, [updateAnnotation]: revision },
    },
  });
  const changed: Templated = spec?.template
    ? { ...git, spec: { ...spec, template: next(spec.template) } }
    : { ...git, template: next(template) };
  return changed;
}
