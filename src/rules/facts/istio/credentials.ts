import type { Field } from '../../../model/field.js';
import type { Resource } from '../../../model/resource.js';
import type { Graph } from '../../../repository/graph/graph.js';

/** The fields of a Gateway that name the Secrets of its certificates. */
export function credentials(gateway: Resource): readonly Field[] {
  return gateway
    .at('spec', 'servers')
    .items.map((server) => server.at('tls', 'credentialName'))
    .filter(({ text }) => text !== undefined && !text.includes('://'));
}

/** The Secrets of a name that are deployed together with a Gateway, in any namespace. */
export function secretsNamed(graph: Graph, gateway: Resource, name: string): readonly Resource[] {
  return graph
    .withManifestName({ group: '', kind: 'Secret', name })
    .filter((secret) => graph.areDeployedTogether(gateway, secret));
}
