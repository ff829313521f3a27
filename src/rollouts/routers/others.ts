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

/** Plugins that are not simulated. */
function unknownPlugins(rollout: Resource): readonly string[] {
  return trafficRouting(rollout)
    .at('plugins')
    .entries.map(({ key }) => String(key))
    .filter((name) => !routers.some(({ plugin }) => plugin === name));
}

/** What a simulation of a Rollout leaves out, a sentence for each router that is not simulated. */
export function notSimulated(rollout: Resource): readonly string[] {
  return othersOf(rollout).flatMap(({ key, title, writes }) => {
    if (key === 'plugins') {
      const names = unknownPlugins(rollout).map((name) => `"${name}"`);
      if (names.length === 0) return [];
      const [noun, verb] = names.length === 1 ? ['Plugin', 'is'] : ['Plugins', 'are'];
      return `${noun} ${names.join(', ')} ${verb} not simulated: no frame shows ${writes}.`;
    }
    const name = title.charAt(0).toUpperCase() + title.slice(1);
    return `${name} is not simulated: no frame shows ${writes}.`;
  });
}
