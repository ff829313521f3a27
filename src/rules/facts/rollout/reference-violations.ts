import { ControllerError } from '../../../kubernetes/objects/controller-error.js';
import type { RolloutObject } from '../../../kubernetes/objects/rollout-object.js';
import { whereKnown } from '../../../kubernetes/objects/unknown.js';
import { ingressChoiceErrors, ingressErrors } from '../../../rollouts/controllers/validation/ingresses.js';
import { serviceErrors } from '../../../rollouts/controllers/validation/services.js';
import {
  type Violation,
  type ViolationCode,
  violations,
} from '../../../rollouts/controllers/validation/violation.js';
import { virtualServiceChoiceErrors } from '../../../rollouts/controllers/validation/virtual-services.js';
import { unsupportedWorkload } from '../../../rollouts/controllers/workload-ref.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { services, trafficRouting, workloadRef } from '../../../kubernetes/kinds/rollout.js';
import type { Reference } from '../../../model/reference.js';
import type { Resource } from '../../../model/resource.js';
import { ingresses } from '../../../rollouts/routers/alb.js';
import { stableIngresses } from '../../../rollouts/routers/nginx.js';
import { internalError, concatenated, notFound, ofEach } from '../../../kubernetes/validation/field-error.js';
import { none } from '../../../model/none.js';
import { asRead } from './as-read.js';
import { nameBackends, servedField } from './backends-as-named.js';
import { fieldOf } from './located.js';
import type { FoundViolation } from './violations.js';

/** The controller's errors about the objects that a Rollout refers to, object by object. */
export function referenceViolations(
  graph: Graph,
  rollout: Resource,
  object: RolloutObject,
): readonly FoundViolation[] {
  const hasAlb = trafficRouting(rollout).at('alb').exists;
  const own = [
    unsupportedErrors(object),
    ingressChoiceErrors(object),
    virtualServiceChoiceErrors(object),
  ].flatMap((found: readonly Violation[]) =>
    found.map((error) => ({ ...error, field: fieldOf(error, rollout) })),
  );
  return concatenated<FoundViolation>(
    own,
    whereKnown(() => workloadErrors(graph, rollout, object), none),
    ofEach(services(rollout), (reference) => missingReference(graph, 'service-missing', reference)),
    ofEach(services(rollout), (reference) => servicesErrors(graph, object, reference)),
    ofEach(ingresses(rollout), (reference) => missingReference(graph, 'alb-ingress-missing', reference)),
    ofEach(hasAlb ? ingresses(rollout) : stableIngresses(rollout), (reference) =>
      backendErrors(graph, rollout, object, reference),
    ),
    // With both routers, the controller only checks the Ingresses of ALB.
    ofEach(hasAlb ? [] : stableIngresses(rollout), (reference) =>
      missingReference(graph, 'nginx-ingress-missing', reference),
    ),
  );
}

function unsupportedErrors({ spec }: RolloutObject): readonly Violation[] {
  return violations('workload-unsupported', () => {
    const text = spec.workloadRef && unsupportedWorkload(spec.workloadRef);
    return text === undefined ? none : [{ ...internalError('spec.workloadRef', ''), text }];
  });
}

function workloadErrors(graph: Graph, rollout: Resource, { spec }: RolloutObject): readonly FoundViolation[] {
  if (!spec.workloadRef || unsupportedWorkload(spec.workloadRef) !== undefined) return none;
  const { name = '' } = spec.workloadRef;
  const reference = workloadRef(rollout);
  if (reference && name !== '') return missingReference(graph, 'workload-missing', reference);
  const field = rollout.at('spec', 'workloadRef');
  return [{ code: 'workload-missing', ...notFound('spec.workloadRef.name', ''), field }];
}

/** An object that does not exist, or not under the name that the Rollout uses. */
function missingReference(
  graph: Graph,
  code: ViolationCode,
  reference: Reference,
): readonly FoundViolation[] {
  if (!graph.isAbsent(reference) && !graph.renaming(reference)) return none;
  const { from, to } = reference;
  return [{ code, ...notFound(from.path.join('.'), to.name), field: from, reference }];
}

function servicesErrors(
  graph: Graph,
  object: RolloutObject,
  reference: Reference,
): readonly FoundViolation[] {
  const { from } = reference;
  return ofEach(graph.resolve(reference).found, (subject) => {
    if (!subject.isReadable) return none;
    const service = asRead(graph, subject, '');
    const errors = serviceErrors(object, { path: from.path.join('.'), service });
    return errors.map((error) => ({ ...error, field: from, subject }));
  });
}

function backendErrors(
  graph: Graph,
  rollout: Resource,
  object: RolloutObject,
  reference: Reference,
): readonly FoundViolation[] {
  const subject = graph.find(reference);
  if (!subject || servedField(rollout).text === undefined || !hasLists(subject)) return none;
  const ingress = asRead(graph, subject, '');
  nameBackends(graph, rollout, subject, ingress);
  try {
    const errors = ingressErrors({ rollout: object, version: graph.rolloutsVersion }, ingress);
    return errors.map((error) => ({ ...error, field: reference.from, reference, subject }));
  } catch (error) {
    if (error instanceof ControllerError) return none; // The pass fails.
    throw error;
  }
}

/** Whether its rules can be read: some versions of Ingresses have no schema here. */
function hasLists(ingress: Resource): boolean {
  const rules = ingress.at('spec', 'rules');
  const lists = [rules, ...rules.items.map((rule) => rule.at('http', 'paths'))];
  return lists.every(({ shape }) => shape === 'list' || shape === 'absent');
}
