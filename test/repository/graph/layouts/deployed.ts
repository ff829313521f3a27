import { isManifestName } from '../../../../src/repository/files/discover.js';
import { readGraph } from '../../../../src/repository/graph/read-graph.js';
import type { Source } from '../../../../src/model/source.js';
import type { Repository } from './generate.js';

/** What Argo CD makes of the sources of one Application. */
export interface Answer {
  /** `kind/namespace/name`, with an empty namespace where the manifest has none. */
  readonly objects: readonly string[];
  /** Why it makes nothing of them. */
  readonly error?: string;
}

const root = '/repositories/shop';

/** What we say that each Application of a repository deploys, as `kind/namespace/name`. */
export function deployed({ files, applications }: Repository): readonly (readonly string[])[] {
  const manifests = applications.map((spec, index) => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: `app-${index}`, namespace: 'argocd' },
    spec,
  }));
  const texts = [
    ...Object.entries(files),
    ...manifests.map(
      (manifest) => [`argocd/${manifest.metadata.name}.yaml`, JSON.stringify(manifest)] as const,
    ),
  ];
  const sources = texts
    .filter(([path]) => isManifestName(path))
    .map(([path, text]): Source => ({ path: `${root}/${path}`, name: path, read: () => text }));
  const { graph, faults } = readGraph(sources);
  faults.rethrow();
  return manifests.map(({ metadata }) => {
    const application = graph.ofKind('Application').find(({ name }) => name === metadata.name)!;
    return graph
      .deployedBy(application)
      .flatMap((resource) =>
        graph
          .deployedAs(application, resource)
          .map(({ name = '?', namespace = '' }) => `${resource.kind}/${namespace}/${name}`),
      )
      .sort();
  });
}

/** What an answer says is in the cluster. Argo CD puts what names no namespace into that of the destination. */
export function live({ objects }: Answer): readonly string[] {
  return objects
    .map((object) => {
      const [kind = '', namespace = '', name = ''] = object.split('/');
      return `${kind}/${namespace || 'destination'}/${name}`;
    })
    .filter((object) => !object.startsWith('Kustomization/') && !object.startsWith('Component/'))
    .sort();
}
