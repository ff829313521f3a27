import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import alb, { actionService, ingresses } from '../../rollouts/routers/alb.js';
import { meantFor } from '../fixes.js';
import { renamedBy } from '../absent.js';
import { actionPath, meantPath, pathSnippet } from '../meant-ingress.js';
import { typedRule } from '../rule.js';
import { leadsTo } from '../facts/leads-to.js';
import { quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'alb/ingress-routes-service',
    description:
      'Require an Ingress on an AWS load balancer to have a path to the root or the stable Service.',
    why: 'The controller marks the Rollout InvalidSpec: "ingress has no rules using service backend". No update starts.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    messages: {
      root: 'Ingress "{ingress}" has no path to rootService "{service}", only to {known}; add a path to it, or correct rootService.',
      stable:
        'Ingress "{ingress}" has no path to stableService "{service}", only to {known}, and no rootService is set; add a path, or set rootService.',
      renamed:
        'rootService "{service}" is deployed as "{name}", the name in Ingress "{ingress}", but kustomize does not change rootService; write "{name}", or list rootService in a transformer configuration of kustomize.',
      noPaths:
        'Ingress "{ingress}" has no paths; add one to Service "{service}": {right}. A defaultBackend does not count.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/alb/#usage',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    ],
  },

  router: alb,

  voices: {
    'alb-ingress-backend': (found, { rollout, graph, report }) => {
      const service = actionService(rollout);
      const isRoot = service.key === 'rootService';
      for (const { field, subject } of found) {
        const ingress = subject!;
        if (graph.isPatched(ingress, ['spec', 'rules'])) continue;
        const backends = pathBackends(ingress);
        const { fix, choices } = meantPath(graph, ingress, actionPath(rollout));
        report(
          isRoot ? service : field,
          backends.length === 0 ? 'noPaths' : isRoot ? 'root' : 'stable',
          {
            ingress: ingress.name,
            service: service.text ?? '',
            known: quoted(backends.map(({ to }) => to.name)),
            ...(backends.length === 0 && { right: pathSnippet(graph, actionPath(rollout)) }),
          },
          {
            rests: [service, ...backends.map(({ from }) => from)],
            fix: () => meantFor(graph, service, backends) ?? fix?.(),
            choices,
            related: [{ at: ingress.at('spec', 'rules'), message: `the paths of Ingress "${ingress.name}"` }],
          },
        );
      }
    },
  },

  checkRollout(rollout, { graph, report }) {
    const service = actionService(rollout);
    // The stable Service is reported as a missing reference of the Rollout.
    if (service.key !== 'rootService' || service.text === undefined) return;
    const from = { from: service, to: { group: '', kind: 'Service', name: service.text } };
    const renaming = graph.renaming(from);
    if (!renaming) return;
    for (const reference of ingresses(rollout)) {
      const ingress = graph.find(reference);
      if (!ingress || graph.isPatched(ingress, ['spec', 'rules'])) continue;
      if (pathBackends(ingress).some((backend) => leadsTo(graph, backend, service)))
        report(
          service,
          'renamed',
          { service: service.text, ingress: ingress.name, name: renaming.name },
          renamedBy(graph, renaming, from),
        );
    }
  },
});
