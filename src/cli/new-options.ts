import { existsSync } from 'node:fs';
import path from 'node:path';
import { withSlashes } from '../files/ignore-files.js';
import type { RouterKind } from '../manifests/steps.js';
import { type HeaderChoice, type NewService, usedBy } from '../scaffold/service.js';
import { type Style, styles } from '../scaffold/style.js';
import type { ValuesOf } from './commands.js';
import { UsageError } from './exit.js';
import { list, oneOf } from './options.js';
import type { Surroundings } from './surroundings.js';

/** The values of the options, and the service. */
type Given = Omit<ValuesOf<'new'>, 'style' | 'router'> &
  Partial<Record<'service' | 'style' | 'router', string | undefined>>;

/** What a new service is to be, and how it is to be written. */
export interface NewOptions {
  readonly service: NewService;
  readonly style: Style;
  readonly namePrefix: string | undefined;
  /** Absolute. */
  readonly folder: string;
  readonly isDry: boolean;
  readonly isForced: boolean;
  /** What was said and is of no use here. */
  readonly notes: readonly string[];
}

/** What `--router` takes. */
export const routers = [
  'istio-subset',
  'istio-host',
  'alb',
  'nginx',
  'gateway',
  'none',
] as const satisfies RouterKind[];

/** What has no default. */
export const requiredOptions = [
  {
    key: 'service',
    flag: '<service>',
    question: 'Name of the service?',
    example: 'checkout',
    check: nameProblem,
  },
  {
    key: 'style',
    flag: '--style',
    question: `Form of the files: ${styles.join(', ')}?`,
    example: 'yaml',
    check: (answer: string) => choiceProblem(answer, styles),
  },
  {
    key: 'router',
    flag: '--router',
    question: `Traffic router: ${routers.join(', ')}?`,
    example: 'istio-subset',
    check: (answer: string) => choiceProblem(answer, routers),
  },
  {
    key: 'image',
    flag: '--image',
    question: 'Container image?',
    example: 'ghcr.io/acme/checkout:1.0.0',
    check: imageProblem,
  },
  {
    key: 'namespace',
    flag: '--namespace',
    question: 'Namespace?',
    example: 'shop',
    check: labelProblem,
  },
] as const;

/** @throws {UsageError} for what no service can be made of */
export function readNewOptions(values: Given, { folder: working }: Surroundings): NewOptions {
  const name = checked('The service', values.service, nameProblem);
  const style = oneOf('--style', values.style ?? '', styles);
  const router = oneOf('--router', values.router ?? '', routers);
  const notes: string[] = [];
  /** An option that means something to this router; otherwise it is noted and left out. */
  const used = <T>(flag: keyof typeof usedBy, value: T | undefined): T | undefined => {
    const kinds: readonly RouterKind[] = usedBy[flag];
    if (value === undefined || kinds.includes(router)) return value;
    notes.push(`--${flag} is ignored: router "${router}" does not use it, only ${kinds.join(', ')}.`);
    return undefined;
  };
  const hosts = used('host', values.host)?.map((host) => checked('--host', host, hostProblem)) ?? [];
  const gateway = used('gateway', values.gateway);
  const header = used('header', values.header);
  checkHosts(router, list(hosts), gateway);
  const folder = path.resolve(working, values.out ?? '.');
  const own = ownPath(name, style, folder, working);
  const repository = values['argocd-repo'];
  if (repository === undefined && values['argocd-path'] !== undefined)
    notes.push('--argocd-path is ignored: no Application is written without --argocd-repo.');
  const argocd =
    repository === undefined
      ? undefined
      : {
          repository: checked('--argocd-repo', repository, textProblem),
          path: argocdPath(values, own),
        };
  if (argocd) noteStrangePath(argocd.path, own, notes);
  const namePrefix = values['name-prefix'];
  if (namePrefix !== undefined && style !== 'kustomize')
    notes.push('--name-prefix is ignored: only --style kustomize uses it.');
  if (gateway !== undefined && !gateway.includes('/'))
    notes.push(
      `Gateway "${gateway}" is assumed to be in namespace "${values.namespace ?? ''}". Tell lint with: rolloutkit lint --assume Gateway/${values.namespace ?? ''}/${gateway}`,
    );
  return {
    service: {
      name,
      router,
      image: checked('--image', values.image, imageProblem),
      port: readPort(values.port),
      namespace: checked('--namespace', values.namespace, labelProblem),
      hosts,
      ...(gateway !== undefined && { gateway: checked('--gateway', gateway, gatewayProblem) }),
      ...(header !== undefined && { header: readHeader(header) }),
      ...(argocd && { argocd }),
    },
    style,
    namePrefix:
      namePrefix === undefined || style !== 'kustomize'
        ? undefined
        : checked('--name-prefix', namePrefix, prefixProblem),
    folder,
    isDry: values['dry-run'] === true,
    isForced: values.force === true,
    notes,
  };
}

