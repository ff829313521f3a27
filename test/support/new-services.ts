import fc from 'fast-check';
import { routers } from '../../src/cli/new-options.js';
import type { RouterKind } from '../../src/constructs/manifests/steps.js';
import { newService, objectionsToService } from '../../src/write/scaffold/new-service.js';
import {
  analysisProviders,
  hasServiceOfNew,
  type NewService,
  schemes,
  strategies,
  usedBy,
} from '../../src/write/scaffold/service.js';

const { constantFrom, option, record } = fc;

/** Something, or nothing. */
const maybe = <T>(...values: readonly T[]): fc.Arbitrary<T | undefined> =>
  option(constantFrom(...values), { nil: undefined });

/** A service as somebody asks `new` for it. */
export const newServices: fc.Arbitrary<NewService> = record({
  router: constantFrom(...routers),
  strategy: constantFrom(...strategies),
  name: constantFrom('checkout', 'a', 'cart-v2', 'x'.repeat(30)),
  image: constantFrom(
    'checkout:1',
    'ghcr.io/acme/checkout:1.2.3',
    'registry.example.com:5000/shop/checkout@sha256:' + 'a'.repeat(64),
  ),
  port: constantFrom(80, 8080, 65_535),
  namespace: constantFrom('shop', 'shop-2'),
  replicas: maybe(1, 6),
  scaling: maybe({ min: 2, max: 6 }),
  healthPath: maybe('/healthz', '/'),
  hosts: constantFrom<readonly string[]>(
    [],
    ['checkout.example.com'],
    ['checkout.example.com', 'www.example.com'],
  ),
  tls: maybe('shop-tls'),
  scheme: maybe(...schemes),
  gateway: constantFrom('infra/public', 'istio-system/edge'),
  hasGateway: fc.boolean(),
  header: maybe({ name: 'x-beta', value: 'true' }, { name: 'X-Team', value: 'shop' }),
  analysis: maybe(...analysisProviders.map((provider) => ({ provider }))),
  notification: maybe({ service: 'slack', recipient: 'shop' }),
  hasNetworkPolicy: fc.boolean(),
  argocd: constantFrom(
    { repository: 'https://git.example.com/shop.git', path: 'checkout' },
    { repository: 'git@git.example.com:acme/shop.git', path: 'apps/checkout' },
  ),
}).map(asServed);

/** What the options of a service may be together, as the command line lets them. */
function asServed({
  router,
  strategy,
  replicas,
  scaling,
  healthPath,
  tls,
  scheme,
  gateway,
  hasGateway,
  header,
  hosts,
  analysis,
  notification,
  ...service
}: {
  readonly [Key in Exclude<keyof NewService, 'extras' | 'environments'>]: NewService[Key];
} & { readonly hasGateway: boolean; readonly hosts: readonly string[] }): NewService {
  const isUsed = (flag: keyof typeof usedBy): boolean =>
    (usedBy[flag] as readonly RouterKind[]).includes(router);
  // One host is what an Ingress is made for; a Gateway of the Gateway API has to be there.
  const all = isUsed('host') ? hosts.slice(0, isUsed('gateway') ? undefined : 1) : [];
  const isGiven = router === 'gateway' || (isUsed('gateway') && hasGateway && all.length > 0);
  const made: NewService = {
    ...service,
    router,
    strategy: router === 'istio-subset' ? 'canary' : (strategy ?? 'canary'),
    hosts: all,
    ...(scaling ? { scaling } : replicas !== undefined && { replicas }),
    ...(healthPath !== undefined && { healthPath }),
    ...(isUsed('tls') && tls !== undefined && all.length > 0 && !isGiven && { tls }),
    ...(isUsed('scheme') && scheme && { scheme }),
    ...(isGiven && gateway !== undefined && { gateway }),
    ...(notification && { notification }),
  };
  return {
    ...made,
    ...(header && isUsed('header') && made.strategy === 'canary' && { header }),
    ...(analysis && (analysis.provider === 'prometheus' || hasServiceOfNew(made)) && { analysis }),
  };
}

export const project = { isModule: true, usesJest: false, has: undefined };

/** What lint, simulate and drift have against a service as `new` writes it. */
export function objectionsToNew(service: NewService): readonly string[] {
  return objectionsToService(service, newService(service, { style: 'yaml', project, version: '1.0.0' }));
}
