import { memoize } from '../../model/memo.js';
import { filledInWithMisfits } from '../../kubernetes/apply/defaults.js';
import { typedWithMisfits } from '../../kubernetes/apply/remarshal.js';
import { semanticForm } from '../../kubernetes/apply/semantic-equality.js';
import { sortedJson, stringOrEmpty, withoutPath } from '../../kubernetes/objects/json.js';
import { podHashLabel } from '../../kubernetes/objects/keys.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';

const type = 'core.v1.PodTemplateSpec';

/**
 * A pod template in the JSON that upstream hashes: equal strings mean equal hashes. Go writes a pointer to an empty struct,
 * such as `affinity: {}`, so it differs from an absent one.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/hash/hash.go (ComputePodTemplateHash)
 */
export const templateText = memoize((template: PodTemplate) => sortedJson(typedWithMisfits(template, type)));

/**
 * A pod template as upstream compares it if no ReplicaSet has its hash: with the defaults that the API server fills into the
 * template of a ReplicaSet, without the hash and the deprecated name of the service account.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go (PodTemplateEqualIgnoreHash)
 */
export const desiredText = memoize((template: PodTemplate): string => {
  const own = withoutPath({ ...template }, 'metadata', 'labels', podHashLabel);
  const whole = withoutPath(filledInWithMisfits(own, type, '1.36'), 'spec', 'serviceAccount');
  return sortedJson(semanticForm(whole, { kind: 'struct', name: type }));
});

/**
 * The same for the template of a ReplicaSet, where the API server also stores the deprecated name of the service account under
 * the new one. https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/apis/core/v1/conversion.go
 * (Convert_v1_PodSpec_To_core_PodSpec)
 */
export const storedText = memoize((template: PodTemplate): string => {
  const { serviceAccount, serviceAccountName } = template.spec ?? {};
  const isOld = stringOrEmpty(serviceAccountName) === '' && stringOrEmpty(serviceAccount) !== '';
  return desiredText(
    isOld ? { ...template, spec: { ...template.spec, serviceAccountName: serviceAccount } } : template,
  );
});
