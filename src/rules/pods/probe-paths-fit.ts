import { containers } from '../../kubernetes/kinds/workload.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/probe-paths-fit',
    description: 'Require the paths of the readiness and the liveness probe not to be exchanged.',
    why: 'A pod that waits for something else, such as a database, is not ready for a time. With the paths exchanged, the kubelet restarts it for that, and sends it requests meanwhile. A canary that is restarted is neither judged nor promoted.',
    consequence: 'wrong-pods',
    severity: 'warning',
    fixes: ['unsafe'],
    messages: {
      exchanged:
        'The readinessProbe of container "{container}" in Rollout "{rollout}" asks "{readiness}", and its livenessProbe asks "{liveness}"; exchange the paths.',
    },
    links: ['https://kubernetes.io/docs/concepts/workloads/pods/probes/'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    for (const container of template ? containers(template) : []) {
      const [readiness, liveness] = ['readinessProbe', 'livenessProbe'].map((probe) =>
        container.at(probe, 'httpGet', 'path'),
      );
      if (!asksLiveness(readiness!.text) || !asksReadiness(liveness!.text)) continue;
      report(
        readiness!,
        'exchanged',
        {
          ...{ container: container.at('name').text ?? 'without a name', rollout: rollout.name },
          ...{ readiness: readiness!.text, liveness: liveness!.text },
        },
        {
          rests: [liveness!],
          related: [{ at: liveness!, message: 'the path of the livenessProbe' }],
          fix: () => ({
            title: 'Exchange the paths.',
            isUnsafe: true,
            writes: [
              { field: readiness!, value: liveness!.text },
              { field: liveness!, value: readiness!.text },
            ],
          }),
        },
      );
    }
  },
});

function asksLiveness(path: string | undefined): boolean {
  return path !== undefined && /\b(?:live|livez|liveness|alive)\b/i.test(path) && !/ready|readi/i.test(path);
}

function asksReadiness(path: string | undefined): boolean {
  return path !== undefined && /\b(?:ready|readyz|readiness)\b/i.test(path) && !/live/i.test(path);
}
