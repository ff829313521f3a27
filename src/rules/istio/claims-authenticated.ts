import type { Graph } from '../../repository/graph/graph.js';
import { maySelect } from '../../kubernetes/kinds/workload.js';
import { gateways } from '../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { judged } from '../facts/istio/mesh.js';
import { proxiesOf, gatewaySelector } from '../facts/istio/proxies.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'istio/claims-authenticated',
    description:
      'Require a RequestAuthentication at the Gateway of a VirtualService that matches claims of a token.',
    why: 'Without it the proxy reads no token, so no request has claims and the match never holds.',
    consequence: 'no-effect',
    // The RequestAuthentication may be in the repository of the gateway proxies.
    severity: 'info',
    messages: {
      absent:
        'VirtualService "{virtualService}" matches "{claim}" at Gateway "{gateway}", but no RequestAuthentication here applies to the proxies of that Gateway; add one.',
    },
    links: [
      'https://istio.io/latest/docs/tasks/security/authentication/jwt-route/',
      'https://istio.io/latest/docs/reference/config/analysis/ist0149/',
    ],
    aliases: ['IST0149'],
  },

  *check({ graph, report }) {
    for (const virtualService of judged(graph, 'VirtualService')) {
      yield virtualService;
      const claim = claimOf(virtualService);
      if (!claim) continue;
      const gateway = gateways(virtualService)
        .flatMap((reference) => graph.resolve(reference).found)
        .find((one) => one.kind === 'Gateway' && !isAuthenticated(graph, one));
      if (!gateway) continue;
      report(
        claim,
        'absent',
        { virtualService: virtualService.name, claim: String(claim.key), gateway: gateway.name },
        {
          atKey: true,
          related: [{ at: gateway, message: 'the Gateway' }],
          rests: [gateway.at('spec', 'selector')],
        },
      );
    }
  },
});

/** The first header of a match that is a claim of a token: `@request.auth.claims.group` or `@request.auth.claims[group]`. */
function claimOf(virtualService: Resource): Field | undefined {
  for (const route of virtualService.at('spec', 'http').items)
    for (const match of route.at('match').items)
      for (const section of ['headers', 'withoutHeaders'])
        for (const header of match.at(section).entries)
          if (/^@request\.auth\.claims[.[]/i.test(String(header.key))) return header;
  return undefined;
}

/** Whether a RequestAuthentication applies to the gateway proxies, or may, as far as they and their namespace are known. */
function isAuthenticated(graph: Graph, gateway: Resource): boolean {
  const [proxy] = proxiesOf(graph, gateway);
  const labels = proxy ? graph.labels(proxy) : gatewaySelector(gateway);
  const namespace = proxy && graph.namespace(proxy);
  return graph.ofKind('RequestAuthentication', 'security.istio.io').some((policy) => {
    const its = graph.namespace(policy);
    const isHere = [undefined, 'istio-system', namespace].includes(its) || namespace === undefined;
    return isHere && maySelect(policy.at('spec', 'selector', 'matchLabels').strings, labels);
  });
}
