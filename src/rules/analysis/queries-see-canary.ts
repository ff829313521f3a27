import { type Analysis, analyses } from '../../kubernetes/kinds/analysis.js';
import { blueGreen, canary, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { isFilledInAnywhere } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { metricsRun, type TemplateMetric } from '../../rollouts/analysis/metrics.js';
import { seesBothVersions } from '../../rollouts/analysis/sees-canary.js';
import { templatesOf } from '../../rollouts/analysis/timing.js';
import { askedVersions } from '../facts/rollout/asked-versions.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/queries-see-canary',
    description: 'Require the metrics of an analysis to measure the new version.',
    why: 'The metric measures the stable and the canary version together. A canary that fails shows only in its share of the requests, and at low weights stays below most limits.',
    consequence: 'analysis-void',
    severity: 'info',
    otherwise: {
      stable: {
        when: 'If a web metric or a Job calls a Service that selects only stable pods during an update',
        consequence: 'analysis-void',
        why: 'Until the update ends, the controller keeps the pod template hash of the stable version in the selector of a stable Service, and of an active Service until promotion. All answers come from the stable version, so the metric says nothing about the new one.',
        severity: 'warning',
      },
    },
    messages: {
      both: 'Nothing in the query of metric "{metric}" selects the canary of Rollout "{rollout}", so it measures both versions; select its Service, its labels or its pod template hash.',
      shared:
        'Metric "{metric}" calls Service "{service}", which selects the stable pods of Rollout "{rollout}", too, so the stable version can answer for the new one; call a {role}Service.',
      stable:
        'Metric "{metric}" calls Service "{service}", the {role}Service of Rollout "{rollout}", so only the stable version answers; call a {other}Service.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#background-analysis',
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#canarymetadata',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
    ],
  },

  checkRollout(rollout, context) {
    for (const analysis of analyses(rollout)) {
      // An experiment runs pods of its own.
      if (analysis.place === 'experiment') continue;
      const metrics = metricsRun(analysis, templatesOf(analysis, context.graph) ?? []);
      for (const metric of metrics.filter(({ isDry }) => !isDry)) {
        reportQuery(metric, analysis, rollout, context);
        reportAsked(metric, analysis, rollout, context);
      }
    }
  },
});

type Context = RuleContext<'both' | 'shared' | 'stable', 'stable'>;

function reportQuery(
  { field, name, template }: TemplateMetric,
  analysis: Analysis,
  rollout: Resource,
  { report }: Context,
): void {
  const query = field.at('provider', 'prometheus', 'query');
  if (blueGreen(rollout).exists || query.text === undefined) return;
  if (!seesBothVersions(query.text, rollout, analysis, template)) return;
  report(
    query,
    'both',
    { metric: name, rollout: rollout.name },
    {
      // A placeholder in a label of the version makes the query unknown; in another one it does not matter.
      rests: [
        canary(rollout),
        ...analysis.args.items.filter((one) => !isFilledInAnywhere(one)),
        template.at('spec', 'args'),
      ],
      related: [{ at: analysis.field, message: 'runs the analysis' }],
    },
  );
}

function reportAsked(
  metric: TemplateMetric,
  analysis: Analysis,
  rollout: Resource,
  { graph, report }: Context,
): void {
  const asked = askedVersions(graph, rollout, analysis, metric);
  if (!asked) return;
  const { field, service, versions, by } = asked;
  const isBlueGreen = blueGreen(rollout).exists;
  const other = isBlueGreen ? 'preview' : 'canary';
  const data = { metric: metric.name, service: service.name, rollout: rollout.name };
  report(
    field,
    versions === 'stable' ? 'stable' : 'shared',
    versions === 'stable'
      ? { ...data, role: isBlueGreen ? 'active' : 'stable', other }
      : { ...data, role: other },
    {
      case: versions === 'stable' ? 'stable' : undefined,
      rests: [by, trafficRouting(rollout), metric.template.at('spec', 'args')],
      related: [
        { at: analysis.field, message: 'runs the analysis' },
        { at: service, message: 'the Service' },
      ],
    },
  );
}
