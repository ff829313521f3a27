import { memoizeLastOf } from '../../../model/memo.js';
import { isMap } from '../../../kubernetes/objects/json.js';
import type { KubeObject } from '../../../kubernetes/objects/object.js';
import type { RolloutObject, RolloutSpec } from '../../../kubernetes/objects/rollout-object.js';
import { hide, whereKnown } from '../../../kubernetes/objects/unknown.js';
import { specErrors } from '../../../rollouts/controllers/validation/spec.js';
import type { Violation, ViolationCode } from '../../../rollouts/controllers/validation/violation.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { workloadRef } from '../../../kubernetes/kinds/rollout.js';
import type { Field } from '../../../model/field.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import { joined, none } from '../../../kubernetes/validation/field-error.js';
import { problemsIn } from '../schema/problems.js';
import { asRead } from './as-read.js';
import { fieldOf } from './located.js';
import { referenceViolations } from './reference-violations.js';

/** A violation, and the field that it is about or the nearest to it. */
export interface Found<Code extends ViolationCode = ViolationCode> extends Violation {
  readonly code: Code;
  readonly field: Field;
  /** What refers to an object that is not there. */
  readonly reference?: Reference;
  /** The object that is not as the Rollout needs it. */
  readonly subject?: Resource;
}

/** What the configured release of the controller finds wrong with a Rollout. */
export interface Judgement {
  /** With the Rollout by itself, in upstream's order; without what follows from another mistake. */
  readonly own: readonly Found[];
  /** With what it refers to, object by object. */
  readonly references: readonly Found[];
  /** The Rollout as the controller reads it, where it has the pods itself. */
  readonly object?: RolloutObject;
  /** The same with the pods of its workload, where that is what has them. */
  readonly withPods?: RolloutObject;
}

/**
 * It is judged as far as what the controller reads is known: without its workload, nothing is said of the pods. What is patched
 * or filled in is taken as it is written; who reports a field names what it rests on.
 */
export const judgementOn = memoizeLastOf((graph: Graph, rollout: Resource): Judgement => {
  if (!rollout.isReadable || !problemsIn(graph, rollout)) return { own: none, references: none };
  const object = asRead(graph, rollout, graph.namespace(rollout) ?? 'default') as RolloutObject;
  // Without a spec the API server takes no Rollout.
  if (!whereKnown(() => isMap(object.spec), true)) return { own: none, references: none };
  const workload = workloadOf(graph, rollout);
  const isResolved =
    workload !== undefined &&
    workload !== rollout &&
    whereKnown(() => lend(graph, workload, object.spec), false);
  const own = whereKnown((): readonly Found[] => {
    const errors = specErrors({ rollout: object, isResolved, version: graph.rolloutsVersion });
    if (workload !== rollout && !isResolved) hide(object.spec, 'template');
    return errors
      .filter(({ follows }) => follows !== true)
      .map((error) => ({ ...error, field: fieldOf(error, rollout, workload) }));
  }, none);
  const references = whereKnown(() => referenceViolations(graph, rollout, object), none);
  const hasPods = workload === rollout || isResolved;
  return {
    own,
    references,
    ...(workload === rollout && { object }),
    ...(hasPods && { withPods: object }),
  };
});

export function violationsOf(graph: Graph, rollout: Resource): readonly Found[] {
  const { own, references } = judgementOn(graph, rollout);
  return joined(own, references);
}

/** What has the pod template: the Rollout itself or its workload; undefined where it is not there. */
export function workloadOf(graph: Graph, rollout: Resource): Resource | undefined {
  const reference = workloadRef(rollout);
  if (reference) return graph.find(reference);
  return rollout.at('spec', 'workloadRef').exists ? undefined : rollout;
}

/** Gives a spec the template of a workload, and its selector unless it has one; tells whether there is a template. */
function lend(graph: Graph, workload: Resource, spec: RolloutSpec): boolean {
  const { labels, annotations } = spec.template?.metadata ?? {};
  // Where it is not empty, upstream goes no further.
  if (Object.keys({ ...labels, ...annotations }).length > 0) return false;
  const object = asRead(graph, workload, '') as KubeObject & { readonly spec?: RolloutSpec };
  const [template, selector] = [
    Object.getOwnPropertyDescriptor(
      workload.kind === 'PodTemplate' ? object : (object.spec ?? {}),
      'template',
    ),
    Object.getOwnPropertyDescriptor(object.spec ?? {}, 'selector'),
  ];
  if (!template) return false;
  // What is hidden there is hidden here.
  Object.defineProperty(spec, 'template', template);
  if (selector && !('selector' in spec)) Object.defineProperty(spec, 'selector', selector);
  return true;
}
