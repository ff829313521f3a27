import { type Analysis, analyses, isBeforePromotion } from '../../kubernetes/kinds/analysis.js';
import { blueGreen, canary, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import { isFilledInAnywhere } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { askedVersions } from '../../rollouts/analysis/asked-versions.js';
import { metricsOf, metricsRun, type TemplateMetric } from '../../rollouts/analysis/metrics.js';
import {
  type Divided,
  dividedByBoth,
  textSeesBothVersions,
  versionsSeen,
} from '../../rollouts/analysis/sees-canary.js';
import type { QueryOf, SeenVersions } from '../../rollouts/analysis/query-of.js';
import { type StrayVersion, strayVersion } from '../../rollouts/analysis/version-label.js';
import { uncalledService } from '../../rollouts/analysis/uncalled-service.js';
import { templatesOf } from '../../rollouts/analysis/timing.js';
import { isTemplateUsed } from '../facts/rollout/template-uses.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/queries-see-canary',
    description: 'Require the metrics of an analysis to measure the new version.',
    why: 'The metric measures the stable and the canary version together. A canary that fails shows only in its share of the requests, and at low weights stays below most limits. Before the promotion of a blue-green update its share of the requests of users is none.',
    consequence: 'analysis-void',
    severity: 'info',
    yieldsTo: ['analysis/queries-find-pods'],
    otherwise: {
      divisor: {
        when: 'If a share is one of the requests of both versions',
        consequence: 'analysis-void',
        why: 'The failures of the canary are divided by the requests of the stable and the canary version. At a weight of 10 the share is a tenth of what it is for the canary alone.',
        severity: 'info',
      },
      stray: {
        when: 'If a query of metrics of Istio selects a version that pods of the canary do not have as label "version"',
        consequence: 'analysis-void',
        why: 'Istio takes destination_version from the label "version" of the pods, and reports "unknown" without it. So the query has no result, or that of other pods, whatever the canary answers.',
        severity: 'warning',
      },
      stable: {
        when: 'If a query selects, or a web metric or a Job calls, a Service that selects only stable pods during an update',
        consequence: 'analysis-void',
        why: 'Until the update ends, the controller keeps the pod template hash of the stable version in the selector of a stable Service, and of an active Service until promotion. All that is measured comes from the stable version, so the metric says nothing about the new one.',
        severity: 'warning',
      },
      uncalled: {
        when: 'If Istio splits requests between subsets and a query selects the canary Service',
        consequence: 'analysis-void',
        why: 'Requests are sent to the host of the subsets, and Istio counts them under the name of that Service. The controller keeps the canary Service up to date, but no request is sent to it, so the query has no result whatever the canary answers.',
        severity: 'warning',
      },
    },
    messages: {
      uncalled:
        'The query of metric "{metric}" selects Service "{service}", but Istio splits requests of Rollout "{rollout}" between subsets and no route leads to that Service, so the query has no result; select the host of the subsets and a label of canaryMetadata, such as destination_version.',
      stray:
        'The query of metric "{metric}" selects destination_version "{value}", but pods of the canary of Rollout "{rollout}" have {own}, so it measures none of their requests; set label "version" in canaryMetadata, or select another one.',
      both: 'Nothing in the query of metric "{metric}" selects the canary of Rollout "{rollout}", so it measures both versions; select its Service, its labels or its pod template hash.',
      divisor:
        'The query of metric "{metric}" divides requests of the canary of Rollout "{rollout}" by "{counted}" of both versions, so at a small weight the result is a small number whatever the canary answers; select the canary in the divisor, too.',
      shared:
        'Metric "{metric}" calls Service "{service}", which selects the stable pods of Rollout "{rollout}", too, so the stable version can answer for the new one; call a {role}Service.',
      stable:
        'Metric "{metric}" calls Service "{service}", the {role}Service of Rollout "{rollout}", so only the stable version answers; call a {other}Service.',
      selected:
        'The query of metric "{metric}" selects Service "{service}", the {role}Service of Rollout "{rollout}", so it measures only the stable version; select a {other}Service.',
      ingress:
        'The query of metric "{metric}" selects Ingress "{ingress}", which leads to Service "{service}", the {role}Service of Rollout "{rollout}", so it measures only the stable version; select a {other}Service.',
      unpromoted:
        'Nothing in the query of metric "{metric}" selects the preview of Rollout "{rollout}", and before promotion requests of users reach only the stable version; select a previewService or the pod template hash of the preview.',
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
    reportUnused(rollout, context);
  },
});

