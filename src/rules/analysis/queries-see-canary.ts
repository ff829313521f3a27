import { type Analysis, analyses } from '../../kubernetes/kinds/analysis.js';
import { blueGreen, canary, services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { labelValuesOf } from '../../rollouts/analysis/promql/query.js';
import { metricsOf } from '../facts/analysis/metrics.js';
import { templatesOf } from '../facts/analysis/timing.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'analysis/queries-see-canary',
    description: 'Require the queries of an analysis of a canary to select the canary.',
    why: 'The metric measures the stable and the canary version together. A canary that fails shows only in its share of the requests, and at low weights stays below most limits.',
    consequence: 'analysis-void',
    severity: 'info',
    messages: {
      both: 'Nothing in the query of metric "{metric}" selects the canary of Rollout "{rollout}", so it measures both versions; select its Service, its labels or its pod template hash.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#background-analysis',
      'https://argo-rollouts.readthedocs.io/en/stable/features/canary/#canarymetadata',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    if (blueGreen(rollout).exists) return;
    for (const analysis of analyses(rollout)) {
      // An experiment runs pods of its own.
      if (analysis.place === 'experiment') continue;
      for (const template of templatesOf(analysis, graph) ?? [])
        for (const { field, name, isDry } of metricsOf(template)) {
          const query = field.at('provider', 'prometheus', 'query');
          const values = query.text === undefined || isDry ? undefined : labelValuesOf(query.text);
          if (!values || values.length === 0) continue;
          if (values.some((value) => selectsCanary(value, rollout, analysis, template))) continue;
          report(
            query,
            'both',
            { metric: name, rollout: rollout.name },
            {
              rests: [canary(rollout), analysis.args, template.at('spec', 'args')],
              related: [{ at: analysis.field, message: 'runs the analysis' }],
            },
          );
        }
    }
  },
});

/** Whether the value of a label can be one that only the canary has. What is not known can be one. */
function selectsCanary(value: string, rollout: Resource, analysis: Analysis, template: Resource): boolean {
  const filled = value.replaceAll(/\{\{\s*args\.([\w-]+)\s*\}\}/g, (hole, name: string) => {
    const given = argumentOf(name, analysis.args) ?? argumentOf(name, template.at('spec', 'args'));
    return given?.at('value').text ?? hole;
  });
  if (/\{\{|\$\{/.test(filled) || words.test(filled)) return true;
  return namesOfCanary(rollout).some((name) => filled.includes(name));
}

const words = /canary|preview|latest|hash/i;

function argumentOf(name: string, args: Field): Field | undefined {
  return args.items.find((argument) => argument.at('name').text === name);
}

/** Names and values that only the canary has. */
function namesOfCanary(rollout: Resource): readonly string[] {
  const stable = services(rollout).find(({ role }) => role === 'stable')?.to.name;
  const own = services(rollout).flatMap(({ role, to }) =>
    role === 'stable' || to.name === stable ? [] : [to.name],
  );
  const metadata = ['labels', 'annotations'].flatMap((key) =>
    canary(rollout)
      .at('canaryMetadata', key)
      .entries.flatMap((entry) => entry.text ?? []),
  );
  const subset = trafficRouting(rollout).at('istio', 'destinationRule', 'canarySubsetName').text;
  return [...own, ...metadata, ...(subset === undefined ? [] : [subset])].filter((name) => name !== '');
}
