import fc from 'fast-check';
import { routers } from '../../src/cli/new-options.js';
import type { RouterKind } from '../../src/manifests/steps.js';
import { newService, objectionsToService } from '../../src/scaffold/new-service.js';
import { usedBy, type NewService } from '../../src/scaffold/service.js';

const { constantFrom, option, record } = fc;

/** A service as somebody asks `new` for it. */
export const newServices: fc.Arbitrary<NewService> = record({
  router: constantFrom(...routers),
  name: constantFrom('checkout', 'a', 'cart-v2', 'x'.repeat(30)),
  image: constantFrom(
    'checkout:1',
    'ghcr.io/acme/checkout:1.2.3',
    'registry.example.com:5000/shop/checkout@sha256:' + 'a'.repeat(64),
  ),
  port: constantFrom(80, 8080, 65_535),
  namespace: constantFrom('shop', 'shop-2'),
  hosts: constantFrom<readonly string[]>(
    [],
    ['checkout.example.com'],
    ['checkout.example.com', 'www.example.com'],
  ),
  gateway: constantFrom('infra/public', 'istio-system/edge'),
  hasGateway: fc.boolean(),
  header: option(constantFrom({ name: 'x-beta', value: 'true' }, { name: 'X-Team', value: 'shop' }), {
    nil: undefined,
  }),
  argocd: constantFrom(
    { repository: 'https://git.example.com/shop.git', path: 'checkout' },
    { repository: 'git@git.example.com:acme/shop.git', path: 'apps/checkout' },
  ),
}).map(({ gateway, hasGateway, header, hosts, ...service }) => {
  const isUsed = (flag: keyof typeof usedBy): boolean =>
    (usedBy[flag] as readonly RouterKind[]).includes(service.router);
  // One host is what an Ingress is made for; a Gateway of the Gateway API has to be there.
  const all = isUsed('host') ? hosts.slice(0, isUsed('gateway') ? undefined : 1) : [];
  return {
    ...service,
    hosts: all,
    ...(service.router === 'gateway' || (isUsed('gateway') && hasGateway && all.length > 0)
      ? { gateway }
      : {}),
    ...(header && isUsed('header') ? { header } : {}),
  };
});

const project = { isModule: true, usesJest: false, has: undefined };

/** What lint, simulate and drift have against a service as `new` writes it. */
export function objectionsToNew(service: NewService): readonly string[] {
  return objectionsToService(service, newService(service, { style: 'yaml', project, version: '1.0.0' }));
}
