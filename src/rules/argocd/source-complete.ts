import { isApplication } from '../../kubernetes/kinds/application.js';
import type { Field } from '../../model/field.js';
import { allOf } from '../facts/words.js';
import { setTo } from '../fixes.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/source-complete',
    description:
      'Require each source of an Application to name its repository and a path or chart in it, and one tool.',
    why: 'Argo CD sets the condition InvalidSpecError on the Application and deploys nothing of it.',
    consequence: 'not-deployed',
    severity: 'error',
    messages: {
      none: 'Application "{name}" has no source; add spec.source with repoURL and path.',
      repository: 'A source of Application "{name}" has no repoURL; add it.',
      content:
        'A source of Application "{name}" has neither path nor chart; write "path: ." for the root of the repository.',
      revision:
        'A source of Application "{name}" has a chart but no targetRevision; add it with the version of the chart.',
      tools:
        'A source of Application "{name}" has settings for {tools}, but Argo CD allows those of one tool; keep one.',
    },
    otherwise: {
      tools: {
        when: 'For the settings of several tools',
        consequence: 'not-deployed',
        why: 'Argo CD reports a ComparisonError ("multiple application sources defined") and deploys nothing of the Application.',
      },
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/argo.go',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/types.go',
    ],
  },

  *check({ graph, report }) {
    for (const application of graph.ofKind('Application').filter(isApplication)) {
      yield application;
      const spec = application.at('spec');
      const several = spec.at('sources').items;
      if (!spec.exists || spec.at('sourceHydrator').exists) continue;
      if (several.length === 0 && !spec.at('source').exists) {
        report(spec, 'none', { name: application.name }, { atKey: true });
        continue;
      }
      for (const source of several.length > 0 ? several : [spec.at('source')]) {
        const problem = sourceProblem(source, several.length > 0);
        // The root is what a source without a path most often means; a chart may have been meant, too.
        const fix = problem === 'content' ? () => setTo(source.at('path'), '.', 'unsafe') : undefined;
        if (problem)
          report(source, problem, { name: application.name }, { atKey: several.length === 0, fix });
        else reportTools(source, application.name, report);
      }
    }
  },
});

/** Reports the settings of a second tool. As ExplicitType of Argo CD counts them. */
function reportTools(source: Field, name: string, report: RuleContext<'tools', 'tools'>['report']): void {
  const [first, ...others] = tools.map((tool) => source.at(tool)).filter(isSet);
  const [second] = others;
  if (!first || !second) return;
  const keys = [first, ...others].map(({ key }) => String(key));
  report(
    second,
    'tools',
    { name, tools: allOf(keys) },
    { atKey: true, case: 'tools', related: [{ at: first, message: 'of another tool' }] },
  );
}

const tools = ['helm', 'kustomize', 'directory', 'plugin'];

/** What the controller removes before it looks, because it says nothing, and other fields of it do not count. */
const telling: Readonly<Record<string, readonly string[]>> = {
  helm: ['valueFiles', 'parameters', 'releaseName', 'values', 'valuesObject', 'fileParameters'],
  kustomize: [
    'namePrefix',
    'nameSuffix',
    'images',
    'commonLabels',
    'commonAnnotations',
    'patches',
    'replicas',
  ],
  directory: ['recurse'],
  plugin: ['name', 'env', 'parameters'],
};

/** Whether the settings of a tool certainly count: some that are empty are taken away before. */
function isSet(tool: Field): boolean {
  return (telling[String(tool.key)] ?? []).some((key) => {
    const { shape, value, items, entries } = tool.at(key);
    if (shape === 'list') return items.length > 0;
    return shape === 'map'
      ? entries.length > 0
      : value === true || (typeof value === 'string' && value !== '');
  });
}

/** As ValidatePermissions of Argo CD checks it: an empty string counts as absent. */
function sourceProblem(
  source: Field,
  isOneOfSeveral: boolean,
): 'repository' | 'content' | 'revision' | undefined {
  const has = (key: string): boolean => ![undefined, null, ''].includes(source.at(key).value as null);
  if (!has('repoURL')) return 'repository';
  if (!has('path') && !has('chart') && !(isOneOfSeveral && has('ref'))) return 'content';
  return has('chart') && !has('targetRevision') ? 'revision' : undefined;
}
