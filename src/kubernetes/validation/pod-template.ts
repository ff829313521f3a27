import { isList } from '../objects/json.js';
import type { LabelSelector, PodTemplate } from '../objects/rollout-object.js';
import { isAtLeast, type RolloutsVersion } from '../objects/version.js';
import type { Container } from './container-type.js';
import {
  type FieldError,
  following,
  forbidden,
  invalid,
  concatenated,
  located,
  notSupported,
} from './field-error.js';
import { none } from '../../model/none.js';
import { isEmptySelector, labelErrors, selectorMatches } from './labels.js';
import { podErrors, restartPolicies } from './pod.js';

const templatePath = 'spec.template';

/** What the API server says of a selector that does not match the pods of its template. */
export const unselected = '`selector` does not match template `labels`';

/** The errors if a selector does not match the pods of a template. */
export function unselectedErrors(
  { metadata }: PodTemplate,
  selector: LabelSelector | undefined,
): readonly FieldError[] {
  const labels = metadata?.labels;
  if (selector !== undefined && (isEmptySelector(selector) || selectorMatches(selector, labels ?? {})))
    return none;
  return [invalid(`${templatePath}.metadata.labels`, labels, unselected, { map: 'value' })];
}

/**
 * The other errors of a pod template, with defaults filled in.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/apps/validation/validation.go (ValidatePodTemplateSpecForReplicaSet)
 */
export function podTemplateErrors(
  { metadata, spec = {} }: PodTemplate,
  version: RolloutsVersion,
): readonly FieldError[] {
  const labels = metadata?.labels ?? {};
  const { restartPolicy = 'Always', activeDeadlineSeconds } = spec;
  return concatenated(
    located(labelErrors(labels, `${templatePath}.labels`), `${templatePath}.metadata.labels`),
    podErrors(metadata ?? {}, isAtLeast(version, '1.10') ? spec : withoutPrivileged(spec)),
    restartErrors(String(restartPolicy)),
    activeDeadlineSeconds === undefined
      ? none
      : [
          forbidden(
            `${templatePath}.spec.activeDeadlineSeconds`,
            'activeDeadlineSeconds in ReplicaSet is not Supported',
          ),
        ],
  );
}

/** A policy that is invalid for pods is reported there. */
function restartErrors(policy: string): readonly FieldError[] {
  if (policy === 'Always') return none;
  const errors = [notSupported(`${templatePath}.spec.restartPolicy`, policy, ['Always'])];
  return restartPolicies.includes(policy) ? errors : following(errors);
}

/**
 * Up to 1.9 the controller validates pods as if no container were privileged.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go (removeSecurityContextPrivileged)
 * https://github.com/argoproj/argo-rollouts/blob/v1.10.2/pkg/apis/rollouts/validation/validation.go (allowPrivilegedCapabilities)
 */
function withoutPrivileged(spec: NonNullable<PodTemplate['spec']>): NonNullable<PodTemplate['spec']> {
  const { containers, initContainers } = spec;
  const strip = (container: Container): Container =>
    container.securityContext
      ? { ...container, securityContext: { ...container.securityContext, privileged: false } }
      : container;
  // The validation of pods reports what is not a list.
  return {
    ...spec,
    ...(isList(containers) && { containers: (containers as readonly Container[]).map(strip) }),
    ...(isList(initContainers) && { initContainers: (initContainers as readonly Container[]).map(strip) }),
  };
}
