import { folderOf } from '../../model/source.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { isKustomization } from '../../repository/graph/kustomization.js';
import { authoredSelector } from '../../kubernetes/kinds/service.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { addedTo } from '../fixes.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'kustomize/manifests-listed',
    description:
      'Require the manifests beside a kustomization with a Rollout, and the Rollout itself, to be listed in it.',
    why: 'Kustomize builds only what a kustomization lists, so the file has no effect in the cluster.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      rollout:
        'No kustomization lists {file}, so Rollout "{name}" is not deployed, and Deployment "{name}" is updated in its place without its steps; list {file} in resources in place of the Deployment, or remove the file.',
      patch:
        'No kustomization lists {file}, so this patch of {kind} "{name}" changes nothing; add it to patches, or remove the file.',
      manifest:
        'No kustomization lists {file}, so {kind} "{name}" is not deployed with Rollout "{rollout}"; add it to resources, or remove the file.',
    },
    fixes: ['choice'],
    links: [
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/resource/',
      'https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/patches/',
    ],
  },

  *check({ graph, report }) {
    if (!graph.hasKustomizations) return;
    const seen = new Set<string>();
    for (const resource of graph.undeployed.unlisted) {
      yield resource;
      const { path } = resource.source;
      if (seen.has(path) || !deployedKinds.has(resource.kind)) continue;
      const beside = builtByFolder(graph).get(folderOf(resource.source));
      const inPlace = beside ? undefined : deploymentInPlaceOf(graph, resource);
      if (inPlace && !isAside(graph, resource)) {
        seen.add(path);
        const data = { file: fileOf(resource), name: resource.name };
        const related = [{ at: inPlace, message: 'is deployed in its place' }];
        report(resource.at('metadata', 'name'), 'rollout', data, { related });
      }
      if (!beside) continue;
      const { rollout, kustomization } = beside;
      seen.add(path);
      if (isAside(graph, resource)) continue;
      // Another namespace is that of another system, and of two objects with one name one is kept for later.
      const place = resource.at('metadata', 'namespace').text;
      if (place !== undefined && place !== graph.namespace(rollout)) continue;
      // A Service for other pods belongs to something else.
      if (resource.kind === 'Service' && !selects(authoredSelector(resource), graph.labels(rollout)))
        continue;
      const file = fileOf(resource);
      const data = { file, kind: resource.kind, name: resource.name };
      const isPatch = !resource.at('spec', 'selector').exists && isWorkload(resource);
      const field = resource.at('metadata', 'name');
      const adding = (list: string, entry: unknown): readonly ProposedFix[] =>
        [addedTo(kustomization.at(list), entry)].flatMap((one) => one ?? []);
      if (isPatch || /patch/i.test(data.file))
        report(field, 'patch', data, { choices: () => adding('patches', { path: file }) });
      else if (!isWorkload(resource) && graph.withManifestName(resource).length === 0)
        report(
          field,
          'manifest',
          { ...data, rollout: rollout.name },
          { choices: () => adding('resources', file) },
        );
    }
  },
});

/** Kinds of which an object belongs to what runs; others are applied by hand, or once for a cluster. */
const deployedKinds: ReadonlySet<string> = new Set([
  ...['Rollout', 'Deployment', 'Service', 'Ingress', 'HorizontalPodAutoscaler', 'PodDisruptionBudget'],
  ...['ConfigMap', 'VirtualService', 'DestinationRule', 'HTTPRoute', 'NetworkPolicy'],
  ...['ServiceMonitor', 'PodMonitor', 'BackendConfig', 'ScaledObject', 'PodMonitoring', 'ServiceAccount'],
]);

/** Names of files that are kept for another time. */
const setAside =
  /(?:^|[-_.])(?:test|tests|example|sample|old|orig|bak|backup|copy|unused|disabled)(?:[-_.]|$)/i;
/** Configurations of Argo CD and Argo Rollouts themselves. */
const ofTools = /^argo(?:cd|-rollouts)-/;

function fileOf({ source: { path } }: Resource): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a file is kept for another time, is one of the tools themselves, or is applied by a script or a pipeline. */
function isAside(graph: Graph, resource: Resource): boolean {
  const file = fileOf(resource);
  return (
    ofTools.test(resource.name) ||
    setAside.test(file) ||
    graph.commandFiles.some((script) => script.read().includes(file))
  );
}

/** The Deployment that the kustomization beside the file of a Rollout builds, with its name and its pods. */
function deploymentInPlaceOf(graph: Graph, rollout: Resource): Resource | undefined {
  if (!isRollout(rollout)) return undefined;
  const [selector, folder] = [
    rollout.at('spec', 'selector', 'matchLabels').strings,
    folderOf(rollout.source),
  ];
  return graph
    .ofKind('Deployment', 'apps')
    .find(
      (one) =>
        one.name === rollout.name &&
        Object.keys(selector).length > 0 &&
        selects(selector, graph.labels(one)) &&
        graph
          .placements(one)
          .some(({ via }) => via.some(({ resource }) => folderOf(resource.source) === folder)),
    );
}

function isWorkload({ kind }: Resource): boolean {
  return ['Rollout', 'Deployment', 'StatefulSet'].includes(kind);
}

interface KustomizedRollout {
  readonly rollout: Resource;
  readonly kustomization: Resource;
}

/** A Rollout of each folder whose kustomization builds one. */
const builtByFolder = memoize((graph: Graph): ReadonlyMap<string, KustomizedRollout> => {
  const byFolder = new Map<string, KustomizedRollout>();
  for (const rollout of graph.rollouts)
    for (const { via } of graph.placements(rollout))
      for (const { resource } of via) {
        const folder = folderOf(resource.source);
        if (isKustomization(resource) && !byFolder.has(folder))
          byFolder.set(folder, { rollout, kustomization: resource });
      }
  return byFolder;
});
