import { trafficRouting } from '../kinds/rollout.js';
import type { Field } from '../model/field.js';
import type { Reference, Target } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
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
    references: (routing) => gatewayRoutes(routing.at('argoproj-labs/gatewayAPI')),
    writes: 'what the plugins make of each weight and route',
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

/**
 * Routes of the Gateway API by the keys of the plugin's configuration; without a namespace they are the Rollout's.
 * https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-gatewayapi/blob/main/pkg/plugin/types.go
 */
const gatewayKinds = {
  httpRoute: 'HTTPRoute',
  grpcRoute: 'GRPCRoute',
  tcpRoute: 'TCPRoute',
  tlsRoute: 'TLSRoute',
} as const;

function gatewayRoutes(config: Field): readonly Reference[] {
  const namespace = config.at('namespace').text;
  return Object.entries(gatewayKinds).flatMap(([key, kind]) => {
    const names = [config.at(key), ...config.at(`${key}s`).items.map((route) => route.at('name'))];
    return names.flatMap(naming({ group: 'gateway.networking.k8s.io', kind, namespace }));
  });
}

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

/** What a simulation of a Rollout leaves out, a sentence for each router that is not simulated. */
export function notSimulated(rollout: Resource): readonly string[] {
  return othersOf(rollout).map((key) => {
    const [title = key] = routerTitles([key]);
    const name = title.charAt(0).toUpperCase() + title.slice(1);
    const verb = key === 'plugins' ? 'are' : 'is';
    return `${name} ${verb} not simulated: no frame shows ${others[key].writes}.`;
  });
}
