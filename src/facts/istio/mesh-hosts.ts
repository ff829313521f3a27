import type { Graph } from '../../graph/graph.js';
import { firstLabel, sameHost } from '../../kinds/host.js';
import { hosts, isInMesh, istioGroup } from '../../kinds/virtual-service.js';
import type { Field } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import { detach } from '../../parse/characters.js';
import { once } from '../once.js';
import { written } from './split.js';

const meshHosts = once((graph): ReadonlyMap<string, readonly Field[]> => {
  const byLabel = new Map<string, Field[]>();
  for (const virtualService of graph.ofKind('VirtualService', istioGroup).filter(isInMesh))
    for (const host of hosts(virtualService))
      append(byLabel, detach(firstLabel(host.text ?? '')), host.lasting);
  return byLabel;
});

/** The hosts of VirtualServices of the mesh that are one with a host, itself included. */
export function sameMeshHosts(graph: Graph, host: Field): readonly Field[] {
  const candidates = meshHosts(graph).get(firstLabel(host.text ?? '')) ?? [];
  return candidates.filter((other) => sameHost(written(graph, other), written(graph, host)));
}
