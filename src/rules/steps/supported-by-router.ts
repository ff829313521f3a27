import { canary, steps, trafficRouting } from '../../kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { isSupported, routersOf, routerTitles, supportingIn, type Feature } from '../../routers/support.js';
import { defineRule } from '../rule.js';
import { allOf } from '../../facts/words.js';

export default defineRule({
  meta: {
    name: 'steps/supported-by-router',
    description: 'Require the traffic router of a Rollout to support what its steps do.',
    why: 'The controller marks the Rollout InvalidSpec and starts no update; Argo CD shows it as Degraded.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      noRouter: 'Rollout "{rollout}" has no trafficRouting, which {action} needs.',
      unsupported:
        'Rollout "{rollout}" routes with {routers}, which cannot do {action}; {supporting} can, as of Argo Rollouts {version}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/traffic-management/',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (!canary(rollout).exists) return;
    const needs = needsOf(rollout);
    if (!trafficRouting(rollout).exists) {
      const [first, ...others] = needs.flatMap(({ fields }) => fields);
      const action = needs.find(({ fields }) => fields.length > 0)?.action;
      if (first)
        report(first, 'noRouter', { rollout: rollout.name, action }, { atKey: true, related: alike(others) });
      return;
    }
    const routers = routersOf(rollout);
    if (routers.length === 0) return; // steps/router-given reports it.
    for (const { action, feature, fields } of needs) {
      const [first, ...others] = fields;
      if (!first || !feature || isSupported(rollout, feature, graph.rolloutsVersion)) continue;
      report(
        first,
        'unsupported',
        {
          rollout: rollout.name,
          routers: allOf(routerTitles(routers)),
          action,
          supporting: allOf(routerTitles(supportingIn(feature, graph.rolloutsVersion))),
          version: graph.rolloutsVersion,
        },
        { atKey: true, related: alike(others) },
      );
    }
  },
});

interface Need {
  readonly action: string;
  /** Absent: any router will do. */
  readonly feature?: Feature;
  readonly fields: readonly Field[];
}

function needsOf(rollout: Resource): readonly Need[] {
  const all = (key: string): readonly Field[] =>
    steps(rollout)
      .map((step) => step.at(key))
      .filter(({ exists }) => exists);
  const weights = all('experiment')
    .flatMap((experiment) => experiment.at('templates').items)
    .map((template) => template.at('weight'))
    .filter(({ exists }) => exists);
  return [
    { action: 'setCanaryScale', fields: all('setCanaryScale') },
    { action: 'setHeaderRoute', feature: 'setHeaderRoute', fields: all('setHeaderRoute') },
    { action: 'setMirrorRoute', feature: 'setMirrorRoute', fields: all('setMirrorRoute') },
    { action: 'the weight of an experiment', feature: 'experimentWeight', fields: weights },
  ];
}

function alike(fields: readonly Field[]): { at: Field; message: string }[] {
  return fields.slice(0, 3).map((at) => ({ at, message: 'this one needs it too' }));
}
