import { type AnalysisStep, analysisByName, analysisTemplates, backgroundByName } from './analysis.js';
import { checkCount, checkName, checkRollout, checkSteps } from './check-values.js';
import { checkTraffic } from './traffic-props.js';
import { gatewayPlugin } from '../../rollouts/routers/gateway-api/plugin.js';
import { gatewayObjects } from './gateway-routes.js';
import { albObjects, nginxObjects } from './ingresses.js';
import { hostObjects, subsetObjects } from './istio.js';
import {
  defined,
  isMade,
  isPlainObject,
  type Manifest,
  type ManifestContext,
  type Named,
  nameOrDefault,
  type Raw,
  refuse,
} from './manifest.js';
import type { ServicesByRole } from './called-service.js';
import { plainIngresses } from './plain-ingresses.js';
import { plainRoutes } from './plain-routes.js';
import type { PodFacts } from './pods.js';
import type { CanaryProps, CanaryTuning } from './props.js';
import { type Attached, factsOf, rolloutManifest, type Surroundings, surroundings } from './rollout.js';
import {
  type CanaryServices,
  otherServices,
  service,
  type ServicePort,
  servicePorts,
  type ServiceRole,
} from './services.js';
import type { AnyStep, RouterKind } from './steps.js';
import { isWithoutService, type Traffic } from './traffic.js';

/** The objects of a canary; undefined for existing ones and for those that its router does not need. */
export interface CanaryManifests extends Surroundings {
  readonly rollout: Manifest;
  /** The only Service if subsets or pods split the traffic. */
  readonly stableService: Manifest | undefined;
  readonly canaryService: Manifest | undefined;
  readonly rootService: Manifest | undefined;
  /** One of two Services that take turns. */
  readonly pingService: Manifest | undefined;
  /** The other one. */
  readonly pongService: Manifest | undefined;
  /** More Services of all pods. */
  readonly otherServices: readonly Manifest[];
  /** Those that the router does not split. */
  readonly ingresses: readonly Manifest[];
  /** Ways of Istio and of the Gateway API that the router does not split. */
  readonly plainRoutes: readonly Manifest[];
  readonly virtualService: Manifest | undefined;
  readonly destinationRule: Manifest | undefined;
  readonly gateway: Manifest | undefined;
  readonly ingress: Manifest | undefined;
  /** A route of the Gateway API. */
  readonly route: Manifest | undefined;
  readonly analysisTemplates: readonly Manifest[];
  /** The header and mirror routes that the controller manages, in the order in which they are tried. */
  readonly managedRoutes: readonly string[];
}

/**
 * A Rollout with a canary, and all objects that its traffic needs, each named once.
 * @param name - the name of the Rollout, unless the props have another
 * @throws {UnfitProps} for invalid props
 */
export function canaryManifests<K extends RouterKind>(
  name: string,
  props: CanaryProps<K>,
  context: ManifestContext = {},
  attached: Attached = {},
): CanaryManifests {
  return canary(props.metadata?.name ?? name, props, context, attached);
}

function canary(
  name: string,
  props: CanaryProps,
  context: ManifestContext,
  attached: Attached,
): CanaryManifests {
  const { traffic, steps: written = [], canary: tuning = {} } = props;
  const steps = written as readonly AnyStep[];
  checkName(name, 'The Rollout');
  checkTraffic(traffic);
  checkRollout(props);
  // Not part of the type for other routers.
  const most = tuning.maxTrafficWeight as number | undefined;
  checkSteps(steps, most);
  checkCount(tuning.analysis?.startingStep, 'canary.analysis.startingStep');
  const facts = factsOf(name, props);
  const managedRoutes = props.managedRoutes ?? managedRoutesOf(steps);
  const hasManagedRoutes = managedRoutes.length > 0;
  const routed = routedBy(
    name,
    traffic,
    facts,
    { ports: props.ports, services: props.services, hasManagedRoutes },
    context,
  );
  const { objects } = routed;
  const others = servicesBeside(props, facts, routed, context);
  const analyses = [tuning.analysis, ...steps.map(({ analysis }) => analysis)];
  if ('pingPong' in traffic) checkArguments(analyses);
  const { analysis, maxTrafficWeight, ...tuned }: CanaryTuning = tuning;
  const strategy = {
    canary: defined({
      ...routed.services,
      trafficRouting: routed.routing && {
        ...(managedRoutes.length > 0 && { managedRoutes: managedRoutes.map((route) => ({ name: route })) }),
        ...(maxTrafficWeight !== undefined && { maxTrafficWeight }),
        ...routed.routing,
      },
      ...keptStable(traffic, tuning),
      ...tuned,
      analysis: analysis && backgroundByName(name, analysis, steps),
      steps: steps.length > 0 ? steps.map((step) => stepManifest(name, step)) : undefined,
    }),
  };
  return {
    rollout: rolloutManifest(name, props, { ...attached, facts, strategy }, context),
    ...objects,
    otherServices: others,
    ...waysBeside(props, objects, others, context),
    ...surroundings(name, props, facts, { traffic, analyses }, context),
    analysisTemplates: analysisTemplates(name, context, analyses),
    managedRoutes,
  };
}

