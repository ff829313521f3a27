import { expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import { lintAgain } from '../../src/lint/lint-again.js';
import rulesHold from '../../src/rules/schema/rules-hold.js';
import delivered from '../../src/rules/argocd/rollouts-delivered.js';
import { typedRule } from '../../src/rules/rule.js';
import type { Source } from '../../src/model/source.js';
import { rolloutText } from '../support/command.js';
import { textSource } from '../support/sources.js';

/** What a Rollout and a Service have in common is a name that no object has, so nothing leads from one to the other. */
const rule = typedRule({
  meta: {
    name: 'test/owners',
    description: '',
    why: 'It is so.',
    consequence: 'lost-traffic',
    severity: 'error',
    messages: { found: 'The owner is the same.' },
    links: [],
  },
  check({ graph, report }) {
    const owned = graph.rollouts.filter((rollout) => rollout.at('metadata', 'labels').exists);
    for (const service of graph.ofKind('Service'))
      for (const rollout of owned)
        report(service.at('spec'), 'found', {}, { related: [{ at: rollout, message: 'here' }] });
  },
});

const service = (name: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: { name: ${name} }\nspec: {}\n`;
const config = (value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: config }\ndata: { service: web, value: ${value} }\n`;

// Fewer of a kind are looked at whatever changes.
const many = Array.from({ length: 30 }, (_, index) => index);
const rollouts = many.map((index) => {
  const text = rolloutText(`r${index}`);
  return textSource(
    `/rollouts/${index}.yaml`,
    index === 29 ? text.replace('\nspec:', '\n  labels: { owner: a }\nspec:') : text,
  );
});
const services = many.map((index) =>
  textSource(`/services/${index}.yaml`, service(index === 0 ? 'web' : `s${index}`)),
);

it('finds again what a judged object has in common with one that no change leads to', () => {
  const before = [...rollouts, ...services, textSource('/config.yaml', config('a'))];
  const after = [...rollouts, ...services, textSource('/config.yaml', config('b'))];
  const options = { isKept: () => true };
  const last = lintAgain(before, [rule], options);
  const { findings } = lintAgain(after, [rule], options, last).result;
  expect(findings).toHaveLength(30);
  expect(findings.map(({ place }) => place)).toEqual(lint(after, [rule]).findings.map(({ place }) => place));
});

it('finds again what rests on the texts of files to which nothing leads', () => {
  const systems = many.flatMap((index) => [
    textSource(`/rollouts-${index}/rollout.yaml`, rolloutText(`r${index}`)),
    textSource(`/deploy-${index}/config.yaml`, config('a').replace('config', `config-${index}`)),
    textSource(`/argocd/${index}.yaml`, applicationText(`app-${index}`, `deploy-${index}`)),
  ]);
  const after = systems.map((source) =>
    source.path === '/deploy-29/config.yaml'
      ? textSource(source.path, `${source.read()}# kind: Rollout\n`)
      : source,
  );
  const options = { isKept: () => true };
  const last = lintAgain(systems, [delivered], options);
  expect(last.result.findings).toHaveLength(1);
  expect(lint(after, [delivered]).findings).toEqual([]);
  expect(lintAgain(after, [delivered], options, last).result.findings).toEqual([]);
});

function applicationText(name: string, folder: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://git.example.com/shop.git, path: ${folder}, targetRevision: HEAD }
  destination: { server: https://kubernetes.default.svc, namespace: shop }
`;
}

const gatewayRollout = rolloutText(
  'routed',
  'trafficRouting: { plugins: { argoproj-labs/gatewayAPI: { httpRoute: elsewhere } } }',
);
const route = (hostname: string): string => `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: lone }
spec:
  hostnames: [${hostname}]
  rules:
    - matches:
        - path: { value: /shop//cart }
`;

it('checks a route because of a Rollout to which nothing leads', () => {
  const others = [...rollouts, textSource('/routed/rollout.yaml', gatewayRollout)];
  const [before, after] = ['a.test', 'b.test'].map((host) => [
    ...others,
    textSource('/edge/route.yaml', route(host)),
  ]) as [Source[], Source[]];
  const options = { isKept: () => true };
  const last = lintAgain(before, [rulesHold], options);
  expect(last.result.findings).toHaveLength(1);
  expect(lintAgain(after, [rulesHold], options, last).result.findings).toHaveLength(1);
});

it('checks all routes again if the only Rollout that uses the Gateway API stops to', () => {
  const routed = (text: string) => [
    ...rollouts,
    textSource('/edge/route.yaml', route('a.test')),
    textSource('/routed/rollout.yaml', text),
  ];
  const before = routed(gatewayRollout);
  const after = [...before.slice(0, -1), ...routed(gatewayRollout.replace('gatewayAPI', 'other')).slice(-1)];
  const options = { isKept: () => true };
  const last = lintAgain(before, [rulesHold], options);
  expect(last.result.findings).toHaveLength(1);
  expect(lint(after, [rulesHold]).findings).toEqual([]);
  expect(lintAgain(after, [rulesHold], options, last).result.findings).toEqual([]);
});
