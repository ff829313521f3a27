import { describe, expect, it } from 'vitest';
import { effectText } from '../../../src/report/impact-words.js';
import { edited, example, type Files, impactsOf, without } from './stories.js';

const host = example('istio-host/corrected');
const gateway = example('gateway-header-route/corrected');

/** The files with the Rollout under the router of the Gateway API. */
const moved: Files = edited(host, [
  'rollout.yaml',
  `        istio:
          virtualService:
            name: catalog
            routes:
              - primary
`,
  `        plugins:
          argoproj-labs/gatewayAPI:
            httpRoute: catalog
            namespace: bookshop
`,
]);

function httpRoute(hostname: string, services = ['catalog-stable', 'catalog-canary']): Files {
  const backends = services.map(
    (name, index) => `        - { name: ${name}, port: 80, weight: ${index === 0 ? 100 : 0} }\n`,
  );
  return {
    'route.yaml': `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: catalog }
spec:
  parentRefs: [{ name: catalog }]
  hostnames: [${hostname}]
  rules:
    - backendRefs:
${backends.join('')}`,
  };
}

/** What is told of a change as errors and warnings, at rest. */
function told(before: Files, after: Files): readonly string[] {
  return impactsOf(before, after).flatMap((impact) =>
    impact.effects
      .filter(({ severity, when }) => severity !== 'info' && when.includes('rest'))
      .map((effect) => effectText(impact, effect)),
  );
}

const inMesh =
  'VirtualService "catalog" is deleted: callers of Service "catalog" in the mesh reach the pods by the selector of the Service, without the weights of updates.';
const noHost =
  'VirtualService "catalog" is deleted, and no other object that leads to Rollout "catalog" has host "catalog.example.com": requests to it reach Rollout "catalog" no more.';

describe('a Rollout moved to another router', () => {
  const gone = without(moved, 'virtualservice.yaml');

  it('a route that has the host takes the place of the VirtualService', () => {
    expect(told(host, { ...gone, ...httpRoute('catalog.example.com') })).toEqual([inMesh]);
    // It may have been there before.
    const route = httpRoute('"*.example.com"');
    expect(told({ ...host, ...route }, { ...gone, ...route })).toEqual([inMesh]);
  });

  it('without callers in the mesh nothing is lost', () => {
    const outside = edited(
      host,
      ['virtualservice.yaml', '    - catalog\n    - catalog.example.com', '    - catalog.example.com'],
      ['virtualservice.yaml', '    - mesh\n', ''],
    );
    expect(told(outside, { ...gone, ...httpRoute('catalog.example.com') })).toEqual([]);
  });

  it('a host that the new route does not have is named', () => {
    expect(told(host, { ...gone, ...httpRoute('other.example.com') })).toEqual([noHost, inMesh]);
  });

  it('a route to other Services leads nowhere, and stops the next update', () => {
    const [stops, ...rest] = told(host, { ...gone, ...httpRoute('catalog.example.com', ['a', 'b']) });
    expect(stops).toContain('At rest and in started');
    expect(stops).toContain(
      'does not come to its end: failed to set weight via plugin: backendRef was not found',
    );
    expect(rest).toEqual([noHost, inMesh]);
  });

  it('the next update stops without the route', () => {
    const [stops] = told(host, moved);
    expect(stops).toMatch(/^The update does not come to its end: .*httproutes.* "catalog" not found$/);
  });
});

