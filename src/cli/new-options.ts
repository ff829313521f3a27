import path from 'node:path';
import { existsSync } from '../repository/files/disk.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import type { RouterKind } from '../constructs/manifests/steps.js';
import {
  analysisProviders,
  hasServiceOfNew,
  type NewService,
  schemes,
  strategies,
  usedBy,
} from '../write/scaffold/service.js';
import { imageParts } from '../write/scaffold/image.js';
import { type Style, styles } from '../write/scaffold/style.js';
import type { ValuesOf } from './commands.js';
import { UsageError } from './exit.js';
import { list, oneOf } from './options.js';
import { checkLength, readEnvironments, readExtras } from './new-extras.js';
import {
  checked,
  gatewayProblem,
  hostProblem,
  imageProblem,
  labelProblem,
  nameProblem,
  pathProblem,
  prefixProblem,
  readHeader,
  readNotification,
  readPort,
  readReplicas,
  readScaling,
  textProblem,
  urlProblem,
} from './new-values.js';
import type { Surroundings } from './surroundings.js';

/** The parsed options and the name of the service. */
export type GivenOptions = Omit<ValuesOf<'new'>, ChosenKey> &
  Partial<Record<'service' | ChosenKey, string | undefined>>;

/** Options whose answers on a terminal are plain strings until they are checked. */
type ChosenKey = 'style' | 'router' | 'strategy' | 'scheme' | 'analysis';

/** The service to write, and how. */
export interface NewOptions {
  readonly service: NewService;
  readonly style: Style;
  readonly namePrefix: string | undefined;
  /** Absolute. */
  readonly folder: string;
  readonly isDry: boolean;
  readonly isForced: boolean;
  /** Ignored options, and other information for the user. */
  readonly notes: readonly string[];
}

/** The values of `--router`. */
export const routers = [
  'istio-subset',
  'istio-host',
  'alb',
  'nginx',
  'gateway',
  'none',
] as const satisfies RouterKind[];

/** @throws {UsageError} for options that do not describe a service */
export function readNewOptions(values: GivenOptions, { folder: working }: Surroundings): NewOptions {
  const notes: string[] = [];
  const name = checked('The service', values.service, nameProblem);
  const style = oneOf('--style', values.style ?? '', styles);
  const routing = routingOf(values, notes);
  checkLength(name, style, routing);
  const folder = path.resolve(working, values.out ?? '.');
  const argocd = argocdOf(values, ownPath(name, style, folder, working), notes);
  const namePrefix = namePrefixOf(values['name-prefix'], style, notes);
  if (routing.gateway !== undefined) noteAssumedGateway(routing.gateway, values.namespace ?? '', notes);
  const image = checked('--image', values.image, imageProblem);
  noteMovingTag(image, notes);
  const port = readPort(values.port);
  notePrivilegedPort(port, notes);
  const healthPath = values['health-path'];
  const service: NewService = {
    name,
    image,
    port,
    namespace: checked('--namespace', values.namespace, labelProblem),
    ...podOptions(values),
    ...(healthPath !== undefined && { healthPath: checked('--health-path', healthPath, pathProblem) }),
    ...routing,
    ...(values.notify !== undefined && { notification: readNotification(values.notify) }),
    hasNetworkPolicy: values['no-network-policy'] !== true,
    ...more(values, style, routing),
    ...(argocd && { argocd }),
  };
  return {
    service: { ...service, ...readAnalysis(service, values, notes) },
    style,
    namePrefix,
    folder,
    isDry: values['dry-run'] === true,
    isForced: values.force === true,
    notes,
  };
}

/** What a service has where it is asked for. */
function more(
  values: GivenOptions,
  style: Style,
  routing: Routing,
): Pick<NewService, 'extras' | 'environments'> {
  const extras = readExtras(values.with, values.hpa !== undefined);
  const environments = readEnvironments(
    values.environments,
    { ...routing, namespace: values.namespace ?? '' },
    style,
  );
  return { ...(extras.length > 0 && { extras }), ...(environments && { environments }) };
}

