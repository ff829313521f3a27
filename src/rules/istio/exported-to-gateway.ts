import { exportedTo, gateways } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { destinationRule } from '../../rollouts/routers/istio.js';
import { proxiesOf } from '../facts/istio/proxies.js';
import { splits } from '../facts/istio/split.js';
import { allOf, oneOf, quoted } from '../facts/words.js';
import { addedTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/exported-to-gateway',
    description:
      'Require the VirtualService and the DestinationRule of a Rollout to be exported to the proxies of its Gateways.',
    why: 'A proxy only gets objects that are exported to its own namespace. Without the VirtualService it answers 404 for the host; without the DestinationRule it knows no subsets and answers 503.',
    consequence: 'lost-traffic',
    severity: 'warning',
    otherwise: {
      assumed: {
        when: 'If the proxies are not among the files',
        consequence: 'lost-traffic',
        why: 'A proxy only gets objects that are exported to its own namespace, which is usually that of the Gateway.',
        severity: 'info',
      },
    },
    messages: {
      hidden:
        '{kind} "{name}" is exported to {exported} only, but the proxies of Gateway "{gateway}" run in {namespace}; add {namespace} to exportTo.',
      assumed:
        '{kind} "{name}" is exported to {exported} only, but Gateway "{gateway}" is in {namespace}; add {namespace} to exportTo if its proxies run there.',
    },
    fixes: ['unsafe'],
    links: [
      'https://istio.io/latest/docs/reference/config/networking/virtual-service/#VirtualService',
      'https://github.com/istio/istio/blob/1.30.0/pilot/pkg/model/push_context.go',
    ],
  },

  *check({ graph, report }) {
    const reported = new Set<Resource>();
    for (const { rollout, virtualService } of splits(graph)) {
      yield virtualService;
      const reference = destinationRule(rollout);
      const rule = reference && graph.find(reference);
      for (const resource of [virtualService, ...(rule ? [rule] : [])]) {
        const exported = exportedTo(resource, graph.namespace(resource));
        if (exported === undefined || exported.includes('*') || exported.some(isPlaceholder)) continue;
        const hidden = gateways(virtualService).flatMap(({ from, to }) =>
          missedBy(graph, graph.find({ from, to }), exported, { from, own: graph.namespace(resource) }),
        );
        const [first] = hidden;
        if (!first || reported.has(resource)) continue;
        reported.add(resource);
        const { gateway, namespaces, isAssumed, from } = first;
        report(
          resource.at('spec', 'exportTo'),
          isAssumed ? 'assumed' : 'hidden',
          {
            kind: resource.kind,
            name: resource.name,
            exported: `namespace ${allOf(quoted(exported))}`,
            gateway: gateway.name,
            namespace: `namespace ${oneOf(quoted(namespaces))}`,
          },
          {
            case: isAssumed ? 'assumed' : undefined,
            rests: [from, gateway.at('spec', 'selector')],
            related: [{ at: from, message: 'this Gateway' }],
            fix: () => {
              const [namespace, another] = namespaces;
              const list = resource.at('spec', 'exportTo');
              return another === undefined ? addedTo(list, namespace, 'unsafe') : undefined;
            },
          },
        );
      }
    }
  },
});

interface HiddenFromGateway {
  readonly gateway: Resource;
  /** Where its proxies run. */
  readonly namespaces: readonly string[];
  readonly isAssumed: boolean;
  readonly from: Field;
}

/** A Gateway none of whose proxies gets an object that is exported to these namespaces. */
function missedBy(
  graph: Graph,
  gateway: Resource | undefined,
  exported: readonly string[],
  { from, own }: { readonly from: Field; readonly own: string | undefined },
): readonly HiddenFromGateway[] {
  if (!gateway) return [];
  const proxies = proxiesOf(graph, gateway);
  const isAssumed = proxies.length === 0;
  const running = (isAssumed ? [gateway] : proxies).map((one) => graph.namespace(one));
  const namespaces = running.flatMap((one) => one ?? []);
  if (namespaces.length < running.length || namespaces.some((one) => exported.includes(one))) return [];
  // A Gateway beside the object says nothing about its proxies.
  if (isAssumed && namespaces.some((one) => one === own)) return [];
  return [{ gateway, namespaces: [...new Set(namespaces)], isAssumed, from }];
}
