import { memoizeLastOf } from '../../../model/memo.js';
import { Cluster } from '../../../kubernetes/objects/cluster.js';
import { isMap } from '../../../kubernetes/objects/json.js';
import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { concatenated, ofEach, errorMessage } from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import {
  type ReferencedPart,
  referencedParts,
  referenceErrors,
} from '../../../rollouts/controllers/validation/references.js';
import type { Violation, ViolationCode } from '../../../rollouts/controllers/validation/violation.js';
import { isReadBefore } from '../../../rollouts/controllers/unread.js';
import { whereKnown } from '../../../kubernetes/objects/unknown.js';
import { resolveWorkloadRef } from '../../../rollouts/controllers/workload-ref.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { podTemplate } from '../../../kubernetes/kinds/workload.js';
import { groupBy } from '../../../model/multimap.js';
import type { Field, Path } from '../../../model/field.js';
import { isPlaceholder, isTextFilledIn, placeholderStart } from '../../../model/placeholder.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import { meshReferences, virtualRouter } from '../../../rollouts/routers/mesh-references.js';
import { isSound } from '../schema/problems.js';
import { asRead } from './as-read.js';
import { nameBackends } from './backends-as-named.js';
import { homeOf, namespaceOfTarget } from '../../../play/simulate/namespaces.js';
import { rolloutReferences } from './references.js';
import { stored } from './stored.js';
import { unreadIn } from './unread.js';
import { descend, fieldOf, selectorOf } from './located.js';
import { type FoundViolation, judgementOn, workloadOf } from './violations.js';

/** Why the controller stops at a Rollout. */
export interface ControllerVerdict {
  /** Whether the Rollout becomes `InvalidSpec`, or the pass ends in an error or a panic. */
  readonly outcome: 'invalid' | 'failed' | 'panicked';
  /** Undefined if it does not become `InvalidSpec`. */
  readonly code?: ViolationCode;
  /** Upstream's message. */
  readonly error: string;
  /** The field that the error names, or the nearest to it. */
  readonly field: Field;
  /** For a template, the name of the invalid metric. */
  readonly metric?: string | undefined;
  /** The referenced objects that may cause it, and their kinds; empty if the cause is in the Rollout itself. */
  readonly involved: readonly Resource[];
  readonly kinds: readonly string[];
}

/**
 * All errors that the controller finds in a Rollout and the objects that it refers to, as far as they can be known. The
 * controller reports only the first; the next shows up after it is corrected. Other rules report missing objects.
 */
export const verdictsOn = memoizeLastOf((graph: Graph, rollout: Resource): readonly ControllerVerdict[] => {
  const workload = workloadOf(graph, rollout);
  if (!workload || !rollout.isReadable || isPlaceholder(rollout.name)) return none;
  return new Hearing(graph, rollout, workload).verdicts();
});

/** Whether the API server accepts a resource as it is in the file. */
function isDecided(graph: Graph, resource: Resource): boolean {
  return resource.isReadable && !isPlaceholder(resource.name) && isSound(graph, resource);
}

class Hearing {
  private readonly namespace: string;
  private readonly cluster = new Cluster();
  /** Objects of Ambassador and App Mesh, whose errors have paths of their own. */
  private readonly meshes: Resource[] = [];
  private readonly filledIn = new Map<string, boolean>();

  constructor(
    private readonly graph: Graph,
    private readonly rollout: Resource,
    /** The object with the pod template. */
    private readonly workload: Resource,
  ) {
    this.namespace = homeOf(graph, rollout).namespace;
  }

  verdicts(): readonly ControllerVerdict[] {
    const { graph, rollout } = this;
    const end = unreadIn(graph, rollout).find(({ isEnd }) => isEnd)?.path;
    // Upstream's message may contain a value that is unknown here.
    const own = judgementOn(graph, rollout).own.filter((found) =>
      whereKnown(() => this.isSettled(found) && (!end || isReadBefore(found.field.path, end)), false),
    );
    return concatenated<ControllerVerdict>(
      byValue(own).map((found) => ({
        outcome: 'invalid' as const,
        code: found.code,
        error: errorMessage(found),
        field: found.field,
        involved: none,
        kinds: none,
      })),
      whereKnown(() => this.verdictsOnReferences(), none),
    );
  }

