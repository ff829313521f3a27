import type { Graph } from '../../repository/graph/graph.js';
import { claimedTwice } from './claims.js';
import { deadLinksIn } from './dead-links.js';
import type { Flaw } from './flaw.js';
import { refusedIn } from './refused-objects.js';

/** What is wrong with the objects that are deployed, whatever an update does. */
export function flawsOf(graph: Graph): readonly Flaw[] {
  return [
    ...graph.resources.filter(({ isReadable }) => isReadable).flatMap((one) => [...refusedIn(one)]),
    ...graph.unbuildable.map(({ at, why }): Flaw => ({
      kind: 'unbuildable',
      resource: at.resource,
      what: why,
    })),
    ...deadLinksIn(graph),
    ...claimedTwice(graph),
  ];
}
