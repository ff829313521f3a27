import { boundsOf, leastReplicas, mostReplicas } from '../../kubernetes/kinds/autoscaler.js';
import { changes, namedPath } from '../drift/changes.js';
import { placedBeside } from '../simulate/namespaces.js';
import { autoscalerOf } from '../simulate/referenced.js';
import type { Detail } from './effect.js';
import { placedKey } from './around.js';
import type { RolloutState } from './state.js';

/** What a change of its autoscaler, or one that comes or goes, means for a Rollout. */
export function scalingDetails(before: RolloutState, after: RolloutState): readonly Detail[] {
  const [then, now] = [before, after].map(({ graph, rollout }) => autoscalerOf(graph, rollout));
  const shown = now ?? then;
  if (!shown || then === now) return [];
  const fields =
    then && now && then.kind === now.kind
      ? [
          ...new Set(
            changes(then.at().value, now.at().value).map(({ path }) => namedPath(then.at().value, path)),
          ),
        ]
      : [];
  const bounds = [leastReplicas(shown), mostReplicas(shown)].map(({ path }) => path.join('.'));
  const others = fields.filter((field) => field.startsWith('spec.') && !bounds.includes(field));
  const [from, to] = [then && boundsOf(then), now && boundsOf(now)];
  if (from?.least === to?.least && from?.most === to?.most && others.length === 0) return [];
  const state = now ? after : before;
  const object = placedKey(placedBeside(state.graph, state.rollout, shown));
  return [{ kind: 'scaling', object, from, to, settings: others }];
}
