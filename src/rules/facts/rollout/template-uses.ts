import { analyses, nestedTemplates } from '../../../kubernetes/kinds/analysis.js';
import { isRollout } from '../../../kubernetes/kinds/rollout.js';
import { memoize } from '../../../model/memo.js';
import type { Reference } from '../../../model/reference.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { detach } from '../../../yaml/parse/characters.js';

/** Kinds beside those of analyses that can name a template, as Kargo’s stages and workflows do. */
const otherKinds: ReadonlySet<string> = new Set([
  ...['Stage', 'Workflow', 'WorkflowTemplate', 'ClusterWorkflowTemplate', 'CronWorkflow', 'Job', 'CronJob'],
  ...['Kustomization', 'Application', 'ApplicationSet', 'List'],
]);

/** Among more objects and scripts of other kinds a name is not looked for. */
const mostUses = 500;

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
  return { names, others: graph.given.filter(({ kind }) => otherKinds.has(kind)) };
});

/** Whether something of the repository runs the template of a name, or may name it in its own way. */
export function isTemplateUsed(graph: Graph, name: string): boolean {
  const uses = usesIn(graph);
  if (uses.names.has(name) || uses.others.length + graph.commandFiles.length > mostUses) return true;
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
