import { analyses, nestedTemplates } from '../../kubernetes/kinds/analysis.js';
import { blueGreen, isRollout, steps } from '../../kubernetes/kinds/rollout.js';
import { memoize } from '../../model/memo.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { detach } from '../../yaml/parse/characters.js';
import { typedRule } from '../rule.js';

/** Kinds beside those of analyses that can name a template, as Kargo’s stages and workflows do. */
const others: ReadonlySet<string> = new Set([
  ...['Stage', 'Workflow', 'WorkflowTemplate', 'ClusterWorkflowTemplate', 'CronWorkflow', 'Job', 'CronJob'],
  ...['Kustomization', 'Application', 'ApplicationSet', 'List'],
]);

/** Among more objects and scripts of other kinds a name is not looked for. */
const most = 500;

/** The names of templates that Rollouts, experiments and other templates run, and what else may name one. */
const usesIn = memoize((graph: Graph) => {
  const names = new Set<string>();
  const add = (references: Iterable<Reference>): void => {
    for (const { to } of references) names.add(detach(to.name));
  };
  for (const rollout of graph.given.filter(isRollout))
    for (const { templates } of analyses(rollout)) add(templates);
  for (const one of graph.given)
    if (/AnalysisTemplate$/.test(one.kind)) add(nestedTemplates(one));
    else if (one.kind === 'Experiment')
      for (const { text } of one.at('spec', 'analyses').items.map((analysis) => analysis.at('templateName')))
        if (text !== undefined) names.add(detach(text));
  return { names, others: graph.given.filter(({ kind }) => others.has(kind)) };
});

function isUsed(graph: Graph, name: string): boolean {
  const uses = usesIn(graph);
  if (uses.names.has(name) || uses.others.length + graph.commandFiles.length > most) return true;
  return (
    uses.others.some((one) => one.mentions(name)) ||
    graph.commandFiles.some((script) => isUsedIn(script.read(), name))
  );
}

/** Whether a script names a template other than where it writes the manifest of one. */
function isUsedIn(script: string, name: string): boolean {
  return (
    script.includes(name) &&
    script.split('\n').some((line) => line.includes(name) && !/^ *(?:- +)?name:/.test(line))
  );
}

export default typedRule({
  meta: {
    name: 'analysis/template-used',
    description: 'Require an AnalysisTemplate beside a Rollout without an analysis to be used.',
    why: 'The controller runs only the analyses that a Rollout names. The template measures nothing, and updates go on without it.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      unused:
        'AnalysisTemplate "{template}" is not used, and Rollout "{rollout}" beside it has no analysis, so the template measures no update; name it in the {place} of the Rollout, or remove it.',
    },
    links: ['https://argo-rollouts.readthedocs.io/en/stable/features/analysis/'],
  },

  *check({ graph, report }) {
    for (const template of graph.ofKind('AnalysisTemplate', 'argoproj.io')) {
      yield template;
      const { name } = template;
      if (name === '' || isPlaceholder(name)) continue;
      const rollouts = graph.companions(template, { group: 'argoproj.io', kind: 'Rollout' });
      const rollout = rollouts.find((one) => analyses(one).length === 0 && hasUpdates(one));
      if (!rollout) continue;
      if (isUsed(graph, name)) continue;
      report(
        template.at('metadata', 'name'),
        'unused',
        {
          ...{ template: name, rollout: rollout.name },
          place: blueGreen(rollout).exists ? 'prePromotionAnalysis' : 'analysis',
        },
        { rests: [rollout.at('spec', 'strategy')], related: [{ at: rollout, message: 'has no analysis' }] },
      );
    }
  },
});

/** Whether its updates go on by steps or a promotion, which an analysis could stop. */
function hasUpdates(rollout: Resource): boolean {
  return blueGreen(rollout).exists || steps(rollout).length > 0;
}
