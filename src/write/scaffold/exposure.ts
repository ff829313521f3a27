import { LimitError } from '../../model/limit-error.js';
import type { Resource } from '../../model/resource.js';
import { protectionOf } from '../../play/protect/protect.js';
import type { Protection } from '../../play/protect/protection.js';
import { verdictsOn } from '../../report/protect-words.js';
import type { Graph } from '../../repository/graph/graph.js';

/** What a version of a written Rollout costs that is bad from the start; undefined if it is too large to be played. */
export function writtenProtection(graph: Graph, rollout: Resource): Protection | undefined {
  try {
    return protectionOf(graph, rollout, { onlyFromStart: true });
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}

/** The same in a sentence. */
export function exposureText(protection: Protection): string | undefined {
  return verdictsOn(protection)[0]?.text;
}