  private verdictsOnReferences(): readonly ControllerVerdict[] {
    const resolved = this.resolved();
    if (!resolved || [this.rollout, this.workload].some((one) => !this.isFinal(this.graph, one))) return none;
    const found = this.references();
    return ofEach(referencedParts, (part) => this.verdictsOnPart(part, resolved, found));
  }

  private verdictsOnPart(
    part: ReferencedPart,
    resolved: RolloutObject,
    found: ReadonlyMap<Resource | string, string>,
  ): readonly ControllerVerdict[] {
    const { graph, rollout, cluster } = this;
    const { kinds, isOptional } = part;
    const involved = isOptional
      ? this.meshes
      : [...found].flatMap(([resource, kind]) => (kinds.includes(kind) ? [resource] : []));
    if (!involved.every((one) => typeof one !== 'string' && this.isFinal(graph, one))) return none;
    const shared = { involved: involved as readonly Resource[], kinds };
    try {
      const errors = referenceErrors({ cluster, rollout: resolved, version: graph.rolloutsVersion }, [part]);
      return errors
        .filter(({ follows }) => follows !== true)
        .map((error) => ({
          ...shared,
          outcome: 'invalid' as const,
          code: error.code,
          error: errorMessage(error),
          field: this.field(error),
          metric: error.code === 'analysis-template' ? error.about : undefined,
        }));
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error;
      const outcome = error.reason === 'panic' ? 'panicked' : 'failed';
      return [{ ...shared, outcome, error: error.message, field: rollout.at('spec', ...trafficRouting) }];
    }
  }

  /** The Rollout with the template of its workload; undefined if that is unknown. */
  private resolved(): RolloutObject | undefined {
    const { graph, rollout, workload, namespace } = this;
    const { object } = judgementOn(graph, rollout);
    const written = object ?? (asRead(graph, rollout, namespace) as RolloutObject);
    // The API server refuses a Rollout without a spec.
    if (!isMap(written.spec)) return undefined;
    if (workload === rollout) return written;
    if (!isDecided(graph, rollout) || !isDecided(graph, workload)) return undefined;
    this.cluster.put(stored(workload, workload.name, namespace, { isTyped: true }));
    const { rollout: resolved, problem } = resolveWorkloadRef(this.cluster, written);
    return problem === undefined ? resolved : undefined;
  }

  /**
   * Adds everything that the Rollout refers to to the cluster. Returns the kinds: by resource, or by kind and name for missing
   * and unknown objects.
   */
  private references(): ReadonlyMap<Resource | string, string> {
    const { graph, rollout } = this;
    const found = new Map<Resource | string, string>();
    for (const reference of rolloutReferences(graph, rollout)) {
      const { kind, name } = reference.to;
      if (kind === 'DestinationRule') continue; // The controller reports it later.
      const [resource, ...others] = graph.resolve(reference).found;
      if (!resource || others.length > 0 || !isDecided(graph, resource)) {
        found.set(`${kind} ${name}`, kind); // The name is ambiguous between objects.
        continue;
      }
      if (resource === this.workload || found.has(resource)) continue;
      this.put(reference, resource);
      found.set(resource, kind);
    }
    for (const reference of meshReferences(rollout)) {
      const mesh = graph.find(reference);
      if (!mesh) continue;
      this.put(reference, mesh);
      this.meshes.push(mesh);
      for (const behind of virtualRouter(mesh)) {
        const router = graph.find(behind);
        if (!router) continue;
        this.put(behind, router);
        this.meshes.push(router);
      }
    }
    return found;
  }

  private put({ to }: Reference, resource: Resource): void {
    const object = stored(resource, to.name, namespaceOfTarget(to, this.namespace));
    if (to.kind === 'Ingress') nameBackends(this.graph, this.rollout, resource, object);
    this.cluster.put(object);
  }

