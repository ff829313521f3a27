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
import { concatenated } from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { homeOf } from '../../../play/simulate/namespaces.js';
import { problemsIn } from '../schema/problems.js';
import { asRead } from './as-read.js';
import { fieldOf } from './located.js';
import { referenceViolations } from './reference-violations.js';

/** A violation, with its field or the nearest to it. */
export interface FoundViolation<Code extends ViolationCode = ViolationCode> extends Violation {
  readonly code: Code;
  readonly field: Field;
  /** The reference to an object that does not exist. */
  readonly reference?: Reference;
  /** The object that does not meet the needs of the Rollout. */
  readonly subject?: Resource;
}

/** The errors that the configured version of the controller finds in a Rollout. */
export interface Judgement {
  /** Errors in the Rollout itself, in upstream's order, without consequences of other errors. */
  readonly own: readonly FoundViolation[];
  /** Errors in referenced objects, object by object. */
  readonly references: readonly FoundViolation[];
  /** The Rollout as the controller decodes it, if it has the pod template itself. */
  readonly object?: RolloutObject;
  /** The same with the pod template of its workload, if that has it. */
  readonly withPods?: RolloutObject;
}

/**
 * Checks everything whose input is known: without the workload, the pods are not checked. Patched fields and placeholders are
 * taken literally; a rule that reports a field says what it depends on.
 */
export const judgementOn = memoizeLastOf((graph: Graph, rollout: Resource): Judgement => {
  if (!rollout.isReadable || !problemsIn(graph, rollout)) return { own: none, references: none };
  const object = asRead(graph, rollout, homeOf(graph, rollout).namespace) as RolloutObject;
  // The API server refuses a Rollout without a spec.
  if (!whereKnown(() => isMap(object.spec), true)) return { own: none, references: none };
  const workload = workloadOf(graph, rollout);
  const isResolved =
    workload !== undefined &&
    workload !== rollout &&
    whereKnown(() => lend(graph, workload, object.spec), false);
  const own = whereKnown((): readonly FoundViolation[] => {
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

export function violationsOf(graph: Graph, rollout: Resource): readonly FoundViolation[] {
  const { own, references } = judgementOn(graph, rollout);
  return concatenated(own, references);
}

/** The object with the pod template: the Rollout itself or its workload; undefined if it is missing. */
export function workloadOf(graph: Graph, rollout: Resource): Resource | undefined {
  const reference = workloadRef(rollout);
  if (reference) return graph.find(reference);
  return rollout.at('spec', 'workloadRef').exists ? undefined : rollout;
}

/** Gives a spec the template of a workload, and its selector unless it has one; returns whether the template exists. */
function lend(graph: Graph, workload: Resource, spec: RolloutSpec): boolean {
  const { labels, annotations } = spec.template?.metadata ?? {};
  // If it is not empty, upstream stops here.
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
  // Hidden parts of the template stay hidden.
  Object.defineProperty(spec, 'template', template);
  if (selector && !('selector' in spec)) Object.defineProperty(spec, 'selector', selector);
  return true;
}
