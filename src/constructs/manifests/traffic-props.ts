import { didYouMean } from '../../model/nearest-name.js';
import { checkNamed } from './check-values.js';
import { type Refused, refuse } from './manifest.js';
import type { RouterKind } from './steps.js';
import type {
  AlbPingPongTraffic,
  AlbTraffic,
  GatewayRequestTraffic,
  IstioHostTraffic,
  IstioSubsetTraffic,
  NginxTraffic,
  PluginTraffic,
  ReplicaTraffic,
  Traffic,
} from './traffic.js';

/** The functions that make a split, and their options. */
interface Options {
  readonly 'IstioTraffic.subsets': IstioSubsetTraffic;
  readonly 'IstioTraffic.hosts': IstioHostTraffic;
  readonly 'AlbTraffic.ingress': AlbTraffic;
  readonly 'AlbTraffic.pingPong': AlbPingPongTraffic;
  readonly 'NginxTraffic.ingress': NginxTraffic;
  readonly 'GatewayTraffic.route': GatewayRequestTraffic;
  readonly 'PluginTraffic.services': PluginTraffic;
  readonly 'NoTraffic.replicas': ReplicaTraffic;
}

/** For each option `true`, or why it is refused, in the words of its type. */
type Known<Of> = {
  readonly [Key in keyof Of]-?: Exclude<Of[Key], undefined> extends Refused<infer Why> ? Why : true;
};

const mesh = {
  hosts: true,
  gateways: true,
  gateway: true,
  mesh: true,
  match: true,
  route: true,
  routeName: true,
  otherRoutes: true,
  virtualService: true,
  serviceHosts: true,
} as const;

const ingressOptions = {
  host: true,
  path: true,
  pathType: true,
  annotations: true,
  ingressClassName: true,
  ingress: true,
  tls: true,
  annotationPrefix: true,
} as const;

const twoServices = { stableService: true, canaryService: true } as const;

const takingTurns = 'with ping-pong the Services take turns; name them by pingService and pongService';

const knownOptions: { readonly [Form in keyof Options]: Known<Options[Form]> } = {
  'IstioTraffic.subsets': {
    ...mesh,
    service: true,
    destinationRule: true,
    stableSubset: true,
    canarySubset: true,
    trafficPolicy: true,
  },
  'IstioTraffic.hosts': { ...mesh, ...twoServices, rootService: true },
  'AlbTraffic.ingress': { ...ingressOptions, ...twoServices, stickySeconds: true, rootService: true },
  'AlbTraffic.pingPong': {
    ...ingressOptions,
    stickySeconds: true,
    rootService: true,
    pingService: true,
    pongService: true,
    stableService: takingTurns,
    canaryService: takingTurns,
  },
  'NginxTraffic.ingress': {
    ...ingressOptions,
    ...twoServices,
    canaryByHeader: true,
    canaryIngressAnnotations: true,
  },
  'GatewayTraffic.route': {
    ...twoServices,
    kind: true,
    rules: true,
    hostnames: true,
    gateways: true,
    gateway: true,
    route: true,
  },
  'PluginTraffic.services': { ...twoServices, rootService: true, plugins: true },
  'NoTraffic.replicas': { ...twoServices, service: true },
};

const inHostnames = "give the names in hostnames: ['shop.example.com']";
const inRules = "give them in rules: [{ matches: [{ path: { value: '/cart' } }] }]";

/** Options that other forms have and this one says in another way. */
const saidElsewhere: ReadonlyMap<string, string> = new Map([
  ['GatewayTraffic.route host', inHostnames],
  ['GatewayTraffic.route hosts', inHostnames],
  ['GatewayTraffic.route path', inRules],
  ['GatewayTraffic.route paths', inRules],
]);

/**
 * Programs without types, such as JavaScript and what tsx runs, can give any option.
 * @throws {UnfitProps} for an option that the split does not have, and for a name in the wrong form
 */
export function checkTraffic(traffic: Traffic<RouterKind>): void {
  const form = formOf(traffic);
  const options: Readonly<Record<string, true | string>> = knownOptions[form];
  const given: readonly (readonly [string, unknown])[] = Object.entries(traffic);
  for (const [key, value] of given) {
    if (value === undefined || key === 'router' || key === 'pingPong') continue;
    const why = Object.hasOwn(options, key) ? options[key] : saidElsewhere.get(`${form} ${key}`);
    if (why === true) continue;
    const names = Object.keys(options).filter((name) => options[name] === true);
    refuse(
      why === undefined
        ? `${form} has no option "${key}".${didYouMean(key, names) || ` It has ${names.map((name) => `"${name}"`).join(', ')}.`}`
        : `${form} does not take "${key}": ${why}.`,
    );
  }
  // With Istio, "route" is the fields of a route.
  checkNamed(traffic, form === 'GatewayTraffic.route' ? ['route'] : []);
}

function formOf(traffic: Traffic<RouterKind>): keyof Options {
  switch (traffic.router) {
    case 'istio-subset':
      return 'IstioTraffic.subsets';
    case 'istio-host':
      return 'IstioTraffic.hosts';
    case 'alb':
      return 'pingPong' in traffic ? 'AlbTraffic.pingPong' : 'AlbTraffic.ingress';
    case 'nginx':
      return 'NginxTraffic.ingress';
    case 'gateway':
    case 'gateway-tcp':
      return 'GatewayTraffic.route';
    case 'plugin':
      return 'PluginTraffic.services';
    case 'none':
      return 'NoTraffic.replicas';
  }
}
