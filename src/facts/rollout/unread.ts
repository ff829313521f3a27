import { type Unread, unreadOf } from '../../controllers/unread.js';
import type { Path } from '../../model/field.js';
import { onceForRollout } from '../once.js';
import { problemsIn } from '../schema/problems.js';

/** What the API server takes of a Rollout's pods and the controller cannot read. */
export const unreadIn = onceForRollout((graph, rollout): readonly Unread[] => {
  const unread = unreadOf(rollout.at('spec', 'template').value);
  if (unread.length === 0) return unread;
  const refused = new Set(
    (problemsIn(graph, rollout) ?? [])
      .filter(({ keyword }) => keyword !== 'unknown' && keyword !== 'required')
      .map(({ path }) => JSON.stringify(path)),
  );
  return unread.filter(
    ({ path }) => !path.some((_, index) => refused.has(JSON.stringify(path.slice(0, index + 1)))),
  );
});

/** Whether a path leads to what another one leads to, or into it. */
export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((key, index) => key === path[index]);
}
