import { pathBackends } from '../../kinds/ingress.js';
import { serviceField } from '../../kinds/rollout.js';
import { isPlaceholder } from '../../model/placeholder.js';
import nginx, { stableIngresses } from '../../routers/nginx.js';
import { leadsTo } from '../../facts/leads-to.js';
import { defineRule } from '../rule.js';
import { quoted } from '../../facts/words.js';

export default defineRule({
  meta: {
    name: 'nginx/ingress-routes-stable',
    description: 'Require a stable Ingress to have a path to the stable Service.',
    why: 'The controller marks the Rollout InvalidSpec: "ingress has no rules using service backend". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      missing:
        'Ingress "{ingress}" has no path to stableService "{service}", which the controller copies for the canary; its paths lead to {known}.',
      noPaths:
        'Ingress "{ingress}" has no paths; add one to stableService "{service}". A defaultBackend does not count.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    ],
  },

  router: nginx,

  checkRollout(rollout, { graph, report }) {
    const service = serviceField(rollout, 'stable');
    if (service.text === undefined || isPlaceholder(service.text)) return;
    for (const reference of stableIngresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress || graph.isPatched(ingress, ['spec', 'rules'])) continue;
      const found = pathBackends(ingress);
      if (found.some((backend) => isPlaceholder(backend.to.name) || leadsTo(graph, backend, service)))
        continue;
      report(
        reference.from,
        found.length === 0 ? 'noPaths' : 'missing',
        { ingress: ingress.name, service: service.text, known: quoted(found.map(({ to }) => to.name)) },
        {
          related: [{ at: ingress.at('spec', 'rules'), message: `the paths of Ingress "${ingress.name}"` }],
        },
      );
    }
  },
});
