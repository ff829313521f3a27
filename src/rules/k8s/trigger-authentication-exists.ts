import { scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/trigger-authentication-exists',
    description: 'Require the TriggerAuthentication of a ScaledObject for a Rollout to exist.',
    why: 'KEDA cannot ask the source of the trigger without it: the ScaledObject is not ready, and the number of pods stays as it is, or is that of fallback.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      missing:
        'TriggerAuthentication "{name}" of ScaledObject "{scaler}", which scales Rollout "{rollout}", is not found; add it to the manifests.',
    },
    links: [
      'https://keda.sh/docs/latest/concepts/authentication/',
      'https://keda.sh/docs/latest/reference/scaledobject-spec/',
    ],
  },

  *check({ graph, report }) {
    for (const scaler of graph.ofKind('ScaledObject', 'keda.sh')) {
      yield scaler;
      const target = scaleTarget(scaler);
      if (!target || !isRollout(target.to)) continue;
      for (const trigger of scaler.at('spec', 'triggers').items) {
        const reference = trigger.at('authenticationRef');
        const [from, kind] = [reference.at('name'), reference.at('kind').text ?? 'TriggerAuthentication'];
        // Those of a cluster belong to KEDA's own installation.
        if (from.text === undefined || kind !== 'TriggerAuthentication') continue;
        if (graph.isAbsent({ from, to: { group: 'keda.sh', kind, name: from.text } }))
          report(
            from,
            'missing',
            { name: from.text, scaler: scaler.name, rollout: target.to.name },
            { rests: [target.from] },
          );
      }
    }
  },
});
