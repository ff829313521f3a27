import { memoize } from '../../../model/memo.js';
import type { Cluster } from '../../../kubernetes/objects/cluster.js';
import { withoutEmpty } from '../../../kubernetes/objects/json.js';
import { Answer } from '../../../kubernetes/objects/lookup.js';
import type { RolloutObject, RolloutSpec } from '../../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../../kubernetes/objects/version.js';
import { errorMessage } from '../../../kubernetes/validation/field-error.js';
import { referenceErrors } from './references.js';
import { specErrors } from './spec.js';
import type { Violation } from './violation.js';

/** Why a Rollout is `InvalidSpec`. */
export interface InvalidSpec {
  /** The message of the condition, in upstream's words. */
  readonly message: string;
}

/**
 * The first error that the controller finds in a Rollout and the objects it refers to; the pass does nothing more. The Rollout
 * has the template and selector of its workloadRef; `problem` is why they are missing. Version 1.8 checks for other errors
 * before it reports that. Throws a `ControllerError` where upstream crashes.
 *
 * Upstream iterates over some maps in random order. Of several malformed labels, or labels that no pod has, the first by name
 * is reported here. https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go (newRolloutContext)
 */
export function validateRollout(
  cluster: Cluster,
  rollout: RolloutObject,
  version: RolloutsVersion,
  problem?: string,
): InvalidSpec | undefined {
  const found = (): string | undefined => {
    const violation = firstError(cluster, rollout, version, problem === undefined);
    return violation && errorMessage(violation);
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

/** Branches of a simulation return to objects of the main line. */
const mostAnswers = 8;

/** The result depends on the name and spec of the Rollout and on the cluster objects it was found with. */
const answersKnown = memoize((_spec: RolloutSpec) => [] as Answer<Violation | undefined>[]);

/**
 * All errors in a Rollout alone. Its spec has no nulls or empty lists; `hasWorkload` says that it has the template of its
 * workloadRef.
 */
function ownErrors(
  rollout: RolloutObject,
  version: RolloutsVersion,
  hasWorkload: boolean,
): readonly Violation[] {
  // A workload may lack a template.
  const isResolved = hasWorkload && rollout.spec.template !== undefined;
  const known = specErrorsKnown(rollout.spec);
  const key = `${version} ${isResolved}`;
  let errors = known.get(key);
  if (!errors) known.set(key, (errors = specErrors({ rollout, isResolved, version })));
  return errors;
}

/** Upstream treats an empty list and null as absent. */
const specWithoutEmpty = memoize(
  (spec: RolloutSpec) => withoutEmpty(spec, { keepsMaps: true }) as RolloutSpec,
);

/** A spec stays the same from pass to pass, and its own errors depend on nothing else. */
const specErrorsKnown = memoize((_spec: RolloutSpec) => new Map<string, readonly Violation[]>());
