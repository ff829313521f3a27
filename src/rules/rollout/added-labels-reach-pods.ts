import { services } from '../../kubernetes/kinds/rollout.js';
import { podLabels, selects } from '../../kubernetes/kinds/workload.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import type { Graph } from '../../repository/graph/graph.js';
import { requirements } from '../../kubernetes/kinds/selector.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { BySelector } from '../facts/by-selector.js';
import { ofEach } from '../facts/of-each.js';
import { routedServices } from '../facts/routed-services.js';
import { typedRule } from '../rule.js';
import { allOf } from '../facts/words.js';

export default typedRule({
  meta: {
    name: 'rollout/added-labels-reach-pods',
    description: 'Require kustomize to add the same labels to selectors and to the pods of a Rollout.',
    why: 'Kustomize only adds the labels to the pods of built-in kinds. The controller marks the Rollout InvalidSpec (Service "…" has unmatch label "…" in rollout); other Services and budgets select no pods.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      missing:
        'Kustomize adds {key}: "{value}" to the selector of {objects}, but not to the pods of Rollout "{rollout}"; list the pods in a transformer configuration of kustomize.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/kustomize/',
      'https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/commonlabels.go',
      'https://github.com/kubernetes-sigs/kustomize/issues/5295',
    ],
  },

  *check({ graph, report }) {
    const labelled = new Set(
      ['Service', 'PodDisruptionBudget']
        .flatMap((kind) => graph.ofKind(kind))
        .filter((object) => graph.addedSelectorLabels(object).length > 0),
    );
    if (labelled.size === 0) return;
    const routed = new Set(ofEach(routedServices(graph), (reference) => graph.resolve(reference).found));
    const selecting = new BySelector(
      [...labelled].filter((object) => isBudget(object) || routed.has(object)),
      (object) =>
        isBudget(object) ? object.at('spec', 'selector', 'matchLabels').strings : authoredSelector(object),
    );
    for (const rollout of graph.rollouts) {
      yield rollout;
      const template = graph.podTemplate(rollout);
      // Kustomize knows the kinds that a workloadRef can name.
      if (!template?.exists || template.resource !== rollout) continue;
      const labels = podLabels(template);

      const affected = new Map<string, { field: Field; objects: Set<string> }>();
      for (const object of selectorsReached(graph, rollout, selecting))
        for (const field of graph.addedSelectorLabels(object, rollout)) {
          const label = labels.at(field.key);
          if (label.value === field.value || graph.isPatchedThrough(field.resource, rollout, label.path))
            continue;
          const key = `${field.resource.source.path}\n${field.path.join('\n')}`;
          const entry = affected.get(key) ?? { field, objects: new Set() };
          affected.set(key, entry);
          entry.objects.add(`${object.kind} "${object.name}"`);
        }
      for (const { field, objects } of affected.values())
        report(
          field,
          'missing',
          { key: field.key, value: field.shown, objects: allOf([...objects]), rollout: rollout.name },
          { related: [{ at: labels, message: 'the labels of the pods' }] },
        );
    }
  },
});

/** The selectors of a Rollout's pods, before labels are added. */
function selectorsReached(graph: Graph, rollout: Resource, selecting: BySelector): ReadonlySet<Resource> {
  const labels = podLabels(graph.podTemplate(rollout)!).strings;
  const named = services(rollout).flatMap((reference) => graph.resolve(reference).found);
  const meant = named.filter((service) => {
    const selector = authoredSelector(service);
    return Object.keys(selector).length > 0 && selects(selector, labels);
  });
  const others = selecting.of(labels).filter((object) => graph.areCompanions(rollout, object));
  const isMet = (budget: Resource): boolean =>
    requirements(budget.at('spec', 'selector')).every(({ holds }) => holds(labels));
  return new Set([...meant, ...others.filter((object) => !isBudget(object) || isMet(object))]);
}

function isBudget({ kind }: Resource): boolean {
  return kind === 'PodDisruptionBudget';
}
