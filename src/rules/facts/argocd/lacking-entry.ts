import type { IgnoreEntry } from '../../../play/drift/argo.js';
import { derivedEntry, type GitAndLive } from '../../../play/drift/entries.js';
import type { IgnoreExpression } from '../../../play/drift/pattern.js';
import { headerRouteSteps, mirrorRouteSteps, steps } from '../../../kubernetes/kinds/rollout.js';
import type { Field } from '../../../model/field.js';
import type { Graph } from '../../../repository/graph/graph.js';
import type { Resource } from '../../../model/resource.js';
import type { RouterState } from '../../../rollouts/routers/router.js';
import { argoOf, withNamespace } from './moments.js';
import { type ComparedObject, comparedObjects, whileShifting } from './router-fields.js';

/** An entry that `drift --write` would add, and its expressions. */
export interface LackingEntry {
  readonly entry: IgnoreEntry;
  readonly expressions: readonly IgnoreExpression[];
}

/**
 * The entry that an Application lacks for an object of a traffic router, from the states in which the controller leaves it: what
 * `drift` derives from a simulated update, without simulating one. Undefined if no entry can ignore all of it.
 */
export function lackingEntry(graph: Graph, compared: ComparedObject): LackingEntry | undefined {
  const { rollout, resource, application, identity } = compared;
  const pairs = routerStates(rollout).flatMap((state): readonly GitAndLive[] => {
    const same = comparedObjects(graph, rollout, () => state).find(
      (one) =>
        one.resource === resource &&
        one.application === application &&
        one.identity.name === identity.name &&
        one.identity.namespace === identity.namespace,
    );
    const [git, live] = [same?.git, same?.live].map((value) => withNamespace(graph, resource, value));
    return git && live ? [{ git, live, stored: git }] : [];
  });
  const [first] = pairs;
  if (!first) return undefined;
  const argo = argoOf(graph, application);
  const subject = { git: first.git, dropped: [] };
  const lacking = derivedEntry(argo, subject, pairs);
  // Nothing is known to be missing where an expression of the Application keeps it from comparing.
  const needed =
    lacking && lacking.derivation.expressions.length > 0 ? lacking : derivedEntry(argo.bare, subject, pairs);
  const expressions = needed?.derivation.expressions ?? [];
  if (!needed || expressions.length === 0) return undefined;
  return {
    entry: { ...needed.entry, ...(identity.name !== undefined && { name: identity.name }) },
    expressions,
  };
}

/**
 * States in which the controller has written each of the fields that it writes in an update, in the order of the steps: the routes
 * before the first weight, that weight, and the routes after it.
 */
function routerStates(rollout: Resource): readonly RouterState[] {
  const shifting = whileShifting(rollout);
  const all = steps(rollout);
  const first = all.findIndex((step) => step.at('setWeight').number === shifting?.weight);
  const until = (end: number): Pick<RouterState, 'headerRoutes' | 'mirrorRoutes'> => {
    const before = new Set(all.slice(0, end));
    const [headerRoutes, mirrorRoutes] = [headerRouteSteps, mirrorRouteSteps].map((of) =>
      of(rollout).filter((step) => before.has(step)),
    ) as [Field[], Field[]];
    return { headerRoutes, mirrorRoutes };
  };
  const weight = shifting?.weight ?? 0;
  const start = shifting ? first : all.length;
  return [
    { weight: 0, headerRoutes: [] },
    { weight: 0, ...until(start) },
    { weight, ...until(start) },
    { weight, ...until(all.length) },
  ];
}
