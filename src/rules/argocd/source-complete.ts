import { isApplication } from '../../kubernetes/kinds/application.js';
import type { Field } from '../../model/field.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/source-complete',
    description: 'Require each source of an Application to name its repository and a path or chart in it.',
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
    },
    links: ['https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/argo.go'],
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
        const problem = problemOf(source, several.length > 0);
        if (problem) report(source, problem, { name: application.name }, { atKey: several.length === 0 });
      }
    }
  },
});

/** As ValidatePermissions of Argo CD checks it: an empty string counts as absent. */
function problemOf(
  source: Field,
  isOneOfSeveral: boolean,
): 'repository' | 'content' | 'revision' | undefined {
  const has = (key: string): boolean => ![undefined, null, ''].includes(source.at(key).value as null);
  if (!has('repoURL')) return 'repository';
  if (!has('path') && !has('chart') && !(isOneOfSeveral && has('ref'))) return 'content';
  return has('chart') && !has('targetRevision') ? 'revision' : undefined;
}
