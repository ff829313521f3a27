import { doubleWorkloads } from '../facts/double-workloads.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/pods-not-shared',
    description: 'Require no other workload to use the pod labels of a Rollout.',
    why: "Both controllers keep their own pods. Services that select these labels send requests to both, but steps, weights and analyses apply only to the Rollout's pods: the others get the new version at once.",
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      double:
        '{kind} "{workload}" runs pods with the same labels as Rollout "{rollout}", which is deployed with it; remove it, or set its replicas to 0 during a migration.',
      daemon:
        'DaemonSet "{workload}" runs pods with the same labels as Rollout "{rollout}", which is deployed with it; give one of them other labels.',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/migrating/#convert-deployment-to-rollout'],
  },

  check({ graph, report }) {
    for (const { workload, rollout } of doubleWorkloads(graph)) {
      const replicas = workload.at('spec', 'replicas');
      const isOff = [workload, rollout].some((one) => one.at('spec', 'replicas').number === 0);
      if (isOff || graph.isPatched(workload, replicas.path)) continue;
      report(
        workload.at('metadata', 'name'),
        workload.kind === 'DaemonSet' ? 'daemon' : 'double',
        { kind: workload.kind, workload: workload.name, rollout: rollout.name },
        { related: [{ at: rollout, message: 'runs the same pods' }] },
      );
    }
  },
});
