import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { annotation, pathBackends } from '../../kubernetes/kinds/ingress.js';
import { serviceField } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import nginx, {
  canaryAnnotations,
  canaryIngressName,
  stableIngresses,
} from '../../rollouts/routers/nginx.js';
import { leadsTo } from '../facts/leads-to.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';
import { areSurelyTogether } from '../facts/surely-together.js';
import { quoted } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'nginx/canary-ingress-not-authored',
    description: 'Require Git to omit the canary Ingress that the controller creates from the stable one.',
    why: 'The controller does not change a canary Ingress that it did not create: "canary ingress controlled by different object". If there are two canary Ingresses for one path, nginx uses only one of them.',
    otherwise: {
      stable: {
        when: 'For a stable Ingress that is a canary Ingress itself',
        consequence: 'lost-traffic',
        why: 'ingress-nginx uses a canary Ingress only beside another Ingress with its host and path, and only one for each path: requests to the host get 404, or the canary Ingress of the controller is not used.',
      },
    },
    consequence: 'unshifted-traffic',
    severity: 'error',
    messages: {
      stable:
        'Ingress "{ingress}" is the stable Ingress of Rollout "{rollout}", but its annotation "{key}" makes it a canary Ingress; remove the annotation, which the controller adds to its copy.',
      name: 'Ingress "{ingress}" has the name of the canary Ingress that the controller creates for Rollout "{rollout}"; remove it from Git.',
      handmade:
        'Ingress "{ingress}" is a canary Ingress for Service "{service}", in addition to {made} that the controller creates for Rollout "{rollout}"; remove it from Git.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/nginx/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/nginx/nginx.go',
      'https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/#canary',
    ],
  },

  router: nginx,

  checkRollout(rollout, { graph, report }) {
    const made = stableIngresses(rollout).map((reference) => ({
      ...reference,
      name: canaryIngressName(rollout, reference.to.name),
    }));
    const key = canaryAnnotations(rollout).canary;
    for (const { from, to, name } of made) {
      const stable = graph.find({ from, to });
      if (stable && annotation(stable, key).shown === 'true')
        report(
          annotation(stable, key),
          'stable',
          { ingress: to.name, rollout: rollout.name, key },
          {
            case: 'stable',
            related: [{ at: from, message: 'is copied for the canary' }],
            fix: () => removalOf(annotation(stable, key), 'unsafe'),
          },
        );
      const twin = graph.find({ from, to: { ...to, name } });
      if (twin)
        report(
          twin.at('metadata', 'name'),
          'name',
          { ingress: name, rollout: rollout.name },
          { related: [{ at: from, message: 'the controller makes one from this Ingress' }] },
        );
    }
    for (const ingress of handmade(graph, rollout)) {
      if (made.some(({ to, name }) => ingress.name === to.name || ingress.name === name)) continue;
      report(
        ingress.at('metadata', 'name'),
        'handmade',
        {
          ingress: ingress.name,
          service: serviceField(rollout, 'canary').text,
          made: quoted(made.map(({ name }) => name)),
          rollout: rollout.name,
        },
        {
          related: made.map(({ from }) => ({
            at: from,
            message: 'the controller makes one from this Ingress',
          })),
        },
      );
    }
  },
});

/** The authored canary Ingresses deployed with a Rollout that lead to its canary Service. */
function handmade(graph: Graph, rollout: Resource): readonly Resource[] {
  const service = serviceField(rollout, 'canary');
  const key = canaryAnnotations(rollout).canary;
  return (authored(graph).get(graph.namespace(rollout)) ?? []).filter(
    (ingress) =>
      annotation(ingress, key).shown === 'true' &&
      pathBackends(ingress).some((backend) => leadsTo(graph, backend, service)) &&
      areSurelyTogether(graph, rollout, ingress),
  );
}

/** The Ingresses that split requests, by namespace: few do, and most Rollouts have none. */
const authored = memoize((graph: Graph): ReadonlyMap<string | undefined, readonly Resource[]> => {
  const ingresses = new Map<string | undefined, Resource[]>();
  for (const ingress of graph.ofKind('Ingress', 'networking.k8s.io')) {
    const isCanary = ingress
      .at('metadata', 'annotations')
      .entries.some((entry) => String(entry.key).endsWith('/canary') && entry.shown === 'true');
    if (!isCanary) continue;
    const namespace = graph.namespace(ingress);
    const others = ingresses.get(namespace);
    if (others) others.push(ingress);
    else ingresses.set(namespace, [ingress]);
  }
  return ingresses;
});
