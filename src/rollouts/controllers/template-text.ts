import { memoize } from '../../model/memo.js';
import { filledInWithMisfits } from '../../kubernetes/apply/defaults.js';
import { typedWithMisfits } from '../../kubernetes/apply/remarshal.js';
import { semanticForm } from '../../kubernetes/apply/semantic-equality.js';
import { sortedJson, textOf, withoutPath } from '../../kubernetes/objects/json.js';
import { podHashLabel } from '../../kubernetes/objects/keys.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';

const type = 'core.v1.PodTemplateSpec';

/**
 * A pod template as upstream hashes it: two have the same text where their hashes are the same. That is how Go writes it, so a
 * pointer to what is empty, such as `affinity: {}`, is another template than none.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/hash/hash.go (ComputePodTemplateHash)
 */
export const templateText = memoize((template: PodTemplate) => sortedJson(typedWithMisfits(template, type)));

/**
 * A pod template as upstream compares it where it finds no ReplicaSet of its hash: with the defaults that the API server has given
 * to the template of a ReplicaSet, without the hash and the deprecated name of the service account.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (PodTemplateEqualIgnoreHash)
 */
export const desiredText = memoize((template: PodTemplate): string => {
  const own = withoutPath({ ...template }, 'metadata', 'labels', podHashLabel);
  const whole = withoutPath(filledInWithMisfits(own, type, '1.36'), 'spec', 'serviceAccount');
  return sortedJson(semanticForm(whole, { kind: 'struct', name: type }));
});

/**
 * The same of the template of a ReplicaSet: the API server stores the deprecated name of the service account under its new one.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/v1/conversion.go (Convert_v1_PodSpec_To_core_PodSpec)
 */
export const storedText = memoize((template: PodTemplate): string => {
  const { serviceAccount, serviceAccountName } = template.spec ?? {};
  const isOld = textOf(serviceAccountName) === '' && textOf(serviceAccount) !== '';
  return desiredText(
    isOld ? { ...template, spec: { ...template.spec, serviceAccountName: serviceAccount } } : template,
  );
});
