import { isApplication, isApplicationSet, sources } from '../../kubernetes/kinds/application.js';
import { memoize } from '../../model/memo.js';
import { mentionsRollout } from '../../model/mentions.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { folderOf, type Source } from '../../model/source.js';
import { lastSegment } from '../../repository/graph/layout.js';
import { isRendered } from '../../repository/graph/deployment.js';
import type { Graph } from '../../repository/graph/graph.js';
import { saysSetAside } from '../../repository/graph/samples.js';
import { quoted } from '../facts/words.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/rollouts-delivered',
    description:
      'Require an Application to deploy the Rollouts of a repository whose other objects it deploys.',
    why: 'Argo CD syncs the paths of Applications alone. A change of the Rollout in Git starts no update, and what is applied by hand is neither compared nor repaired.',
    consequence: 'not-deployed',
    severity: 'info',
    messages: {
      none: 'No Application of the repository deploys Rollout "{rollout}": {paths}, and its file is in {folder}; move it to a path of an Application, or add one for its folder.',
    },
    links: ['https://argo-cd.readthedocs.io/en/stable/operator-manual/declarative-setup/#applications'],
  },

  check({ graph, report }) {
    const rollouts = graph.rollouts.filter(
      ({ source, name }) =>
        !graph.isSampleOrBesideChart(source) &&
        !graph.isSetAside(source) &&
        !saysSetAside(`${lastSegment(source.path)}/${name}`),
    );
    if (rollouts.some((one) => isRendered(one.source) || graph.applications(one).length > 0)) return;
    const paths =
      rollouts.length === 0 || graph.commandFiles.length > mostRolloutsAsked ? undefined : pathsOf(graph);
    if (!paths) return;
    const left = rollouts.filter((one) => !isPlaceholder(one.name) && !isApplied(graph, one));
    const [first] = left;
    if (!first || left.length < rollouts.length) return;
    const folder = folderOf(first.source);
    report(first.at('metadata', 'name'), 'none', {
      rollout: first.name,
      paths: paths.length === 1 ? `the path is ${paths[0]}` : `the paths are ${paths.join(', ')}`,
      folder: `"${folder.slice(folder.lastIndexOf('/') + 1)}"`,
    });
  },
});

/** Among more scripts a name is not looked for. */
const mostRolloutsAsked = 500;

/** Whether a script or a pipeline names the file of a Rollout or its folder. */
function isApplied(graph: Graph, { source }: Resource): boolean {
  const [file, folder] = source.path.split('/').reverse();
  const names = [file, `${folder}/`].filter((name) => name !== undefined);
  return graph.commandFiles.some((script) => {
    const text = script.read();
    return names.some((name) => text.includes(name));
  });
}

/**
 * The paths of the Applications of a repository, in quotes; undefined where one of them may deploy Rollouts that are not seen: from another
 * repository, from a chart or by an ApplicationSet.
 */
const pathsOf = memoize((graph: Graph): readonly string[] | undefined => {
  const applications = graph.ofKind('Application').filter(isApplication);
  if (graph.ofKind('ApplicationSet').some(isApplicationSet) || graph.unexpanded.length > 0) return undefined;
  const own = applications.filter((one) => graph.sourceFolders(one).length > 0);
  if (own.length === 0 || own.some((one) => graph.isAssumed(one))) return undefined;
  if (applications.some((one) => !own.includes(one) && !isOfChartRepository(one))) return undefined;
  const folders = own.flatMap((one) => graph.sourceFolders(one).map(({ folder }) => folder));
  if (folders.some((folder) => graph.filesBelow(folder).some(hasRollout))) return undefined;
  const deploys = own.some((one) => graph.deployedBy(one).length > 0);
  const hasChart = own.some((one) => graph.sourceFolders(one).some(({ type }) => type === 'helm'));
  if (!deploys && !hasChart) return undefined;
  return quoted(own.flatMap((one) => sources(one).flatMap((source) => source.at('path').text ?? [])));
});

/** Whether all sources of an Application are charts of a Helm repository, as those of tools are. */
function isOfChartRepository(application: Resource): boolean {
  return sources(application).every((source) => source.at('chart').exists || source.at('ref').exists);
}

function hasRollout(source: Source): boolean {
  return /\.(?:ya?ml|tpl|json|jsonnet)$/.test(source.path) && mentionsRollout(source.read());
}
