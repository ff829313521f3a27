import { analyses } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import { metricsRun } from '../../rollouts/analysis/metrics.js';
import { templatesOf } from '../../rollouts/analysis/timing.js';
import type { QueryOf } from '../../rollouts/analysis/query-of.js';
import { unknownService } from '../../rollouts/analysis/unknown-service.js';
import { unmatchedPods } from '../../rollouts/analysis/unmatched-pods.js';
import { unscrapedLabel } from '../facts/scraped-labels.js';
import { oneOf, quoted } from '../facts/words.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/queries-find-pods',
    description: "Require the names in a query to be those of a Rollout's pods.",
    why: 'The query has no result, whatever the new version does. result[0] is an error then, and the controller aborts the update after a few of them; a condition that an empty result satisfies passes every version.',
    consequence: 'analysis-void',
    severity: 'warning',
    messages: {
      names:
        'The query of metric "{metric}" selects pods by {pattern}, but no pod of Rollout "{rollout}" has "{word}" in its name: they are named after the hash of their version ("{rollout}-7d9f5c6b8-x2k4v"); select the pods by the argument "podTemplateHashValue: Latest", or by their Service.',
      job: 'The query of metric "{metric}" selects job "{value}", but ServiceMonitor "{monitor}" gives the metrics of the pods of Rollout "{rollout}" job {jobs}, the name of their Service; select that.',
      label:
        'The query of metric "{metric}" selects by label "{label}", which no metric of the pods of Rollout "{rollout}" has: ServiceMonitor "{monitor}" takes over no such label; add it to podTargetLabels or targetLabels, or select by "service" or "pod".',
      service:
        'The query of metric "{metric}" selects requests to Service "{value}", which is not found, so it has no result; the canary Service of Rollout "{rollout}" is "{service}".',
      deployment:
        'The query of metric "{metric}" selects {name} of Deployment "{rollout}", but "{rollout}" is a Rollout, of which kube-state-metrics has no such metric; use metrics of its pods, or those of the Rollouts controller (rollout_info_replicas_available).',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#analysis-template-arguments',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
      'https://github.com/kubernetes/kube-state-metrics/blob/v2.17.0/docs/metrics/workload/deployment-metrics.md',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    for (const analysis of analyses(rollout)) {
      // An experiment runs pods of its own.
      if (analysis.place === 'experiment') continue;
      for (const { field, name, template } of metricsRun(analysis, templatesOf(analysis, graph) ?? [])) {
        const query = field.at('provider', 'prometheus', 'query');
        const found =
          query.text === undefined
            ? undefined
            : unmatchedPods(query.text, { graph, rollout, analysis, template });
        const rests = [rollout.at('metadata', 'name'), ...analysis.args.items, template.at('spec', 'args')];
        if (!found) {
          if (query.text !== undefined)
            reportLacked(
              query.text,
              { query, metric: name, rests },
              { graph, rollout, analysis, template },
              report,
            );
          continue;
        }
        report(
          query,
          found.kind === 'pod' ? 'names' : 'deployment',
          {
            ...{ metric: name, rollout: rollout.name },
            ...(found.kind === 'pod'
              ? { pattern: `"${found.value}"`, word: found.word }
              : { name: found.metric }),
          },
          {
            rests,
            related:
              analysis.field.resource === template
                ? []
                : [{ at: analysis.field, message: 'runs the analysis' }],
          },
        );
      }
    }
  },
});

/** Reports a label that no series of the pods has, or a Service that is not found. */
function reportLacked(
  text: string,
  {
    query,
    metric,
    rests,
  }: { readonly query: Field; readonly metric: string; readonly rests: readonly Field[] },
  of: QueryOf,
  report: RuleContext<'job' | 'label' | 'service'>['report'],
): void {
  const said = { metric, rollout: of.rollout.name };
  const lacked = unscrapedLabel(text, of);
  if (lacked) {
    const { label, value, monitor, jobs } = lacked;
    report(
      query,
      jobs ? 'job' : 'label',
      { ...said, monitor: monitor.name, label, value, jobs: oneOf(quoted(jobs ?? [])) },
      {
        rests: [...rests, monitor.at('spec')],
        related: [{ at: monitor, message: 'scrapes the pods' }],
      },
    );
    return;
  }
  const unknown = unknownService(text, of);
  if (unknown)
    report(
      query,
      'service',
      { ...said, value: unknown.name, service: unknown.canary.name },
      { rests, related: [{ at: unknown.canary, message: 'the canary Service' }] },
    );
}
