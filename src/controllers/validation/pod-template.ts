import type { LabelSelector, PodTemplate } from '../../cluster/rollout-object.js';
import { type FieldError, forbidden, invalid, notSupported } from './field-error.js';
import { isEmptySelector, labelErrors, selectorMatches } from './labels.js';
import { podErrors } from './pod.js';

const path = 'spec.template';

/**
 * What is wrong with a pod template, defaults filled in.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/apps/validation/validation.go (ValidatePodTemplateSpecForReplicaSet)
 */
export function podTemplateErrors(
  { metadata, spec = {} }: PodTemplate,
  selector: LabelSelector | undefined,
): readonly FieldError[] {
  const labels = metadata?.labels ?? {};
  const { restartPolicy = 'Always', activeDeadlineSeconds } = spec;
  const isSelected =
    selector !== undefined && (isEmptySelector(selector) || selectorMatches(selector, labels));
  return [
    ...(isSelected
      ? []
      : [
          invalid(
            `${path}.metadata.labels`,
            metadata?.labels,
            '`selector` does not match template `labels`',
            {
              map: 'value',
            },
          ),
        ]),
    ...labelErrors(labels, `${path}.labels`),
    ...podErrors(metadata ?? {}, spec),
    ...(restartPolicy === 'Always'
      ? []
      : [notSupported(`${path}.spec.restartPolicy`, String(restartPolicy), ['Always'])]),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [
          forbidden(
            `${path}.spec.activeDeadlineSeconds`,
            'activeDeadlineSeconds in ReplicaSet is not Supported',
          ),
        ]),
  ];
}
