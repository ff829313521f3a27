import type { Field } from '../../model/field.js';
import { injectionLabel, isInjected } from '../facts/istio/injected.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/sidecar-injected',
    description: 'Require the labels and annotations that inject a sidecar to be where they are read.',
    why: 'Injection looks at the metadata of pods and of namespaces, each with keys of its own. Elsewhere the setting has no effect, so the pods are started without the sidecar, or with one that is not wanted.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      namespace:
        '"{key}" in the labels of the pods of Rollout "{rollout}" has no effect, because Istio reads it from Namespaces alone; set the label "sidecar.istio.io/inject" of the pods.',
      rollout:
        '"{key}" in the {where} of Rollout "{rollout}" has no effect, because injection reads the metadata of pods; move it to spec.template.metadata.',
    },
    links: [
      'https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/',
      'https://linkerd.io/2/features/proxy-injection/',
      'https://developer.hashicorp.com/vault/docs/platform/k8s/injector/annotations',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const pods = graph.podTemplate(rollout)?.at('metadata');
    if (!pods) return;
    const enabled = pods.at('labels', injectionLabel);
    if (enabled.exists && !ofPods.some((key) => hasKey(pods, key)) && !isInjected(graph, rollout))
      report(
        enabled,
        'namespace',
        { key: injectionLabel, rollout: rollout.name },
        { atKey: true, rests: [pods.at('labels')] },
      );
    for (const where of ['labels', 'annotations'])
      for (const field of rollout.at('metadata', where).entries) {
        const key = String(field.key);
        if (!ofPods.includes(key) || hasKey(pods, key)) continue;
        report(
          field,
          'rollout',
          { key, where, rollout: rollout.name },
          { atKey: true, rests: [pods.at(where)] },
        );
      }
  },
});

/** Keys that the injectors of Istio, Linkerd, Consul and Vault read from pods; Linkerd reads its key from Namespaces, too. */
const ofPods: readonly string[] = [
  'sidecar.istio.io/inject',
  'linkerd.io/inject',
  'consul.hashicorp.com/connect-inject',
  'vault.hashicorp.com/agent-inject',
];

function hasKey(pods: Field, key: string): boolean {
  return ['labels', 'annotations'].some((where) => pods.at(where, key).exists);
}