/**
 * @throws {UnfitProps} for an argument whose value is a field that a Rollout with Services that take turns does not have
 */
function checkArguments(analyses: readonly (AnalysisStep | undefined)[]): void {
  for (const { name, valueFrom } of analyses.flatMap((analysis) => analysis?.args ?? [])) {
    const from = valueFrom?.['fieldRef'];
    const field = isPlainObject(from) ? from['fieldPath'] : undefined;
    if (field === 'spec.strategy.canary.canaryService' || field === 'spec.strategy.canary.stableService')
      refuse(
        `Argument "${name}" of an analysis is ${field}, which is not set with ping-pong, because its Services take turns; use the pod hashes {{args.canary-hash}} and {{args.stable-hash}}.`,
      );
  }
}

/** A step in the form of the Rollout. */
function stepManifest(rollout: string, step: AnyStep): Raw {
  return step.analysis ? { ...step, analysis: analysisByName(rollout, step.analysis) } : { ...step };
}

/**
 * Routes are matched in the order of their declaration. A mirror route sends its requests to the stable version, so a header
 * route after it would never match them.
 */
function managedRoutesOf(steps: readonly AnyStep[]): readonly string[] {
  const names = (key: 'setHeaderRoute' | 'setMirrorRoute'): readonly string[] =>
    steps.flatMap((step) => step[key]?.name ?? []);
  return [...new Set([...names('setHeaderRoute'), ...names('setMirrorRoute')])];
}

/** Without a router the last stable pod would be removed while new ones start, so a Service of the stable version would have none. */
function keptStable(traffic: Traffic<RouterKind>, { maxSurge }: CanaryTuning): Raw {
  const isNeeded = traffic.router === 'none' && traffic.stableService !== undefined && maxSurge === undefined;
  return isNeeded ? { maxUnavailable: 0 } : {};
}

/** Without a router: one Service for all pods, and those of the versions that are asked for. */
function replicaServices(
  name: string,
  { service: all, stableService, canaryService }: Traffic<'none'>,
  made: MadeService,
): Routed {
  const names = [
    ...(all === false ? [] : [nameOrDefault(all, name)]),
    ...[stableService, canaryService].flatMap((one) => (one === undefined ? [] : [nameOrDefault(one, '')])),
  ];
  const twice = names.find((one, index) => names.indexOf(one) < index);
  if (twice !== undefined) refuse(`Two Services are named "${twice}"; use different names.`);
  const ofAll = all === false ? undefined : made(stableService === undefined ? 'stable' : 'root', all, name);
  const of = (role: CanaryRole, named: Named | undefined): Manifest | undefined =>
    named === undefined ? undefined : made(role, named, '');
  return {
    objects: {
      ...noObjects,
      ...(stableService === undefined
        ? { stableService: ofAll }
        : { stableService: of('stable', stableService), rootService: ofAll }),
      canaryService: of('canary', canaryService),
    },
    services: defined({
      stableService: stableService && nameOrDefault(stableService, ''),
      canaryService: canaryService && nameOrDefault(canaryService, ''),
    }),
  };
}

type CanaryRole = Extract<ServiceRole, keyof CanaryServices>;

/** The Service of a role, undefined for an existing one. */
type MadeService = (role: CanaryRole, named: Named | undefined, byDefault: string) => Manifest | undefined;

