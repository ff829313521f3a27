import { Cluster } from '../../cluster/cluster.js';
import { ControllerError } from '../../cluster/controller-error.js';
import type { RolloutObject } from '../../cluster/rollout-object.js';
import { textOf } from '../../validation/field-error.js';
import { referenceErrors } from '../../controllers/validation/references.js';
import type { Violation, ViolationCode } from '../../controllers/validation/violation.js';
import { unreadOf } from '../../controllers/unread.js';
import { resolveWorkloadRef } from '../../controllers/workload-ref.js';
import type { Graph } from '../../graph/graph.js';
import { podTemplate } from '../../kinds/workload.js';
import type { Field, Path } from '../../model/field.js';
import { isPlaceholder, isTextFilledIn } from '../../model/placeholder.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { meshReferences, virtualRouter } from '../../routers/mesh-references.js';
import { referencesOf } from '../../simulate/referenced.js';
import { isSound } from '../schema/problems.js';
import { stored } from './stored.js';
import { descend, fieldOf, selectorOf } from './located.js';
import { type Found, judgementOn, workloadOf } from './violations.js';

/** Why the controller does not go on with a Rollout. */
export interface Verdict {
  /** Whether the Rollout is marked `InvalidSpec`, or the pass over it ends in an error or a panic. */
  readonly outcome: 'invalid' | 'failed' | 'panicked';
  /** Undefined where it is not marked `InvalidSpec`. */
  readonly code?: ViolationCode;
  /** Upstream's text. */
  readonly error: string;
  /** The field that the error names, or the nearest to it. */
  readonly field: Field;
  /** Everything that it may come from. */
  readonly involved: readonly Resource[];
  /** Whether the Rollout is wrong by itself, and not what it refers to. */
  readonly isOwn?: boolean;
}

/**
 * What the controller finds wrong with a Rollout and the objects that it refers to; undefined where that is nothing or
 * cannot be known. Objects that are not there are other rules' to report.
 */
export function verdictOn(graph: Graph, rollout: Resource): Verdict | undefined {
  const workload = workloadOf(graph, rollout);
  if (!workload || !isDecided(graph, rollout) || !isDecided(graph, workload)) return undefined;
  if (unreadOf(rollout.at('spec', 'template').value).some(({ isEnd }) => isEnd)) return undefined;
  return new Hearing(graph, rollout, workload).verdict();
}

/** Whether the API server takes a resource as it is written. */
function isDecided(graph: Graph, resource: Resource): boolean {
  return resource.isReadable && !isPlaceholder(resource.name) && isSound(graph, resource);
}

class Hearing {
  private readonly namespace: string;
  private readonly cluster = new Cluster();
  /** Objects of Ambassador and App Mesh: what is wrong with them is said with paths of their own. */
  private readonly meshes: Resource[] = [];

  constructor(
    private readonly graph: Graph,
    private readonly rollout: Resource,
    /** What has the pod template. */
    private readonly workload: Resource,
  ) {
    this.namespace = graph.namespace(rollout) ?? 'default';
  }

  verdict(): Verdict | undefined {
    const { graph, rollout, workload, cluster } = this;
    const own = judgementOn(graph, rollout).own.find((found) => this.isSettled(found));
    if (own)
      return {
        outcome: 'invalid',
        code: own.code,
        error: textOf(own),
        field: own.field,
        involved: [rollout, workload],
        isOwn: true,
      };

    const resolved = this.resolved();
    const references = this.references();
    if (!resolved || !references) return undefined;
    const involved = [...new Set([rollout, workload, ...references])];
    if (involved.some((resource) => !this.isFinal(graph, resource))) return undefined;
    try {
      const [error] = referenceErrors({ cluster, rollout: resolved, version: graph.rolloutsVersion });
      return (
        error && {
          outcome: 'invalid',
          code: error.code,
          error: textOf(error),
          field: this.field(error),
          involved,
        }
      );
    } catch (error) {
      if (!(error instanceof ControllerError)) throw error;
      const outcome = error.reason === 'panic' ? 'panicked' : 'failed';
      return { outcome, error: error.message, field: rollout.at('spec', ...trafficRouting), involved };
    }
  }