type Routing = Pick<NewService, 'router' | 'strategy' | 'hosts' | 'tls' | 'scheme' | 'gateway' | 'header'>;

/**
 * How requests reach the service and how an update splits them. Adds a note for each option that the router ignores.
 */
function routingOf(values: GivenOptions, notes: string[]): Routing {
  const router = oneOf('--router', values.router ?? '', routers);
  const used = <T>(flag: keyof typeof usedBy, value: T | undefined): T | undefined => {
    const kinds: readonly RouterKind[] = usedBy[flag];
    if (value === undefined || kinds.includes(router)) return value;
    notes.push(`--${flag} is ignored: router "${router}" does not use it, only ${kinds.join(', ')}.`);
    return undefined;
  };
  const hosts = used('host', values.host)?.map((host) => checked('--host', host, hostProblem)) ?? [];
  const gateway = used('gateway', values.gateway);
  const strategy = oneOf('--strategy', values.strategy ?? 'canary', strategies);
  if (strategy === 'blue-green' && router === 'istio-subset')
    throw new UsageError(
      'Router "istio-subset" splits traffic between subsets, which a blue-green update does not; use --router istio-host.',
    );
  const header = used('header', values.header);
  if (strategy === 'blue-green' && header !== undefined)
    notes.push('--header is ignored: a blue-green update routes all requests at once.');
  const scheme = used('scheme', values.scheme);
  const tls = usedTls(used('tls', values.tls), list(hosts), router === 'nginx' ? undefined : gateway, notes);
  checkHosts(router, list(hosts), gateway);
  return {
    router,
    strategy,
    hosts,
    ...(tls !== undefined && { tls: checked('--tls', tls, labelProblem) }),
    ...(scheme !== undefined && { scheme: oneOf('--scheme', scheme, schemes) }),
    ...(gateway !== undefined && { gateway: checked('--gateway', gateway, gatewayProblem) }),
    ...(header !== undefined && strategy === 'canary' && { header: readHeader(header) }),
  };
}

function argocdOf(values: GivenOptions, own: string, notes: string[]): NewService['argocd'] {
  const repository = values['argocd-repo'];
  if (repository === undefined) {
    if (values['argocd-path'] !== undefined)
      notes.push('--argocd-path is ignored: no Application is written without --argocd-repo.');
    return undefined;
  }
  const argocd = {
    repository: checked('--argocd-repo', repository, textProblem),
    path: argocdPath(values, own),
  };
  noteStrangePath(argocd.path, own, notes);
  return argocd;
}

function namePrefixOf(prefix: string | undefined, style: Style, notes: string[]): string | undefined {
  if (prefix === undefined) return undefined;
  if (style === 'kustomize') return checked('--name-prefix', prefix, prefixProblem);
  notes.push('--name-prefix is ignored: only --style kustomize uses it.');
  return undefined;
}

function noteAssumedGateway(gateway: string, namespace: string, notes: string[]): void {
  if (!gateway.includes('/'))
    notes.push(
      `Gateway "${gateway}" is assumed to be in namespace "${namespace}". Tell lint with: rolloutkit lint --assume Gateway/${namespace}/${gateway}`,
    );
}

function noteMovingTag(image: string, notes: string[]): void {
  const { tag } = imageParts(image);
  if (!image.includes('@') && (tag === undefined || tag === 'latest'))
    notes.push(
      `Image "${image}" has ${tag === undefined ? 'no tag' : 'tag "latest"'}, so pods of one version may run different images; ${tag === undefined ? 'add a tag' : 'use the tag of a version'}.`,
    );
}

function notePrivilegedPort(port: number, notes: string[]): void {
  if (port < 1024)
    notes.push(
      `The container does not run as root, so it can listen on port ${port} only with containerd 2 or Docker; use a port from 1024 elsewhere.`,
    );
}

