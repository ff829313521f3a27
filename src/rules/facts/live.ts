import { memoize } from '../../model/memo.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import type { Graph } from '../../repository/graph/graph.js';
import { isLimitError } from '../../model/limit-error.js';
import type { Live } from '../../model/finding.js';
import type { Resource } from '../../model/resource.js';
import { Effort } from '../../play/simulate/effort.js';
import { outline } from '../../play/simulate/outline.js';
import { simulate } from '../../play/simulate/simulate.js';
import type { Frame, Trace } from '../../play/simulate/trace.js';

/** An object in a frame, and in Git. */
export interface LiveMoment {
  readonly frame: Frame;
  readonly live: KubeObject;
  readonly git: unknown;
}

/**
 * The first moment of an update at which a condition holds for an object that a Rollout names. Simulation is slow, so this is
 * for findings only.
 */
export function liveWhen(
  graph: Graph,
  rollout: Resource,
  resource: Resource,
  holds: (moment: LiveMoment) => boolean,
): Live | undefined {
  const git = resource.at().value;
  for (const frame of mainLine(graph)(rollout)) {
    const live = [...frame.objects.values()].find(
      ({ kind, metadata: { name } }) => kind === resource.kind && name === resource.name,
    );
    if (!live || !holds({ frame, live, git })) continue;
    return {
      frame: frame.title,
      id: frame.id,
      rollout: [graph.namespace(rollout), rollout.name].filter(Boolean).join('/'),
      object: `${resource.kind} "${resource.name}"`,
      lines: outline(live),
    };
  }
  return undefined;
}

/** Whether the object routes traffic otherwise than in Git. */
export function isRerouted({ live, git }: LiveMoment): boolean {
  return outline(live).join('\n') !== outline(git as KubeObject).join('\n');
}

/** Whether header or mirror routes with these names exist. */
export function hasRoutes(...names: readonly string[]): (moment: LiveMoment) => boolean {
  return ({ frame }) => names.every((name) => frame.routes.some((route) => route.name === name));
}

/** The frames of the main line; none if the system is too large, because findings do not depend on them. */
const mainLine = memoize((graph: Graph) => {
  const effort = new Effort();
  return memoize((rollout: Resource): Trace['frames'] => {
    try {
      return simulate(graph, rollout, { branches: false, effort }).frames;
    } catch (error) {
      if (isLimitError(error)) return [];
      throw error;
    }
  });
});
