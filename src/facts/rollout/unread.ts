import { type Unread, unreadOf } from '../../controllers/unread.js';
import type { Graph } from '../../graph/graph.js';
import type { Path } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import { problemsIn } from '../schema/problems.js';

/** What the API server takes of a Rollout's pods and the controller cannot read. */
export function unreadIn(graph: Graph, rollout: Resource): readonly Unread[] {
  const unread = unreadOf(rollout.at('spec', 'template').value);
  if (unread.length === 0) return unread;
  const refused = (problemsIn(graph, rollout) ?? []).filter(
    ({ keyword }) => keyword !== 'unknown' && keyword !== 'required',
  );
  return unread.filter(({ path }) => !refused.some((problem) => isWithin(path, problem.path)));
}

/** Whether a path leads to what another one leads to, or into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, index) => key === path[index]);
}
