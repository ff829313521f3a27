import { subsets } from '../../kubernetes/kinds/destination-rule.js';
import { append } from '../../model/multimap.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import type { Resource } from '../../model/resource.js';
import { untouchedCase, judged } from '../facts/istio/mesh.js';
import { serviceAt } from '../facts/istio/traffic.js';
import { removalOf } from '../fixes.js';
import { type Field } from '../../model/field.js';
import { type ProposedFix, typedRule } from '../rule.js';
import { untouched } from '../untouched.js';

const why =
  'Istio merges the DestinationRules of a host, and of two subsets of one name it keeps that of the older object. If that is not the one with the labels that the controller sets, its subset has the pods of all versions.';

/** Removes a subset from its DestinationRule. */
function removed(subset: Field): ProposedFix {
  const { name } = subset.resource;
  return {
    ...removalOf(subset),
    title: `Remove subset "${subset.at('name').shown}" from DestinationRule "${name}".`,
  };
}

export default typedRule({
  meta: {
    name: 'istio/subset-not-shadowed',
    description: 'Require no two DestinationRules of a namespace to define the same subset of a host.',
    why,
    consequence: 'unshifted-traffic',
    severity: 'warning',
    otherwise: untouched('misdirected-traffic', why),
    fixes: ['choice'],
    messages: {
      shadowed:
        'DestinationRules "{first}" and "{second}" both define subset "{subset}" of host "{host}", and Istio only uses that of the older one; remove one of them.',
    },
    links: [
      'https://istio.io/latest/docs/ops/best-practices/traffic-management/#split-virtual-services',
      'https://github.com/istio/istio/blob/1.30.0/pilot/pkg/model/destination_rule.go',
    ],
    aliases: ['KIA0201'],
  },

  *check({ graph, report }) {
    const byService = new Map<Resource, Resource[]>();
    for (const rule of judged(graph, 'DestinationRule')) {
      yield rule;
      const service = serviceAt(graph, rule.at('spec', 'host'));
      // Istio does not merge a DestinationRule for some workloads only.
      if (service && !rule.at('spec', 'workloadSelector').exists) append(byService, service, rule);
    }
    for (const same of byService.values()) {
      if (same.length === 1) continue;
      const firsts = new Map<string, Resource>();
      for (const rule of same.sort(byFixedOrder))
        for (const subset of subsets(rule)) {
          const at = subset.at('name');
          const first = at.text === undefined ? undefined : firsts.get(at.text);
          if (at.text === undefined) continue;
          if (!first) {
            firsts.set(at.text, rule);
            continue;
          }
          // The API server refuses duplicates in one object, and copies for several environments never share a cluster.
          if (first === rule || !graph.areDeployedTogether(first, rule) || isElsewhere(first, rule)) continue;
          report(
            at,
            'shadowed',
            {
              first: first.name,
              second: rule.name,
              subset: at.text,
              host: rule.at('spec', 'host').text ?? '',
            },
            {
              related: [{ at: first, message: 'the other one' }],
              choices: () =>
                [subset, ...subsets(first).filter((one) => one.at('name').text === at.text)].map(removed),
              rests: [rule.at('spec', 'host'), first.at('spec', 'host')],
              case: untouchedCase(graph, rule) && untouchedCase(graph, first),
            },
          );
        }
    }

    function isElsewhere(left: Resource, right: Resource): boolean {
      const isSame = left.name === right.name;
      return isSame || graph.namespace(left) !== graph.namespace(right);
    }
  },
});
