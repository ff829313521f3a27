import { workloadRef } from '../../kinds/rollout.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'rollout/workload-left-to-rollout',
    description: 'Require a Deployment that its Rollout scales down to have no replicas in Git.',
    why: 'The controller scales the Deployment down once, with the first revision of the Rollout. Whoever applies the manifest again starts its pods again, and nobody stops them: two versions serve side by side.',
    severity: 'warning',
    messages: {
      started:
        'Deployment "{deployment}" asks for {replicas} pods, and Rollout "{rollout}" scales it down ({scaleDown}); once the Rollout is healthy set replicas to 0, or every apply starts them again.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const scaleDown = rollout.at('spec', 'workloadRef', 'scaleDown');
    if (scaleDown.text !== 'onsuccess' && scaleDown.text !== 'progressively') return;
    const reference = workloadRef(rollout);
    if (reference?.to.kind !== 'Deployment') return;
    const deployment = graph.find(reference);
    const replicas = deployment?.at('spec', 'replicas');
    if (!deployment || !replicas?.number) return;
    report(
      replicas,
      'started',
      {
        deployment: deployment.name,
        replicas: replicas.number,
        rollout: rollout.name,
        scaleDown: scaleDown.text,
      },
      { related: [{ at: scaleDown, message: 'scales it down' }] },
    );
  },
});