  /** Whether the subject of an error is deployed as it is in the file. */
  private isSettled(error: FoundViolation): boolean {
    const { graph, rollout, workload } = this;
    const [, section = ''] = error.path.split('.');
    const isAboutPods = section === 'template' || section === 'selector';
    const sections = isAboutPods ? ['template', 'selector'] : (related[section] ?? [section]);
    for (const resource of new Set([rollout, workload]))
      if (sections.some((key) => graph.isPatched(resource, ['spec', key]))) return false;
    if (isPlaceholder(errorMessage(error))) return false;
    const { field } = error;
    const fields = [field.path.length > 5 ? field.parent : field];
    if (isAboutPods)
      fields.push(
        podTemplate(workload)?.at('metadata'),
        selectorOf(rollout, workload),
        // The missing volume may have a name with a placeholder.
        error.code === 'volume-undeclared' ? podTemplate(workload) : undefined,
      );
    return !fields.some((one) => one && this.isFilledIn(one));
  }

  /** Whether a field contains a placeholder; cached, because many errors concern the same field. */
  private isFilledIn(field: Field): boolean {
    const key = JSON.stringify([field.resource === this.rollout, field.path]);
    let is = this.filledIn.get(key);
    if (is === undefined) this.filledIn.set(key, (is = hasPlaceholder(field.value, this.workload)));
    return is;
  }

  /** Whether the parts of an object that the controller reads are deployed as they are in the file. */
  private isFinal(graph: Graph, resource: Resource): boolean {
    const paths: readonly Path[] =
      resource === this.rollout || resource === this.workload
        ? [
            ['spec', 'strategy'],
            ['spec', 'selector'],
            ['spec', 'template', 'metadata'],
            ['metadata', 'name'],
          ]
        : [['spec'], ['metadata', 'annotations']];
    if (paths.some((path) => graph.isPatched(resource, path))) return false;
    if (!resource.matches(placeholderStart)) return true;
    return !paths.some((path) => hasPlaceholder(resource.at(...path).value, resource));
  }

  /** The field that an error in a referenced object is about. */
  private field(error: Violation): Field {
    const mesh = this.meshes.find(({ name }) => error.value?.is === name);
    const [, section = '', ...keys] = error.path.match(/[^.[\]]+/g) ?? [];
    if (mesh && (section === 'weight' || section === 'routes'))
      return descend(mesh.at('spec'), [section, ...keys]);
    return fieldOf(error, this.rollout);
  }
}

/** Joins all errors about one value in one sentence. */
function byValue(all: readonly FoundViolation[]): readonly FoundViolation[] {
  const groups = groupBy(all, ({ code, type, path, value }) => JSON.stringify([code, type, path, value]));
  return [...groups.values()].map((found) => ({
    ...found[0]!,
    detail: found.map(({ detail }) => detail).join('; '),
  }));
}

/** Upstream's errors without a field concern objects of traffic routers. */
const trafficRouting = ['strategy', 'canary', 'trafficRouting'];

/** Sections of the spec that are compared with each other. */
const related: Readonly<Record<string, readonly string[]>> = {
  progressDeadlineSeconds: ['progressDeadlineSeconds', 'minReadySeconds'],
  strategy: ['strategy', 'revisionHistoryLimit'],
};

/** Fields in which Kubernetes expands `$(NAME)` to the value of a variable. Any other replacement also gives a string. */
const expanded: ReadonlySet<string> = new Set(['args', 'command', 'env']);
const variable = /\$\([A-Za-z_][-\w.]*\)/g;

function hasPlaceholder(value: unknown, of: Resource, isExpanded = false): boolean {
  if (typeof value === 'string')
    return isTextFilledIn(of, isExpanded ? value.replaceAll(variable, '') : value);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => hasPlaceholder(item, of, isExpanded));
  const map = value as Readonly<Record<string, unknown>>;
  return Object.keys(map).some(
    (key) => isTextFilledIn(of, key) || hasPlaceholder(map[key], of, isExpanded || expanded.has(key)),
  );
}