type Context = RuleContext<
  'both' | 'divisor' | 'ingress' | 'selected' | 'shared' | 'stable' | 'stray' | 'uncalled' | 'unpromoted',
  'divisor' | 'stable' | 'stray' | 'uncalled',
  'analysis/queries-find-pods'
>;

function reportQuery(
  { field, name, template }: TemplateMetric,
  analysis: Pick<Analysis, 'args' | 'field'>,
  rollout: Resource,
  { graph, report }: Context,
  isMeant = (): boolean => true,
): void {
  if (blueGreen(rollout).exists && !isBeforePromotion(analysis)) return;
  const text = isBeforePromotion(analysis) ? undefined : field.at('provider', 'prometheus', 'query').text;
  const stray = text === undefined ? undefined : strayVersion(text, { graph, rollout, analysis, template });
  if (stray) {
    if (isMeant()) reportStray(stray, { field, name, template }, { analysis, rollout }, report);
    return;
  }
  const uncalled =
    text === undefined ? undefined : uncalledService(text, { graph, rollout, analysis, template });
  if (uncalled) {
    if (isMeant()) reportUncalled(uncalled, { field, name, template }, { analysis, rollout }, report);
    return;
  }
  const found = unseenIn(field, { graph, rollout, analysis, template });
  const isRun = analysis.field.resource !== template;
  // Last: what uses a template is known once all Rollouts are read.
  if (!found || !isMeant()) return;
  const { query, seen } = found;
  const { word, data } = unseenWords(found, analysis);
  const [service, ingress] = seen?.versions === 'stable' ? [seen.service, seen.ingress] : [];
  report(
    query,
    word,
    { metric: name, rollout: rollout.name, ...data },
    {
      case: service ? 'stable' : word === 'divisor' ? word : undefined,
      unless: { 'analysis/queries-find-pods': query },
      // A placeholder in a label of the version makes the query unknown; in another one it does not matter.
      rests: [
        isBeforePromotion(analysis) ? blueGreen(rollout) : canary(rollout),
        ...analysis.args.items.filter((one) => !isFilledInAnywhere(one)),
        template.at('spec', 'args'),
        ...(seen?.by ?? []),
      ],
      related: [
        ...(isRun ? [{ at: analysis.field, message: 'runs the analysis' }] : []),
        ...(ingress ? [{ at: ingress, message: 'the Ingress' }] : []),
        ...(service ? [{ at: service, message: 'the Service' }] : []),
      ],
    },
  );
}

/** The message about a query that does not measure the new version alone, and its data. */
function unseenWords(
  { divided, seen }: Unseen,
  analysis: Pick<Analysis, 'field'>,
): { readonly word: UnseenWord; readonly data: Readonly<Record<string, string | undefined>> } {
  if (divided) return { word: 'divisor', data: { counted: divided.metric } };
  const isBefore = isBeforePromotion(analysis);
  if (seen?.versions !== 'stable') return { word: isBefore ? 'unpromoted' : 'both', data: {} };
  const roles = isBefore ? { role: 'active', other: 'preview' } : { role: 'stable', other: 'canary' };
  return {
    word: seen.ingress ? 'ingress' : 'selected',
    data: { service: seen.service.name, ingress: seen.ingress?.name, ...roles },
  };
}

type UnseenWord = 'both' | 'divisor' | 'ingress' | 'selected' | 'unpromoted';

