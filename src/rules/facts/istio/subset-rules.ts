import type { Graph } from '../../../repository/graph/graph.js';
import { subsets } from '../../../kubernetes/kinds/destination-rule.js';
import { firstLabel, sameHost } from '../../../kubernetes/kinds/host.js';
import { istioGroup } from '../../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../../model/field.js';
import { memoize } from '../../../model/memo.js';
import { groupBy } from '../../../model/multimap.js';
import type { Resource } from '../../../model/resource.js';
import { detach } from '../../../yaml/parse/characters.js';

/** The DestinationRules with subsets for the host of a destination of a VirtualService, in any namespace. */
export function subsetRulesFor(host: Field, graph: Graph): readonly Resource[] {
  const rules = rulesByHost(graph).get(firstLabel(host.text ?? '')) ?? [];
  return rules.filter(
    (rule) =>
      isForHost(rule, host, graph) && hasSubsets(rule) && graph.areDeployedTogether(host.resource, rule),
  );
}

/** Whether a DestinationRule is for the host of a destination. */
export function isForHost(rule: Resource, host: Field, graph: Graph): boolean {
  return sameHost(
    { host: hostOf(rule), namespace: graph.namespace(rule) },
    { host: host.text ?? '', namespace: graph.namespace(host.resource) },
  );
}

// Cached for all routes, because there may be thousands of DestinationRules with one name.
const hasSubsets = memoize((rule: Resource): boolean => subsets(rule).length > 0);
const hostOf = memoize((rule: Resource): string => detach(rule.at('spec', 'host').text ?? ''));

const rulesByHost = memoize((graph: Graph) =>
  groupBy(graph.ofKind('DestinationRule', istioGroup), (rule) => detach(firstLabel(hostOf(rule)))),
);
