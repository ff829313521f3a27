import { routers } from '../../src/cli/new-options.js';
import type { RouterKind } from '../../src/constructs/manifests/steps.js';
import {
  analysisProviders,
  hasServiceOfNew,
  type NewService,
  strategies,
  usedBy,
} from '../../src/write/scaffold/service.js';
import { styles, type Style } from '../../src/write/scaffold/style.js';

/** What a case chooses of each option of `new`. */
const dimensions = {
  style: styles,
  router: routers,
  strategy: strategies,
  analysis: [undefined, ...analysisProviders],
  pods: ['replicas', 'autoscaler', 'one'],
  hosts: ['none', 'one', 'tls'],
  header: [true, false],
  health: [true, false],
  notify: [true, false],
  networkPolicy: [true, false],
} as const;

type Case = { readonly [Key in keyof typeof dimensions]: (typeof dimensions)[Key][number] };

/** A service of these choices; undefined where `new` refuses them together. */
function serviceOf(chosen: Case): NewService | undefined {
  const { router, strategy, analysis, pods, hosts, header, health, notify, networkPolicy } = chosen;
  const isUsed = (flag: keyof typeof usedBy): boolean =>
    (usedBy[flag] as readonly RouterKind[]).includes(router);
  if (strategy === 'blue-green' && router === 'istio-subset') return undefined;
  const hasHost = hosts !== 'none' && isUsed('host');
  const service: NewService = {
    name: 'checkout',
    router,
    strategy,
    image: 'ghcr.io/acme/checkout:1.2.3',
    port: 8080,
    namespace: 'shop',
    ...(pods === 'autoscaler' ? { scaling: { min: 2, max: 8 } } : { replicas: pods === 'one' ? 1 : 4 }),
    ...(health && { healthPath: '/healthz' }),
    hosts: hasHost ? ['checkout.example.com'] : [],
    ...(hasHost && hosts === 'tls' && isUsed('tls') && { tls: 'checkout-tls' }),
    ...(router === 'gateway' && { gateway: 'infra/public' }),
    ...(header && isUsed('header') && strategy === 'canary' && { header: { name: 'x-beta', value: 'true' } }),
    ...(notify && { notification: { service: 'slack', recipient: 'shop' } }),
    hasNetworkPolicy: networkPolicy,
    argocd: { repository: 'https://git.example.com/shop.git', path: 'checkout' },
  };
  if (analysis === undefined) return service;
  if (analysis !== 'prometheus' && !hasServiceOfNew(service)) return undefined;
  return { ...service, analysis: { provider: analysis } };
}

/** A service to write, and in which style. */
interface ScaffoldCase {
  readonly style: Style;
  readonly service: NewService;
}

/**
 * Services in which each pair of choices is met that `new` takes together. The first choices go through all styles,
 * routers and strategies; the others are what meets most pairs that are left.
 */
export function scaffoldCases(): readonly ScaffoldCase[] {
  const keys = Object.keys(dimensions) as (keyof Case)[];
  const met = new Set<string>();
  const pairsOf = (chosen: Case): readonly string[] =>
    keys.flatMap((one, index) =>
      keys.slice(index + 1).map((other) => `${one}=${chosen[one]} ${other}=${chosen[other]}`),
    );
  const cases: ScaffoldCase[] = [];
  const candidates = allOf(keys);
  for (;;) {
    let best: Case | undefined;
    let most = 0;
    for (const candidate of candidates) {
      const gain = pairsOf(candidate).filter((pair) => !met.has(pair)).length;
      if (gain > most) [best, most] = [candidate, gain];
    }
    const service = best && serviceOf(best);
    if (!best || !service) return cases;
    for (const pair of pairsOf(best)) met.add(pair);
    cases.push({ style: best.style, service });
  }
}

/** All choices that `new` takes together, thinned out by a fixed pattern: each pair stays in many. */
function allOf(keys: readonly (keyof Case)[]): readonly Case[] {
  let partial: readonly Partial<Case>[] = [{}];
  for (const key of keys)
    partial = partial.flatMap((one) => dimensions[key].map((value) => ({ ...one, [key]: value })));
  return (partial as readonly Case[]).filter((one, index) => index % 7 === 0 && serviceOf(one) !== undefined);
}