  /** The Rollout with the template of its workload; undefined where that cannot be had. */
  private resolved(): RolloutObject | undefined {
    const { rollout, workload, namespace } = this;
    const written = stored(rollout, rollout.name, namespace, { isTyped: true }) as RolloutObject;
    if (workload === rollout) return written;
    this.cluster.put(stored(workload, workload.name, namespace, { isTyped: true }));
    const { rollout: resolved, problem } = resolveWorkloadRef(this.cluster, written);
    return problem === undefined ? resolved : undefined;
  }

  /** Puts all that the Rollout refers to into the cluster; undefined when some of it is not there or not known. */
  private references(): readonly Resource[] | undefined {
    const { graph, rollout } = this;
    const found: Resource[] = [];
    for (const reference of referencesOf(graph, rollout)) {
      if (reference.to.kind === 'DestinationRule') continue; // The controller meets it later.
      const [resource, ...others] = graph.resolve(reference).found;
      if (!resource || others.length > 0) return undefined;
      if (resource === this.workload || found.includes(resource)) continue;
      if (!isDecided(graph, resource)) return undefined;
      this.put(reference, resource);
      found.push(resource);
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
    return [...found, ...this.meshes];
  }

  private put({ to: { kind, name, namespace = this.namespace } }: Reference, resource: Resource): void {
    const isOfCluster = kind === 'ClusterAnalysisTemplate';
    this.cluster.put(stored(resource, name, isOfCluster ? undefined : namespace));
  }

  /** Whether what an error is about is deployed as it is written. */
  private isSettled(error: Found): boolean {
    const { graph, rollout, workload } = this;
    const [, section = ''] = error.path.split('.');
    const isAboutPods = section === 'template' || section === 'selector';
    const sections = isAboutPods ? ['template', 'selector'] : (related[section] ?? [section]);
    for (const resource of new Set([rollout, workload]))
      if (sections.some((key) => graph.isPatched(resource, ['spec', key]))) return false;
    if (isPlaceholder(textOf(error))) return false;
    const { field } = error;
    const texts: unknown[] = [(field.path.length > 5 ? field.parent : field)?.value];
    if (isAboutPods)
      texts.push(
        podTemplate(workload)?.at('metadata').value,
        selectorOf(rollout, workload).value,
        // What is missed may come under a name that is filled in.
        error.code === 'volume-undeclared' && podTemplate(workload)?.value,
      );
    return !texts.some((text) => hasPlaceholder(text, workload));
  }

  /** Whether what the controller reads of an object that takes part is deployed as it is written. */
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
    return !paths.some((path) => hasPlaceholder(resource.at(...path).value, resource));
  }

  /** The field that an error of an object that is referred to is about. */
  private field(error: Violation): Field {
    const mesh = this.meshes.find(({ name }) => error.value?.is === name);
    const [, section = '', ...keys] = error.path.match(/[^.[\]]+/g) ?? [];
    if (mesh && (section === 'weight' || section === 'routes'))
      return descend(mesh.at('spec'), [section, ...keys]);
    return fieldOf(error, this.rollout);
  }
}

/** What upstream stumbles over without naming a field are objects of traffic routers. */
const trafficRouting = ['strategy', 'canary', 'trafficRouting'];

/** Sections of the spec that are compared with each other. */
const related: Readonly<Record<string, readonly string[]>> = {
  progressDeadlineSeconds: ['progressDeadlineSeconds', 'minReadySeconds'],
  strategy: ['strategy', 'revisionHistoryLimit'],
};

function hasPlaceholder(value: unknown, of: Resource): boolean {
  if (typeof value === 'string') return isTextFilledIn(of, value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => isTextFilledIn(of, key) || hasPlaceholder(item, of));
}
