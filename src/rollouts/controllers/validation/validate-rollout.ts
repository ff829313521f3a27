import { memoize } from '../../../model/memo.js';
import type { Cluster } from '../../../kubernetes/objects/cluster.js';
import { withoutEmpty } from '../../../kubernetes/objects/json.js';
import { Answer } from '../../../kubernetes/objects/lookup.js';
import type { RolloutObject, RolloutSpec } from '../../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { textOf } from '../../../kubernetes/validation/field-error.js';
import { referenceErrors } from './references.js';
import { specErrors } from './spec.js';
import type { Violation } from './violation.js';

/** Why a Rollout is `InvalidSpec`. */
export interface InvalidSpec {
  /** The message of the condition, as upstream writes it. */
  readonly message: string;
}

/**
 * The first mistake that the controller finds in a Rollout and the objects it refers to; it does nothing more in that
 * pass. The Rollout comes with the template and selector of its workloadRef; `problem` is why it could not get them.
 * Version 1.8 looks for other mistakes before it says so. Where upstream crashes, a `ControllerError` is thrown.
 *
 * Upstream goes through some maps in no fixed order. Of several labels that a Service asks for in vain, or that are
 * malformed, the first by name is reported here.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (newRolloutContext)
 */
export function validateRollout(
  cluster: Cluster,
  rollout: RolloutObject,
  version: RolloutsVersion,
  problem?: string,
): InvalidSpec | undefined {
  const found = (): string | undefined => {
    const violation = firstError(cluster, rollout, version, problem === undefined);
    return violation && textOf(violation);
  };
  const first = (version === '1.8' ? undefined : problem) ?? found() ?? problem;
  return first === undefined
    ? undefined
    : { message: `The Rollout "${rollout.metadata.name}" is invalid: ${first}` };
}

function firstError(
  cluster: Cluster,
  written: RolloutObject,
  version: RolloutsVersion,
  hasWorkload: boolean,
): Violation | undefined {
  const { name, namespace } = written.metadata;
  const known = answersKnown(written.spec);
  const asked = [version, hasWorkload, name, namespace];
  const last = known.find((answer) => answer.isTo(asked) && answer.holdsIn(cluster));
  if (last) return last.value;

  const rollout: RolloutObject = { ...written, spec: specWithoutEmpty(written.spec) };
  const answer = new Answer(
    asked,
    cluster,
    (lookup) =>
      ownErrors(rollout, version, hasWorkload)[0] ??
      referenceErrors({ cluster: lookup, rollout, version })[0],
  );
  if (known.length === mostAnswers) known.pop();
  known.unshift(answer);
  return answer.value;
}

/** Branches come back to objects of the main line. */
const mostAnswers = 8;

/** Of a Rollout nothing but its name and its spec is looked at, and of the cluster what the answer was found with. */
const answersKnown = memoize((_spec: RolloutSpec) => [] as Answer<Violation | undefined>[]);

/**
 * What is wrong with a Rollout by itself, all of it. Its spec has no nulls and no empty lists; `hasWorkload` tells that
 * it has the template of its workloadRef.
 */
function ownErrors(
  rollout: RolloutObject,
  version: RolloutsVersion,
  hasWorkload: boolean,
): readonly Violation[] {
  // A workload may have no template to give.
  const isResolved = hasWorkload && rollout.spec.template !== undefined;
  const known = specErrorsKnown(rollout.spec);
  const key = `${version} ${isResolved}`;
  let errors = known.get(key);
  if (!errors) known.set(key, (errors = specErrors({ rollout, isResolved, version })));
  return errors;
}

/** To upstream an empty list is no list, and null is nothing. */
const specWithoutEmpty = memoize(
  (spec: RolloutSpec) => withoutEmpty(spec, { keepsMaps: true }) as RolloutSpec,
);

/** A spec does not change from pass to pass, and what is wrong with it depends on nothing else. */
const specErrorsKnown = memoize((_spec: RolloutSpec) => new Map<string, readonly Violation[]>());