function checked(
  what: string,
  value: string | undefined,
  problem: (value: string) => string | undefined,
): string {
  const found = value ?? '';
  const wrong = problem(found);
  if (wrong !== undefined) throw new UsageError(`${what} is "${found}"; ${wrong}`);
  return found;
}

/** A Service's name begins with a letter: https://kubernetes.io/docs/concepts/services-networking/service/ */
function nameProblem(text: string): string | undefined {
  return /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)
    ? undefined
    : 'it must have at most 63 lowercase letters, digits and hyphens, start with a letter and not end with a hyphen.';
}

function labelProblem(text: string): string | undefined {
  return /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)
    ? undefined
    : 'it must have at most 63 lowercase letters, digits and hyphens, and not start or end with a hyphen.';
}

function prefixProblem(text: string): string | undefined {
  return /^[a-z][-a-z0-9]{0,30}$/.test(text)
    ? undefined
    : 'it must have lowercase letters, digits and hyphens, and start with a letter, such as "staging-".';
}

function hostProblem(text: string): string | undefined {
  return /^(\*\.)?([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\.)*[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text)
    ? undefined
    : 'it must be a lowercase host name, such as checkout.example.com or *.example.com.';
}

function gatewayProblem(text: string): string | undefined {
  return /^([a-z0-9][-a-z0-9]*\/)?[a-z0-9][-.a-z0-9]*$/.test(text)
    ? undefined
    : 'it must be an Istio Gateway as namespace/name, such as istio-system/public.';
}

/** https://pkg.go.dev/github.com/distribution/reference */
function imageProblem(text: string): string | undefined {
  return /^[a-z0-9][-._a-z0-9]*(:\d+)?(\/[a-z0-9][-._a-z0-9]*)*(:[\w][-.\w]{0,127})?(@sha256:[0-9a-f]{64})?$/i.test(
    text,
  )
    ? undefined
    : 'it must be the name of an image, such as ghcr.io/acme/checkout:1.0.0.';
}

function textProblem(text: string): string | undefined {
  return /^\S+$/.test(text) ? undefined : 'it must be the URL of a repository.';
}

function choiceProblem(answer: string, choices: readonly string[]): string | undefined {
  return choices.includes(answer) ? undefined : `It must be one of ${choices.join(', ')}.`;
}

function readPort(text = '8080'): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new UsageError(`--port is "${text}"; it must be a number from 1 to 65535.`);
  return port;
}

/** A header as `name=value`; https://www.rfc-editor.org/rfc/rfc9110#name-tokens says what a name has. */
function readHeader(text: string): HeaderChoice {
  const [, name, value] = /^([-!#$%&'*+.^_`|~0-9A-Za-z]+)=(\S+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`--header is "${text}"; it must be a name and a value, such as x-beta=true.`);
  return { name, value };
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

/** Where Argo CD finds what is written: the same place, seen from the root of the repository. */
function argocdPath(values: Given, own: string): string {
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

/** The root of the repository that a folder is or will be in; without one, the working folder if it is above. */
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