/** More Services of all pods, with other names than those that the router splits between. */
function servicesBeside(
  { otherServices: given = [], ports, services: options }: CanaryProps,
  facts: PodFacts,
  { objects }: Routed,
  context: ManifestContext,
): readonly Manifest[] {
  if (given.length === 0) return [];
  const taken = Object.values(objects).flatMap((one) => (one?.kind === 'Service' ? [one.metadata.name] : []));
  const all = { ...options, ports: given.every((one) => one.ports) ? [] : servicePorts(ports, facts) };
  return otherServices(context, given, facts.selector, all, taken);
}

/** Ways to the Services that the router does not split, to those first that callers know. */
function waysBeside(
  props: CanaryProps,
  routed: RoutedObjects,
  others: readonly Manifest[],
  context: ManifestContext,
): Pick<CanaryManifests, 'ingresses' | 'plainRoutes'> {
  const { rootService, stableService, canaryService, pingService, pongService, ingress } = routed;
  const byRole: ServicesByRole = [
    ['root', rootService],
    ['stable', stableService],
    ['canary', canaryService],
    ['ping', pingService],
    ['pong', pongService],
    ...others.map((one) => ['other', one] as const),
  ];
  const { gateway, virtualService, destinationRule, route } = routed;
  return {
    ingresses: plainIngresses(props.ingresses ?? [], byRole, context, ingress),
    plainRoutes: plainRoutes(props, byRole, context, [gateway, virtualService, destinationRule, route]),
  };
}

type RoutedObjects = Pick<
  CanaryManifests,
  | 'stableService'
  | 'canaryService'
  | 'rootService'
  | 'pingService'
  | 'pongService'
  | 'virtualService'
  | 'destinationRule'
  | 'gateway'
  | 'ingress'
  | 'route'
>;

/** The objects of a router, and its settings in the Rollout. */
interface Routed {
  readonly objects: RoutedObjects;
  /** `stableService` and `canaryService` of the Rollout, or `pingPong`. */
  readonly services?: Raw;
  /** `trafficRouting`, without the fields that depend on steps. */
  readonly routing?: Raw;
}

/** Other inputs for a router's objects. */
interface RouterInputs {
  readonly ports: readonly ServicePort[] | undefined;
  readonly services: CanaryServices | undefined;
  readonly hasManagedRoutes: boolean;
}

const noObjects: RoutedObjects = {
  stableService: undefined,
  canaryService: undefined,
  rootService: undefined,
  pingService: undefined,
  pongService: undefined,
  virtualService: undefined,
  destinationRule: undefined,
  gateway: undefined,
  ingress: undefined,
  route: undefined,
};

function routedBy(
  name: string,
  traffic: Traffic<RouterKind>,
  facts: PodFacts,
  { ports: given, services: options, hasManagedRoutes }: RouterInputs,
  context: ManifestContext,
): Routed {
  if (isWithoutService(traffic)) return { objects: noObjects };
  const ports = servicePorts(given, facts);
  const made: MadeService = (role, named, byDefault) => {
    if (!isMade(named)) return undefined;
    checkName(nameOrDefault(named, byDefault), 'A Service');
    const own = options?.[role];
    return service(context, nameOrDefault(named, byDefault), facts.selector, { ...options, ports }, own);
  };
  switch (traffic.router) {
    case 'none':
      return replicaServices(name, traffic, made);
    case 'istio-subset': {
      const { istio, ...others } = subsetObjects(name, traffic, context, {
        service: nameOrDefault(traffic.service, name),
        selector: facts.selector,
        ports,
        hasManagedRoutes,
      });
      const stableService = made('stable', traffic.service, name);
      return { objects: { ...noObjects, ...others, stableService }, routing: { istio } };
    }
    default: {
      const names = serviceNames(name, traffic);
      const { routing, ...others } = twoServiceObjects(name, traffic, context, {
        ...names,
        ports,
        hasManagedRoutes,
      });
      return {
        objects: { ...noObjects, ...services(traffic, names, made), ...others },
        services: isPingPong(traffic)
          ? { pingPong: { pingService: names.stable, pongService: names.canary } }
          : { stableService: names.stable, canaryService: names.canary },
        routing,
      };
    }
  }
}

