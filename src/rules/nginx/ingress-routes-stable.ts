import { pathBackends } from '../../kubernetes/kinds/ingress.js';
import { serviceField, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { ingresses } from '../../rollouts/routers/alb.js';
import { stableIngresses } from '../../rollouts/routers/nginx.js';
import { leadsTo } from '../facts/leads-to.js';
import { meantFor } from '../fixes.js';
import { copiedPath, meantPath, pathSnippet } from '../meant-ingress.js';
import { typedRule, type RuleContext } from '../rule.js';
import { quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'nginx/ingress-routes-stable',
    description: 'Require a stable Ingress to have a path to the stable Service.',
    why: 'The controller marks the Rollout InvalidSpec: "ingress has no rules using service backend". No update starts.',
    otherwise: {
      besideAlb: {
        when: 'For a Rollout that routes with ALB too',
        consequence: 'pass-error',
        why: 'The controller looks at the Ingresses of ALB alone before it starts an update, and then every pass ends with an error, because nginx finds no rule to copy.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    messages: {
      missing:
        'Ingress "{ingress}" has no path to stableService "{service}", which the controller copies for the canary; its paths lead to {known}{right}',
      noPaths:
        'Ingress "{ingress}" has no paths; add one to stableService "{service}": {right}. A defaultBackend does not count.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    ],
  },

  voices: {
    'nginx-ingress-backend': (found, context) => {
      for (const { subject } of found)
        for (const { from, to } of stableIngresses(context.rollout))
          if (to.name === subject!.name) reportRoutes(from, subject!, context);
    },
  },

  checkRollout(rollout, { graph, report }) {
    if (!trafficRouting(rollout).at('alb').exists) return;
    const service = serviceField(rollout, 'stable');
    for (const reference of stableIngresses(rollout)) {
      // With both routers, the controller checks the Ingress that ALB also names.
      if (ingresses(rollout).some(({ to }) => to.name === reference.to.name)) continue;
      const ingress = graph.find(reference);
      if (ingress && !pathBackends(ingress).some((backend) => leadsTo(graph, backend, service)))
        reportRoutes(reference.from, ingress, { rollout, graph, report }, 'besideAlb');
    }
  },
});

function reportRoutes(
  from: Field,
  ingress: Resource,
  { rollout, graph, report }: Pick<RuleContext, 'graph' | 'report'> & { readonly rollout: Resource },
  when?: 'besideAlb',
): void {
  const service = serviceField(rollout, 'stable');
  if (graph.isPatched(ingress, ['spec', 'rules'])) return;
  const backends = pathBackends(ingress);
  const { right, fix, choices } = meantPath(graph, ingress, copiedPath(rollout));
  report(
    from,
    backends.length === 0 ? 'noPaths' : 'missing',
    {
      ingress: ingress.name,
      service: service.text ?? '',
      known: quoted(backends.map(({ to }) => to.name)),
      right: backends.length === 0 ? pathSnippet(graph, copiedPath(rollout)) : right,
    },
    {
      case: when,
      rests: [service, ...backends.map((backend) => backend.from)],
      fix: () => meantFor(graph, service, backends) ?? fix?.(),
      choices,
      related: [{ at: ingress.at('spec', 'rules'), message: `the paths of Ingress "${ingress.name}"` }],
    },
  );
}
