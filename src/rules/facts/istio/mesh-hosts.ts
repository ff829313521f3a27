import { memoize } from '../../../model/memo.js';
import type { Graph } from '../../../repository/graph/graph.js';
import { firstLabel, sameHost, type WrittenHost } from '../../../kubernetes/kinds/host.js';
import { hosts, isInMesh, istioGroup } from '../../../kubernetes/kinds/virtual-service.js';
import type { Field } from '../../../model/field.js';
import { byFixedOrder } from '../../../model/fixed-order.js';
import { append } from '../../../model/multimap.js';
import { detach } from '../../../yaml/parse/characters.js';
import { writtenHost } from './split.js';

/** A distinct host with its text: thousands of fields may have the same, and each is compared with all distinct ones. */
interface MeshHost {
  readonly field: Field;
  readonly says: WrittenHost;
}

const meshHosts = memoize((graph: Graph): ReadonlyMap<string, readonly MeshHost[]> => {
  const byLabel = new Map<string, MeshHost[]>();
  for (const virtualService of graph.ofKind('VirtualService', istioGroup).filter(isInMesh))
    for (const host of hosts(virtualService)) {
      const { host: text, namespace } = writtenHost(graph, host);
      append(byLabel, detach(firstLabel(text)), {
        field: host.lasting,
        says: { host: detach(text), namespace },
      });
    }
  for (const its of byLabel.values())
    its.sort((left, right) => byFixedOrder(left.field.resource, right.field.resource));
  return byLabel;
});

/** The hosts of VirtualServices in the mesh that mean the same as a host, including itself. */
export function sameMeshHosts(graph: Graph, host: Field): readonly Field[] {
  const own = writtenHost(graph, host);
  const candidates = meshHosts(graph).get(firstLabel(own.host)) ?? [];
  return candidates.filter(({ says }) => sameHost(says, own)).map(({ field }) => field);
}