describe('a destination taken out of a route that stays', () => {
  const backend = (name: string, weight: number): string => `        - group: ''
          kind: Service
          name: fares-api-${name}
          port: 80
          weight: ${weight}
`;
  const both = `${backend('stable', 100)}${backend('canary', 0)}`;
  /** The route with another rule before its own. */
  const two = (own: string): Files =>
    edited(gateway, [
      'route.yaml',
      '  rules:\n',
      `  rules:\n    - matches:\n        - path: { type: PathPrefix, value: /v1 }\n${own}`,
    ]);
  const rule = (...backends: readonly string[]): string => `      backendRefs:\n${backends.join('')}`;

  it.each([
    [
      'the canary',
      rule(backend('stable', 100)),
      'rule 1 of HTTPRoute "fares-api" leads to Service "fares-api-canary" no more: all its requests reach Service "fares-api-stable", and none a canary, whatever weight an update sets.',
    ],
    [
      'both',
      '      timeouts: { request: 10s }\n',
      'rule 1 of HTTPRoute "fares-api" leads to Service "fares-api-stable", Service "fares-api-canary" no more, nor to another Service: its requests reach Rollout "fares-api" no more.',
    ],
  ])('%s', (_name, after, text) => {
    expect(told(two(rule(both)), two(after))).toEqual([text]);
  });

  it('the stable Service of a VirtualService', () => {
    const http = (...names: readonly string[]): Files =>
      edited(host, [
        'virtualservice.yaml',
        '    - name: primary\n',
        `    - name: beta\n      match: [{ uri: { prefix: /beta } }]\n      route:\n${names
          .map(
            (name) => `        - { destination: { host: catalog-${name} }, weight: ${100 / names.length} }\n`,
          )
          .join('')}    - name: primary\n`,
      ]);
    expect(told(http('stable', 'canary'), http('canary'))).toEqual([
      'HTTP route "beta" of VirtualService "catalog" leads to Service "catalog-stable" no more: all its requests reach Service "catalog-canary", so each update gets all of them at once.',
    ]);
  });

  it('a rule that redirects needs no Service', () => {
    const redirect = '      filters: [{ type: RequestRedirect, requestRedirect: { scheme: https } }]\n';
    expect(told(two(rule(both)), two(redirect))).toEqual([]);
  });

  it('a removed rule is not taken for the one that has its place', () => {
    expect(told(two(rule(both)), gateway)).toEqual([]);
  });
});

describe('weights that a Rollout writes no more', () => {
  const router = `      trafficRouting:
        istio:
          virtualService:
            name: catalog
            routes:
              - primary
`;
  const left = (keeps: string, advice: string): string =>
    `Rollout "catalog" writes the weights of HTTP route "primary" of VirtualService "catalog" no more, and VirtualService "catalog" stays: requests that come by it keep ${keeps}; ${advice}.`;
  const none = '0 % for Service "catalog-canary", so no update gets any of them before its end';
  const some = 'up to 100 % for Service "catalog-canary", so that share stays there, whatever an update sets';
  const toOne =
    'delete VirtualService "catalog", or lead it to one Service that selects the pods of both versions';
  const beside =
    'delete VirtualService "catalog" once no requests come by it, and until then keep it in trafficRouting beside the new router';

  /** Each sentence on weights, with the moments before it. */
  function weights(before: Files, after: Files): readonly string[] {
    return impactsOf(before, after).flatMap((impact) =>
      impact.effects
        .filter(({ detail }) => detail.kind === 'weights-left')
        .map(
          (effect) =>
            `${effect.when.includes('rest') ? 'rest' : 'update'}: ${effectText(impact, effect).replace(/^.*?: (?=Rollout)/, '')}`,
        ),
    );
  }

  it('stay in the VirtualService', () => {
    const after = edited(host, ['rollout.yaml', router, '']);
    expect(weights(host, after)).toEqual([`rest: ${left(none, toOne)}`, `update: ${left(some, toOne)}`]);
  });

  it('stay in the VirtualService beside another router', () => {
    const after = { ...moved, ...httpRoute('catalog.example.com') };
    expect(weights(host, after)).toEqual([`rest: ${left(none, beside)}`, `update: ${left(some, beside)}`]);
  });

  it('are those of Git where a sync writes them again', () => {
    const [application] = Object.keys(host).filter((name) => name.startsWith('application'));
    const all = edited(
      host,
      ['rollout.yaml', router, ''],
      [application!, 'kind: VirtualService', 'kind: Gateway'],
    );
    expect(weights(host, all)).toEqual([`rest: ${left(none, toOne)}`]);
  });

  it('go with the VirtualService, or with its canary', () => {
    expect(weights(host, without(edited(host, ['rollout.yaml', router, '']), 'virtualservice.yaml'))).toEqual(
      [],
    );
    const alone = edited(
      host,
      ['rollout.yaml', router, ''],
      [
        'virtualservice.yaml',
        '          weight: 100\n        - destination:\n            host: catalog-canary\n          weight: 0\n',
        '',
      ],
    );
    expect(weights(host, alone)).toEqual([]);
  });

  it('are written on by both routers', () => {
    const both = edited(host, [
      'rollout.yaml',
      '      trafficRouting:\n',
      '      trafficRouting:\n        plugins: { argoproj-labs/gatewayAPI: { httpRoute: catalog, namespace: bookshop } }\n',
    ]);
    expect(weights(host, { ...both, ...httpRoute('catalog.example.com') })).toEqual([]);
  });
});
