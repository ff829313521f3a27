import { subsets } from '../../kubernetes/kinds/destination-rule.js';
import { judged } from '../facts/istio/mesh.js';
import { destinationRule } from '../../rollouts/routers/istio.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/subset-labelled',
    description: 'Require a subset of a DestinationRule to have labels, unless a Rollout adds some.',
    why: 'A subset without labels contains all pods of its host, so a route to it does not distinguish versions.',
    consequence: 'misdirected-traffic',
    severity: 'info',
    messages: {
      unlabelled:
        'Subset "{subset}" of DestinationRule "{destinationRule}" has no labels, so it contains all pods of host "{host}"; add labels that only its pods have.',
    },
    links: [
      'https://istio.io/latest/docs/reference/config/networking/destination-rule/#Subset',
      'https://kiali.io/docs/features/validations/#kia0209---this-subset-has-not-labels',
    ],
    aliases: ['KIA0209'],
  },

  *check({ graph, report }) {
    // The controller adds labels to these subsets, and deletes other labels.
    const managed = new Set(
      graph.rollouts.flatMap((rollout) => {
        const reference = destinationRule(rollout);
        return reference ? graph.resolve(reference).found : [];
      }),
    );
    for (const rule of judged(graph, 'DestinationRule')) {
      yield rule;
      if (managed.has(rule)) continue;
      for (const subset of subsets(rule)) {
        const [name, labels] = [subset.at('name'), subset.at('labels')];
        // A subset with a policy of its own serves that purpose.
        if (name.text === undefined || labels.entries.length > 0 || subset.at('trafficPolicy').exists)
          continue;
        report(
          name,
          'unlabelled',
          { subset: name.text, destinationRule: rule.name, host: rule.at('spec', 'host').text ?? '' },
          { rests: [labels, rule.at('spec', 'host')], complete: [labels] },
        );
      }
    }
  },
});
