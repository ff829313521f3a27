import { canary, services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { kinds } from '../../kubernetes/objects/object.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/role-services-named',
    description: 'Require a canary to name its Services whose names end in -stable and -canary.',
    why: 'The controller narrows the selectors of the Services that the strategy names to the pods of one version. It leaves all others alone: they send requests to the pods of both versions.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      unnamed:
        'Services "{stable}" and "{other}" select the same pods, and Rollout "{rollout}" names neither, so both send requests to both versions; set stableService and canaryService.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/specification/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (!canary(rollout).exists || trafficRouting(rollout).exists || services(rollout).length > 0) return;
    const [stable, other] = roleServices(graph, rollout);
    if (!stable || !other || areNamedElsewhere(graph, [stable.name, other.name])) return;
    report(
      canary(rollout),
      'unnamed',
      { rollout: rollout.name, stable: stable.name, other: other.name },
      {
        atKey: true,
        rests: [canary(rollout), ...[stable, other].map((service) => service.at('spec', 'selector'))],
        related: [stable, other].map((service) => ({ at: service, message: 'selects both versions' })),
      },
    );
  },
});

/** The Services that come with a Rollout, select its pods with equal selectors and are named after the two versions. */
function roleServices(graph: Graph, rollout: Resource): readonly (Resource | undefined)[] {
  const labels = graph.labels(rollout);
  const selecting = graph.companions(rollout, kinds.service).filter((service) => {
    const selector = Object.entries(service.at('spec', 'selector').strings);
    return selector.length > 0 && selector.every(([key, value]) => labels[key] === value);
  });
  const stable = selecting.find(({ name }) => name.endsWith('-stable'));
  const start = stable?.name.slice(0, -'stable'.length);
  return [stable, selecting.find(({ name }) => name === `${start}canary`)];
}

/** Whether another Rollout names one of them: then this one is a variant of it, or has another Service. */
function areNamedElsewhere(graph: Graph, names: readonly string[]): boolean {
  return graph.rollouts.some((rollout) => services(rollout).some(({ to }) => names.includes(to.name)));
}