function podOptions({ replicas, hpa }: GivenOptions): Pick<NewService, 'replicas' | 'scaling'> {
  if (replicas !== undefined && hpa !== undefined)
    throw new UsageError('--replicas and --hpa cannot be used together.');
  return {
    ...(replicas !== undefined && { replicas: readReplicas(replicas) }),
    ...(hpa !== undefined && { scaling: readScaling(hpa) }),
  };
}

/** A certificate needs hosts, and an existing Gateway has its own certificate. */
function usedTls(
  tls: string | undefined,
  hosts: readonly string[],
  gateway: string | undefined,
  notes: string[],
): string | undefined {
  if (tls === undefined) return undefined;
  if (hosts.length === 0) throw new UsageError(`--tls ${tls} needs --host, such as checkout.example.com.`);
  if (gateway === undefined) return tls;
  notes.push(`--tls is ignored: Gateway "${gateway}" exists and has its own certificate.`);
  return undefined;
}

function readAnalysis(
  service: NewService,
  values: GivenOptions,
  notes: string[],
): Pick<NewService, 'analysis'> {
  const url = values['analysis-url'];
  if (values.analysis === undefined) {
    if (url !== undefined) notes.push('--analysis-url is ignored: there is no analysis without --analysis.');
    return {};
  }
  const provider = oneOf('--analysis', values.analysis, analysisProviders);
  if (provider !== 'prometheus' && url === undefined && !hasServiceOfNew(service))
    throw new UsageError(
      `--analysis ${provider} calls the new version, but with router "${service.router}" no Service selects only that version; add --analysis-url, or use --analysis prometheus.`,
    );
  return {
    analysis: { provider, ...(url !== undefined && { url: checked('--analysis-url', url, urlProblem) }) },
  };
}

function checkHosts(router: RouterKind, hosts: readonly string[], gateway: string | undefined): void {
  if (router === 'gateway' && gateway === undefined)
    throw new UsageError(
      'Router "gateway" needs --gateway, the Gateway that the route attaches to, such as --gateway infra/public.',
    );
  if (gateway !== undefined && router !== 'gateway' && hosts.length === 0)
    throw new UsageError(`--gateway ${gateway} needs --host, such as checkout.example.com.`);
  const twice = hosts.find((host, index) => hosts.indexOf(host) < index);
  if (twice !== undefined) throw new UsageError(`--host is given twice as "${twice}".`);
  if ((router === 'alb' || router === 'nginx') && hosts.length > 1)
    throw new UsageError(
      `--host is given ${hosts.length} times, but router "${router}" takes one host; add rules for other hosts to the Ingress.`,
    );
}

/** The path of the written files relative to the repository's root, which an Application needs. */
function argocdPath(values: GivenOptions, own: string): string {
  const given = values['argocd-path'];
  if (given === undefined) return own;
  const cleaned = given.replaceAll(/^(\.?\/)+|(?<!\/)\/+$/g, '');
  if (/(^|\/)\.\.(\/|$)/.test(cleaned) || /\s/.test(cleaned))
    throw new UsageError(
      `--argocd-path is "${given}"; it must be a folder below the root of the repository.`,
    );
  return cleaned === '' ? '.' : cleaned;
}

function ownPath(name: string, style: Style, folder: string, working: string): string {
  const below = style === 'cdk8s' ? `dist/${name}` : name;
  const inRepository = withSlashes(path.relative(repositoryAround(folder, working), folder));
  return inRepository === '' ? below : `${inRepository}/${below}`;
}

/**
 * The root of the repository that contains a folder, even if the folder does not exist yet. Outside of repositories,
 * the working folder if it contains the folder.
 */
function repositoryAround(folder: string, working: string): string {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at))
    if (existsSync(path.join(at, '.git'))) return at;
  return `${folder}${path.sep}`.startsWith(`${working}${path.sep}`) ? working : folder;
}

function noteStrangePath(given: string, own: string, notes: string[]): void {
  if (given !== own)
    notes.push(
      `The Application deploys ${given}, and the files are written to ${own}; write them to the same folder, or lint cannot tell what deploys them.`,
    );
}
