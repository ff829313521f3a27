import { withRouteDefaults } from '../../cluster/gateway-defaults.js';
import { splitRoutes, writtenObject } from '../../facts/gateway/routes.js';
import { repeatedNames, writtenRefusals } from '../../routers/gateway-api/written.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'gateway/route-accepted',
    description: 'Require a route that a Rollout splits to be one that the API server takes.',
    why: 'The API server refuses the route by the definition of the Gateway API (v1.4), so a sync fails and an earlier version of the route stays.',
    otherwise: {
      experimental: {
        when: 'For a name that two rules have',
        consequence: 'refused-by-api-server',
        why: 'The API server refuses the route where the definitions of the experimental channel are installed; those of the standard channel take it.',
        severity: 'warning',
      },
    },
    consequence: 'refused-by-api-server',
    severity: 'error',
    messages: {
      refused: 'The API server refuses {kind} "{route}": {refusal}.',
      name: 'Two rules of {kind} "{route}" have the name "{name}", which must be unique within the route; rename one of them.',
    },
    links: [
      'https://github.com/kubernetes-sigs/gateway-api/tree/v1.4.1/config/crd',
      'https://github.com/kubernetes-sigs/gateway-api/blob/v1.4.1/apis/v1/httproute_types.go',
    ],
  },

  check({ graph, report }) {
    for (const route of splitRoutes(graph)) {
      const object = writtenObject(route);
      // Of other types than its definition asks for, nothing else is looked at.
      if (!object) continue;
      const stored = withRouteDefaults(object);
      const data = { kind: route.kind, route: route.name };
      for (const { path, text } of writtenRefusals(stored)) {
        const field = route.at(...path);
        report(field, 'refused', { ...data, refusal: text }, { rests: [field] });
      }
      for (const path of repeatedNames(stored)) {
        const field = route.at(...path);
        report(field, 'name', { ...data, name: field.text }, { rests: [field], case: 'experimental' });
      }
    }
  },
});
