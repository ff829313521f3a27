import { trafficRouting } from '../kinds/rollout.js';
import type { Field } from '../model/field.js';
import type { Reference, Target } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { gatewayPlugin } from './gateway-api/plugin.js';
import type { routerKeys } from './index.js';
import { routersOf, routerTitles } from './support.js';

/*
 * The routers that are not simulated: which objects they need, and what the controller would write.
 */

type OtherKey = Exclude<(typeof routerKeys)[number], 'alb' | 'istio' | 'nginx'>;

interface Other {
  /** The objects that must exist for it. API groups are those of a controller without flags that change them. */
  readonly references: (routing: Field) => readonly Reference[];
  /** What the controller does with it, in words. */
  readonly writes: string;
}

const others: Readonly<Record<OtherKey, Other>> = {
  /** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/ambassador/ambassador.go */
  ambassador: {
    references: (routing) =>
      routing.at('mappings').items.flatMap(naming({ group: 'getambassador.io', kind: 'Mapping' })),
    writes: 'the Mappings that the controller makes and removes beside those named',
  },

  /** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/apisix/apisix.go */
  apisix: {
    references: (routing) =>
      naming({ group: 'apisix.apache.org', kind: 'ApisixRoute' })(routing.at('route', 'name')),
    writes: 'the weights in the ApisixRoute, and the ApisixRoutes of header routes',
  },

  /** https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/appmesh/appmesh.go */
  appMesh: {
    references: (routing) => {
      const nodes = routing.at('virtualNodeGroup');
      return [
        ...naming({ group: appMeshGroup, kind: 'VirtualService' })(routing.at('virtualService', 'name')),
        ...['canaryVirtualNodeRef', 'stableVirtualNodeRef'].flatMap((key) =>
          naming({ group: appMeshGroup, kind: 'VirtualNode' })(nodes.at(key, 'name')),
        ),
      ];
    },
    writes: 'the weights in the VirtualRouter, and the pod hashes in the VirtualNodes',
  },

  plugins: {
    // Of what a plugin that is not known does with which objects, nothing is known.
    references: () => [],
    writes: 'what a plugin makes of each weight and route',
  },

  /**
   * The TrafficSplit is made by the controller, so it need not exist.
   * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/smi/smi.go
   */
  smi: {
    references: (routing) => naming({ group: '', kind: 'Service' })(routing.at('rootService')),
    writes: 'the TrafficSplit that the controller makes',
  },

  /**
   * Since 1.10 it looks for the group `traefik.io` by default.
   * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting/traefik/traefik.go
   */
  traefik: {
    references: (routing) =>
      naming({ group: 'traefik.containo.us', kind: 'TraefikService' })(
        routing.at('weightedTraefikServiceName'),
      ),
    writes: 'the weights in the TraefikService',
  },
};

export const appMeshGroup = 'appmesh.k8s.aws';

function naming(target: Omit<Target, 'name'>): (from: Field) => readonly Reference[] {
  return (from) => (from.text === undefined ? [] : [{ from, to: { ...target, name: from.text } }]);
}

function othersOf(rollout: Resource): readonly OtherKey[] {
  return routersOf(rollout).filter((key): key is OtherKey => key in others);
}

/** The objects that must exist for the routers of a Rollout that are not simulated. */
export function otherReferences(rollout: Resource): readonly Reference[] {
  return othersOf(rollout).flatMap((key) => others[key].references(trafficRouting(rollout).at(key)));
}

/** Plugins that are not simulated. */
function unknownPlugins(rollout: Resource): readonly string[] {
  return trafficRouting(rollout)
    .at('plugins')
    .entries.map(({ key }) => String(key))
    .filter((name) => name !== gatewayPlugin);
}

/** What a simulation of a Rollout leaves out, a sentence for each router that is not simulated. */
export function notSimulated(rollout: Resource): readonly string[] {
  return othersOf(rollout).flatMap((key) => {
    if (key === 'plugins') {
      const names = unknownPlugins(rollout).map((name) => `"${name}"`);
      if (names.length === 0) return [];
      const [noun, verb] = names.length === 1 ? ['Plugin', 'is'] : ['Plugins', 'are'];
      return `${noun} ${names.join(', ')} ${verb} not simulated: no frame shows ${others.plugins.writes}.`;
    }
    const [title = key] = routerTitles([key]);
    const name = title.charAt(0).toUpperCase() + title.slice(1);
    return `${name} is not simulated: no frame shows ${others[key].writes}.`;
  });
}
