import istio, { destinationRule } from '../../rollouts/routers/istio.js';
import { absence, instead, reportRenamed } from '../absent.js';
import { typedRule } from '../rule.js';
import { namesakeOf } from '../facts/istio/namesake.js';

const { absent: missing, renamed } = absence('DestinationRule "{destinationRule}" of Rollout "{rollout}"');

export default typedRule({
  meta: {
    name: 'istio/destination-rule-exists',
    description: 'Require the DestinationRule that a Rollout names to exist in its namespace.',
    why: 'Nothing validates the reference. The first update stops with DestinationRuleNotFound before any weight is set, and is not retried for up to 15 minutes.',
    consequence: 'update-stuck',
    severity: 'error',
    fixes: ['safe', 'choice'],
    messages: {
      missing,
      renamed,
      elsewhere:
        'DestinationRule "{destinationRule}" is in namespace "{namespace}", but Rollout "{rollout}" looks for it in its own namespace "{own}"; move it there.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/istio/#subset-level-traffic-splitting',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/istio/istio.go',
    ],
  },

  router: istio,

  checkRollout(rollout, { graph, report }) {
    const reference = destinationRule(rollout);
    if (!reference) return;
    const { from, to } = reference;
    const data = { rollout: rollout.name, destinationRule: to.name };
    if (reportRenamed({ graph, reference, data }, report) || !graph.isAbsent(reference)) return;
    const namesake = namesakeOf(graph, reference);
    if (namesake) {
      const { resource, namespace } = namesake;
      const related = [{ at: resource, message: `is in namespace "${namespace}"` }];
      report(from, 'elsewhere', { ...data, namespace, own: graph.namespace(rollout) }, { related });
    } else {
      const { hint, related, fix } = instead(graph, reference);
      report(from, 'missing', { ...data, hint }, { related, fix });
    }
  },
});