function reportStray(
  { value, own }: StrayVersion,
  { field, name, template }: Pick<TemplateMetric, 'field' | 'name' | 'template'>,
  { analysis, rollout }: { readonly analysis: Pick<Analysis, 'args' | 'field'>; readonly rollout: Resource },
  report: Context['report'],
): void {
  report(
    field.at('provider', 'prometheus', 'query'),
    'stray',
    {
      ...{ metric: name, rollout: rollout.name, value },
      own: own === undefined ? 'no label "version"' : `version "${own}"`,
    },
    {
      case: 'stray',
      rests: [
        canary(rollout),
        rollout.at('spec', 'template', 'metadata', 'labels'),
        analysis.args,
        template.at('spec', 'args'),
      ],
      related:
        analysis.field.resource === template ? [] : [{ at: analysis.field, message: 'runs the analysis' }],
    },
  );
}

function reportUncalled(
  service: Resource,
  { field, name, template }: Pick<TemplateMetric, 'field' | 'name' | 'template'>,
  { analysis, rollout }: { readonly analysis: Pick<Analysis, 'args' | 'field'>; readonly rollout: Resource },
  report: Context['report'],
): void {
  report(
    field.at('provider', 'prometheus', 'query'),
    'uncalled',
    { metric: name, rollout: rollout.name, service: service.name },
    {
      case: 'uncalled',
      rests: [canary(rollout), analysis.args, template.at('spec', 'args')],
      related: [
        ...(analysis.field.resource === template
          ? []
          : [{ at: analysis.field, message: 'runs the analysis' }]),
        { at: trafficRouting(rollout).at('istio', 'destinationRule'), message: 'splits between subsets' },
      ],
    },
  );
}

/** Reports templates beside a canary that nothing uses yet: an analysis that uses one measures the same. */
function reportUnused(rollout: Resource, context: Context): void {
  const { graph } = context;
  if (steps(rollout).length === 0) return;
  for (const template of graph.companions(rollout, { group: 'argoproj.io', kind: 'AnalysisTemplate' })) {
    const [first] = graph.companions(template, { group: 'argoproj.io', kind: 'Rollout' });
    if (first !== rollout) continue;
    const asIs = { args: template.at('spec', 'args'), field: template.at('metadata', 'name') };
    for (const metric of metricsOf(template).filter(({ isDry, field }) => !isDry && isAbout(rollout, field)))
      reportQuery(metric, asIs, rollout, context, () => !isTemplateUsed(graph, template.name));
  }
}

/** Whether a metric names a Rollout, a label of its pods or a Service of it: one that nothing runs may be for something else. */
function isAbout(rollout: Resource, metric: Field): boolean {
  const text = JSON.stringify(metric.value);
  const { stableService, canaryService } = canary(rollout).strings;
  const labels = Object.values(rollout.at('spec', 'template', 'metadata', 'labels').strings);
  return [rollout.name, stableService, canaryService, ...labels].some(
    (name) => name !== undefined && name.length > 1 && text.includes(name),
  );
}

/** A query of a metric that does not measure the canary alone. */
interface Unseen {
  readonly query: Field;
  readonly seen?: SeenVersions;
  /** Its divisor, if that alone counts both versions. */
  readonly divided?: Divided;
}

/** A query of a metric that measures both versions, in all of it or in its divisor, or stable pods alone. */
function unseenIn(metric: Field, of: QueryOf): Unseen | undefined {
  const query = metric.at('provider', 'prometheus', 'query');
  if (query.text !== undefined) {
    const seen = versionsSeen(query.text, of);
    if (seen || isBeforePromotion(of.analysis)) return seen && { query, seen };
    const divided = dividedByBoth(query.text, of);
    return divided && { query, divided };
  }
  // A test of the preview can be what is measured.
  if (isBeforePromotion(of.analysis)) return undefined;
  const others = ['datadog', 'newRelic', 'graphite', 'wavefront', 'influxdb'].map((one) =>
    metric.at('provider', one, 'query'),
  );
  const other = others.find(({ text }) => text !== undefined);
  return other?.text !== undefined && textSeesBothVersions(other.text, of) ? { query: other } : undefined;
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
