import { analyses, namedArguments } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { isRendered } from '../../repository/graph/deployment.js';
import type { Graph } from '../../repository/graph/graph.js';
import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/arguments-filled',
    description:
      'Require arguments and queries of an analysis to contain no Helm template expressions outside of a chart.',
    why: 'The controller replaces only {{args.…}}, and Helm renders only the templates of a chart. The expression reaches the provider literally, and no series has such a label.',
    consequence: 'analysis-void',
    severity: 'warning',
    messages: {
      argument:
        'Argument "{argument}" of {analysis} of Rollout "{rollout}" is {text}, which only Helm fills in, but the file is not part of a chart; write the value, or read it with valueFrom.fieldRef.',
      metric:
        'Metric "{metric}" contains {text}, which only Helm fills in, but the file is not part of a chart; declare an argument, and use {{args.…}}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#analysis-template-arguments',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/template/template.go',
    ],
  },

  *check({ graph, report }) {
    for (const rollout of graph.rollouts) {
      if (!rollout.matches(ofHelm) || mayBeOfChart(graph, rollout)) continue;
      yield rollout;
      for (const analysis of analyses(rollout))
        for (const argument of namedArguments(analysis.args)) {
          const text = helmText(argument.at('value'));
          const data = { argument: argument.at('name').text, analysis: analysis.words, text };
          // What is filled in is not reported at its own place.
          if (text !== undefined) report(argument.at('name'), 'argument', { ...data, rollout: rollout.name });
        }
    }
    for (const template of templatesIn(graph)) {
      if (!template.matches(ofHelm) || mayBeOfChart(graph, template)) continue;
      yield template;
      for (const { field, name } of metricsOf(template))
        for (const at of [field.at('provider', 'prometheus', 'query'), field.at('provider', 'web', 'url')]) {
          const text = helmText(at);
          if (text !== undefined) report(at, 'metric', { metric: name, text });
        }
    }
  },
});

const ofHelm = /\{\{-? ?\.(?:Release|Values|Chart|Rollout)\./;

function helmText({ text = '' }: Field): string | undefined {
  return /\{\{-? ?\.(?:Release|Values|Chart|Rollout)\.[\w.]{1,100} ?-?\}\}/.exec(text)?.[0];
}

/** Whether a chart contains a file, or may. */
function mayBeOfChart(graph: Graph, { source }: Resource): boolean {
  if (isRendered(source) || source.assumedRelease !== undefined) return true;
  const folders = source.path.split('/').slice(0, -1);
  if (folders.includes('templates') || folders.includes('charts')) return true;
  return folders.some((_, index) => {
    const folder = folders.slice(0, index + 1).join('/');
    return graph.fileAt(`${folder}/Chart.yaml`) !== undefined;
  });
}
