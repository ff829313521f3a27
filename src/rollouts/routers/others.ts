import { trafficRouting } from '../../kubernetes/kinds/rollout.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { otherRouters, routers } from './index.js';
import type { OtherRouter } from './router.js';
import { routersOf } from './support.js';

function othersOf(rollout: Resource): readonly OtherRouter[] {
  return routersOf(rollout).flatMap((key) => otherRouters.filter((router) => router.key === key));
}

/** The objects that must exist for the routers of a Rollout that are not simulated. */
export function otherReferences(rollout: Resource): readonly Reference[] {
  return othersOf(rollout).flatMap(({ key, needs }) => needs(trafficRouting(rollout).at(key)));
}

/** A router of a Rollout that is not simulated. */
export interface UnsimulatedRouter {
  /** `plugin "example.com/mine"`, `SMI`. */
  readonly called: string;
  /** Whether it is a plugin: which objects one writes is unknown. */
  readonly isPlugin: boolean;
  /** What is written for it, in words. */
  readonly writes: string;
  /** What no frame shows, as a sentence. */
  readonly note: string;
}

/** The routers of a Rollout that are not simulated. */
export function unsimulatedRouters(rollout: Resource): readonly UnsimulatedRouter[] {
  return othersOf(rollout).flatMap(({ key, title, writes }): readonly UnsimulatedRouter[] => {
    const note = (name: string): string => `${name} is not simulated: no frame shows ${writes}.`;
    if (key !== 'plugins') return [{ called: title, isPlugin: false, writes, note: note(title) }];
    return unknownPlugins(rollout).map((name) => ({
      called: `plugin "${name}"`,
      isPlugin: true,
      writes: `what plugin "${name}" writes`,
      note: note(`Plugin "${name}"`),
    }));
  });
}

/** Plugins that are not simulated. */
function unknownPlugins(rollout: Resource): readonly string[] {
  return trafficRouting(rollout)
    .at('plugins')
    .entries.map(({ key }) => String(key))
    .filter((name) => !routers.some(({ plugin }) => plugin === name));
}

/** What shares of traffic rest on if the router that applies them is not simulated, as sentences. */
export function assumedShares(unsimulated: readonly UnsimulatedRouter[]): readonly string[] {
  return unsimulated.map(
    ({ called }) =>
      `Shares of the requests are the weights that the controller asks of ${called}; whether they are applied is not simulated.`,
  );
}
