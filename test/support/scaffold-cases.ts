import { routers } from '../../src/cli/new-options.js';
import type { RouterKind } from '../../src/constructs/manifests/steps.js';
import {
  analysisProviders,
  type Extra,
  hasServiceOfNew,
  type NewService,
  strategies,
  usedBy,
} from '../../src/write/scaffold/service.js';
import { styles, type Style } from '../../src/write/scaffold/style.js';

/** Names that YAML reads as something else, and the longest that all styles and routers take, with header routes. */
const names = ['checkout', 'on', 'no', 'w'.repeat(45)] as const;

/** Images in all forms that a registry takes. */
const images = [
  'ghcr.io/acme/checkout:1.2.3',
  'localhost:5000/checkout:1.10',
  'checkout:no',
  `registry.example.com:5000/shop/checkout@sha256:${'a'.repeat(64)}`,
] as const;

/** What a case chooses of each option of `new`. */
const dimensions = {
  style: styles,
  router: routers,
  strategy: strategies,
  analysis: [undefined, ...analysisProviders],
  pods: ['replicas', 'autoscaler', 'one', 'keda'],
  hosts: ['none', 'one', 'tls'],
  header: [true, false],
  health: [true, false],
  notify: [true, false],
  networkPolicy: [true, false],
  name: names,
  namespace: ['shop', 'n', 'w'.repeat(59)],
  image: images,
  monitor: [undefined, 'podmonitor', 'servicemonitor'],
  secret: [true, false],
  environments: [undefined, ['dev', 'off', 'prod'], ['no']],
} as const;

type Case = { readonly [Key in keyof typeof dimensions]: (typeof dimensions)[Key][number] };

/** A service of these choices; undefined where `new` refuses them together. */
function serviceOf(chosen: Case): NewService | undefined {
  const { router, strategy, analysis, pods, hosts, header, environments } = chosen;
  const isUsed = (flag: keyof typeof usedBy): boolean =>
    (usedBy[flag] as readonly RouterKind[]).includes(router);
  if (strategy === 'blue-green' && router === 'istio-subset') return undefined;
  if (environments && hosts === 'tls' && router.startsWith('istio')) return undefined;
  const hasHost = hosts !== 'none' && isUsed('host');
  const extras: readonly Extra[] = [
    ...(pods === 'keda' ? (['keda'] as const) : []),
    ...(chosen.monitor ? [chosen.monitor] : []),
    ...(chosen.secret ? (['secret'] as const) : []),
  ];
  const isScaled = pods === 'autoscaler' || pods === 'keda';
  const service: NewService = {
    name: chosen.name,
    router,
    strategy,
    image: chosen.image,
    port: 8080,
    namespace: chosen.namespace,
    ...(isScaled ? { scaling: { min: 2, max: 8 } } : { replicas: pods === 'one' ? 1 : 4 }),
    ...(chosen.health && { healthPath: '/healthz' }),
    hosts: hasHost ? ['checkout.example.com'] : [],
    ...(hasHost && hosts === 'tls' && isUsed('tls') && { tls: 'checkout-tls' }),
    ...(router === 'gateway' && { gateway: 'infra/public' }),
    ...(header && isUsed('header') && strategy === 'canary' && { header: { name: 'x-beta', value: 'true' } }),
    ...(chosen.notify && { notification: { service: 'slack', recipient: 'shop' } }),
    hasNetworkPolicy: chosen.networkPolicy,
    ...(extras.length > 0 && { extras }),
    ...(environments && { environments }),
    argocd: { repository: 'https://git.example.com/shop.git', path: chosen.name },
  };
  if (analysis === undefined) return service;
  if (analysis !== 'prometheus' && !hasServiceOfNew(service)) return undefined;
  return { ...service, analysis: { provider: analysis } };
}

/** A service to write, and in which style. */
export interface ScaffoldCase {
  readonly style: Style;
  readonly service: NewService;
}

/** How many ways to complete a pair are tried; the one that meets most others is taken. */
const attempts = 40;

/**
 * Services in which each pair of choices is met that `new` takes together. The same seed gives the same services.
 */
export function scaffoldCases(seed = 1): readonly ScaffoldCase[] {
  const keys = Object.keys(dimensions) as (keyof Case)[];
  const random = randomFrom(seed);
  const pairsOf = (chosen: Case): readonly string[] =>
    keys.flatMap((one, index) =>
      keys.slice(index + 1).map((other) => `${one}=${String(chosen[one])} ${other}=${String(chosen[other])}`),
    );
  const completed = (fixed: Partial<Case>): Case =>
    Object.fromEntries(
      keys.map((key) => [key, key in fixed ? fixed[key] : random(dimensions[key] as readonly unknown[])]),
    ) as unknown as Case;
  const met = new Set<string>();
  const cases: ScaffoldCase[] = [];
  for (const pair of allPairs(keys)) {
    if (met.has(pair.text)) continue;
    const candidates = Array.from({ length: attempts }, () => completed(pair.chosen)).filter(
      (one) => serviceOf(one) !== undefined,
    );
    const gains = candidates.map((one) => pairsOf(one).filter((text) => !met.has(text)).length);
    const best = candidates[gains.indexOf(Math.max(...gains))];
    const service = best && serviceOf(best);
    if (!best || !service) continue;
    for (const text of pairsOf(best)) met.add(text);
    cases.push({ style: best.style, service });
  }
  return cases;
}

/** Each two choices of different options. */
function allPairs(
  keys: readonly (keyof Case)[],
): readonly { readonly text: string; readonly chosen: Partial<Case> }[] {
  return keys.flatMap((one, index) =>
    keys.slice(index + 1).flatMap((other) =>
      dimensions[one].flatMap((value) =>
        dimensions[other].map((item) => ({
          text: `${one}=${String(value)} ${other}=${String(item)}`,
          chosen: { [one]: value, [other]: item },
        })),
      ),
    ),
  );
}

/** Chooses from lists by a fixed sequence (https://en.wikipedia.org/wiki/Linear_congruential_generator). */
function randomFrom(seed: number): (choices: readonly unknown[]) => unknown {
  let state = seed;
  return (choices) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return choices[Math.floor((state / 2 ** 32) * choices.length)];
  };
}
