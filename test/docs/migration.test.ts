import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cdk8s from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { loadAll } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as constructs from '../../src/constructs/index.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/rules/index.js';
import { textSource } from '../support/sources.js';
import { itWhole } from '../support/whole.js';

const text = readFileSync(join(__dirname, '../../docs/migration.md'), 'utf8');
const snippets = new Map(
  [...text.matchAll(/<!-- synth (\S+) -->\n\n```ts\n(.*?)```/gs)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
);

const printed: string[] = [];
beforeEach(() => {
  printed.length = 0;
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => printed.push(String(line)) > 0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function findingsIn(yaml: string): readonly string[] {
  const { findings } = lint([textSource('/pricing/all.yaml', yaml)], rules);
  // The page shortens its containers.
  return findings.map(({ rule }) => rule).filter((rule) => rule !== 'pods/readiness-probed');
}

/** What a snippet of the page synthesizes, beside objects that it refers to. */
function synthesized(name: string, beside = ''): Readonly<Record<string, Record<string, unknown>>> {
  const code = snippets.get(name);
  if (code === undefined) throw new Error(`docs/migration.md has no snippet "${name}".`);
  const app = cdk8s.Testing.app();
  const chart = new cdk8s.Chart(app, 'pricing', { namespace: 'pricing' });
  for (const manifest of loadAll(beside) as cdk8s.ApiObjectProps[])
    new cdk8s.ApiObject(chart, `${manifest.kind}-by-hand`, manifest);
  const known = { ...constructs, kplus, chart };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  new Function(...Object.keys(known), code)(...Object.values(known));
  const yaml = app.synthYaml();
  expect(findingsIn(yaml)).toEqual([]);
  // What the snippet suppresses is there without its annotations.
  expect(
    new Set(findingsIn(yaml.replaceAll(/^ +(annotations:\n +)?suppress\.rolloutkit\/.*\n/gm, ''))),
  ).toEqual(new Set([...code.matchAll(/'(.+)': 'its replicas/g)].map(([, rule]) => rule)));
  expect(printed).toEqual([]);
  return Object.fromEntries(
    (loadAll(yaml) as { kind: string; metadata: { name: string } }[]).map((manifest) => [
      `${manifest.kind} ${manifest.metadata.name}`,
      manifest,
    ]),
  );
}

const rates = `
apiVersion: v1
kind: Service
metadata: { name: rates }
spec:
  selector: { app: rates }
  ports: [{ name: http, port: 80, targetPort: http }]
`;
const gateway = `
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: { name: public }
spec:
  selector: { istio: ingressgateway }
  servers:
    - port: { number: 80, name: http, protocol: HTTP }
      hosts: [rates.example.com]
`;

describe('docs/migration.md', () => {
  it('has snippets, each of which is tried here', () => {
    expect([...snippets.keys()]).toEqual([
      'by-hand',
      'beside-deployment',
      'in-place-of-deployment',
      'beside-v1',
      'rates',
      'config',
    ]);
    expect(text.match(/```ts/g)).toHaveLength(snippets.size);
  });

  it('keeps template, names and steps of what was written by hand', () => {
    const virtualService = `
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: shop }
spec:
  hosts: [checkout-stable]
  http:
    - name: checkout
      route:
        - destination: { host: checkout-stable }
          weight: 100
        - destination: { host: checkout-preview }
          weight: 0
`;
    const made = synthesized('by-hand', virtualService);
    expect(Object.keys(made).sort()).toEqual([
      'Rollout checkout',
      'Service checkout-preview',
      'Service checkout-stable',
      'VirtualService shop',
    ]);
    expect(made['Rollout checkout']?.['spec']).toMatchObject({
      revisionHistoryLimit: 3,
      selector: { matchLabels: { app: 'checkout' } },
      template: { metadata: { labels: { app: 'checkout', tier: 'web' } } },
    });
  });

  itWhole('has the Rollout refer to a Deployment, and then take its place with the same pods', () => {
    const beside = synthesized('beside-deployment');
    const alone = synthesized('in-place-of-deployment');
    const names = Object.keys(beside);
    expect(names).toContain('Deployment web');
    expect(Object.keys(alone).sort()).toEqual(names.filter((name) => name !== 'Deployment web').sort());

    const deployment = beside['Deployment web']?.['spec'] as Record<string, unknown>;
    expect(beside['Rollout web']?.['spec']).toMatchObject({
      replicas: 3,
      workloadRef: { kind: 'Deployment', name: 'web', scaleDown: 'never' },
    });
    expect(alone['Rollout web']?.['spec']).toMatchObject({
      replicas: deployment['replicas'],
      selector: deployment['selector'],
      template: deployment['template'],
    });
    // The suppression is an annotation as long as it lasts.
    expect(alone['Service web']?.['spec']).toEqual(beside['Service web']?.['spec']);
    expect(alone['Ingress web']?.['spec']).toEqual(beside['Ingress web']?.['spec']);
  });

  itWhole('takes two Deployments to one Rollout in steps that keep Service, subsets and hosts', () => {
    const beside = synthesized('beside-v1', rates);
    expect(Object.keys(beside).sort()).toEqual(['Rollout rates', 'Service rates']);
    const labels = { app: 'rates', version: 'v1' };
    expect(beside['Rollout rates']?.['spec']).toMatchObject({ template: { metadata: { labels } } });

    const after = synthesized('rates', gateway);
    const templateOf = (made: typeof after): unknown =>
      (made['Rollout rates']?.['spec'] as Record<string, unknown>)['template'];
    expect(templateOf(after)).toEqual(templateOf(beside));
    expect(after['Service rates']).toEqual(beside['Service rates']);
    expect(after['DestinationRule rates']?.['spec']).toMatchObject({
      subsets: [{ name: 'v1' }, { name: 'v2' }],
    });
  });

  it('names a configuration by its content', () => {
    expect(Object.keys(synthesized('config'))).toContain('ConfigMap greeter-config-849c520685');
  });
});