/** The objects of a router that splits between two Services, without the Services. */
function twoServiceObjects(
  name: string,
  traffic: TwoServices,
  context: ManifestContext,
  given: ServiceNames & { readonly ports: readonly ServicePort[]; readonly hasManagedRoutes: boolean },
): Partial<RoutedObjects> & { readonly routing: Raw } {
  switch (traffic.router) {
    case 'istio-host': {
      const { istio, ...others } = hostObjects(name, traffic, context, given);
      return { ...others, routing: { istio } };
    }
    case 'alb':
      return albObjects(name, traffic, context, given);
    case 'nginx':
      return nginxObjects(name, traffic, context, given);
    case 'gateway':
    case 'gateway-tcp':
      return gatewayObjects(name, traffic, context, given);
    case 'plugin':
      return { routing: { plugins: pluginsOf(traffic) } };
  }
}

/** @throws {UnfitProps} without a plugin, and for the one that has a form of its own */
function pluginsOf({ plugins }: Traffic<'plugin'>): Raw {
  if (Object.keys(plugins).length === 0)
    refuse('"plugins" is empty, so nothing splits the traffic; name a plugin, or use NoTraffic.replicas.');
  if (Object.hasOwn(plugins, gatewayPlugin))
    refuse(`Plugin "${gatewayPlugin}" splits a route that is made here; use GatewayTraffic.route.`);
  return plugins;
}

type TwoServices = Traffic<'istio-host' | 'alb' | 'nginx' | 'gateway' | 'gateway-tcp' | 'plugin'>;

interface ServiceNames {
  /** The ping Service where the two take turns. */
  readonly stable: string;
  /** The pong Service where the two take turns. */
  readonly canary: string;
  readonly root: string | undefined;
}

function serviceNames(name: string, traffic: TwoServices): ServiceNames {
  const [one, other] = splitBetween(traffic);
  const turns = isPingPong(traffic);
  const rootService = turns ? (rootOf(traffic) ?? name) : rootOf(traffic);
  const stable = nameOrDefault(one, turns ? `${name}-ping` : name);
  const canary = nameOrDefault(other, `${name}-${turns ? 'pong' : 'canary'}`);
  const root = rootService === undefined ? undefined : nameOrDefault(rootService, name);
  const names = [stable, canary, ...(root === undefined ? [] : [root])];
  const twice = names.find((one, index) => names.indexOf(one) < index);
  if (twice !== undefined)
    refuse(
      `Two Services are named "${twice}"; the ${turns ? 'ping, pong' : 'stable, canary'} and root Service must be different.`,
    );
  return { stable, canary, root };
}

function services(
  traffic: TwoServices,
  { stable, canary, root }: ServiceNames,
  made: MadeService,
): Partial<RoutedObjects> {
  const [one, other] = splitBetween(traffic);
  return {
    ...(isPingPong(traffic)
      ? { pingService: made('ping', one, stable), pongService: made('pong', other, canary) }
      : { stableService: made('stable', one, stable), canaryService: made('canary', other, canary) }),
    rootService: root === undefined ? undefined : made('root', rootOf(traffic), root),
  };
}

/** The two Services between which requests are split, as they are given. */
function splitBetween(traffic: TwoServices): readonly [Named | undefined, Named | undefined] {
  return isPingPong(traffic)
    ? [traffic.pingService, traffic.pongService]
    : [traffic.stableService, traffic.canaryService];
}

function isPingPong(traffic: TwoServices): traffic is Extract<TwoServices, { readonly pingPong: true }> {
  return 'pingPong' in traffic;
}

function rootOf(traffic: TwoServices): Named | undefined {
  return 'rootService' in traffic ? traffic.rootService : undefined;
}

/** All objects in reading order: referenced objects come first. */
export function orderedManifests(manifests: object): readonly Manifest[] {
  const order = [
    'serviceAccount',
    'configMaps',
    'analysisTemplates',
    'stableService',
    'activeService',
    'canaryService',
    'previewService',
    'rootService',
    'pingService',
    'pongService',
    'otherServices',
    'gateway',
    'virtualService',
    'destinationRule',
    'ingress',
    'ingresses',
    'plainRoutes',
    'route',
    'rollout',
    'autoscaler',
    'scaledObject',
    'disruptionBudget',
    'networkPolicy',
    'serviceMonitor',
    'podMonitor',
  ];
  const fields = manifests as Readonly<Record<string, Manifest | readonly Manifest[] | undefined>>;
  return order.flatMap((key) => fields[key] ?? []);
}
