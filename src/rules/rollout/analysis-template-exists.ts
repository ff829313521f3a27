import { analyses, nestedTemplates } from '../../kubernetes/kinds/analysis.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { instead, renamedBy } from '../absent.js';
import { typedRule, type ProposedFix } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/analysis-template-exists',
    description: 'Require the templates of an analysis to exist and not to contain themselves.',
    why: "The controller marks the Rollout InvalidSpec (AnalysisTemplate '…' not found) and starts no update.",
    otherwise: {
      circle: {
        when: 'For templates that contain each other',
        consequence: 'panic',
        why: 'The controller follows them endlessly and crashes.',
      },
      experiment: {
        when: 'In the experiment of a step',
        consequence: 'update-stuck',
        why: 'The missing template is only noticed when the step starts, which aborts the update.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['safe'],
    messages: {
      absent: '{kind} "{template}" of {owner} is not found{hint}',
      clusterScoped:
        'AnalysisTemplate "{template}" of {owner} is not found, but ClusterAnalysisTemplate "{template}" exists; set clusterScope to true.',
      namespaced:
        'ClusterAnalysisTemplate "{template}" of {owner} is not found, but AnalysisTemplate "{template}" exists; remove clusterScope.',
      renamed:
        '{kind} "{template}" of {owner} is deployed as "{name}", but kustomize does not change this field; write "{name}", or list the field in a transformer configuration of kustomize.',
      circle: '{kind} "{template}" contains itself: {circle}; remove one of these references.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/controller.go',
    ],
  },

  *check({ graph, report }) {
    const seen = new Set<Resource>();
    const circles = new Set<string>();

    const visit = (reference: Reference, above: readonly Resource[], isLater: boolean): void => {
      const when = { case: isLater ? ('experiment' as const) : undefined };
      const { from, to } = reference;
      const { resource } = from;
      const data = {
        kind: to.kind,
        template: to.name,
        owner: `${resource.kind} "${resource.name}"`,
      };
      const renaming = graph.renaming(reference);
      if (renaming)
        report(from, 'renamed', { ...data, name: renaming.name }, { ...when, ...renamedBy(graph, renaming) });
      if (graph.isAbsent(reference)) {
        const isClusterScoped = to.kind === 'ClusterAnalysisTemplate';
        const kind = isClusterScoped ? 'AnalysisTemplate' : 'ClusterAnalysisTemplate';
        const other = graph.find({ from, to: { ...to, kind } });
        if (other) {
          const message = isClusterScoped ? 'namespaced' : 'clusterScoped';
          const scope = from.parent?.at('clusterScope');
          const fix = (): ProposedFix | undefined =>
            scope && {
              title: isClusterScoped ? 'Remove clusterScope.' : 'Set clusterScope to true.',
              writes: [{ field: scope, value: isClusterScoped ? undefined : true }],
            };
          report(from, message, data, { ...when, fix, related: [{ at: other, message: 'probably meant' }] });
          return;
        }
        // They are cluster-scoped; a repository without any gets them from elsewhere.
        if (isClusterScoped && graph.ofKind(to.kind, to.group).length === 0) return;
        const { hint, related, fix } = instead(graph, reference);
        report(from, 'absent', { ...data, hint }, { ...when, related, fix });
        return;
      }

      const template = graph.find(reference);
      if (!template) return;
      const start = above.indexOf(template);
      if (start !== -1) {
        const circle = above.slice(start);
        const key = circle
          .map(({ kind, name, source }) => `${kind}/${name}/${source.path}`)
          .sort()
          .join('\n');
        if (circles.has(key)) return;
        circles.add(key);
        report(
          from,
          'circle',
          { ...data, circle: [...circle, template].map(({ name }) => `"${name}"`).join(' → ') },
          { case: 'circle' },
        );
        return;
      }
      if (seen.has(template)) return;
      for (const nested of nestedTemplates(template)) visit(nested, [...above, template], isLater);
      seen.add(template);
    };

    // Templates of experiments come first, because a missing one is an immediate error, even if another analysis uses it too.
    const experimenting: Resource[] = [];
    for (const rollout of graph.rollouts) {
      yield rollout;
      const found = analyses(rollout);
      for (const { place, templates } of found)
        if (place !== 'experiment') for (const reference of templates) visit(reference, [], false);
      if (found.some(({ place }) => place === 'experiment')) experimenting.push(rollout);
    }
    for (const rollout of experimenting) {
      yield rollout;
      for (const { place, templates } of analyses(rollout))
        if (place === 'experiment') for (const reference of templates) visit(reference, [], true);
    }
  },
});
