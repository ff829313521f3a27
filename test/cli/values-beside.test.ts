import { expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';

const rollout = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: shop }
spec:
  selector: { matchLabels: { app: shop } }
  strategy: { canary: { canaryService: {{ .Values.canary.service }}, stableService: shop-stable, steps: [{ setWeight: 50 }] } }
  template:
    metadata: { labels: { app: shop } }
    spec: { containers: [{ name: app, image: "nginx:1.27" }] }
`;

const values = (name: string): string => `canary: { service: shop-${name} }\n`;

it.each([
  ['in its folder values', { 'charts/shop/values/prod.yaml': values('prod') }, ['shop-prod']],
  [
    'in its folder values, each on its own',
    { 'charts/shop/values/prod.yaml': values('prod'), 'charts/shop/values/dev.yml': values('dev') },
    ['shop-dev', 'shop-prod'],
  ],
  [
    'in the folder values beside it, named after it',
    { 'charts/values/shop.yaml': values('its') },
    ['shop-its'],
  ],
  [
    'next to it before others',
    { 'charts/shop/values-a.yaml': values('a'), 'charts/shop/values/b.yaml': values('b') },
    ['shop-a'],
  ],
  ['of another chart', { 'charts/values/web.yaml': values('web') }, []],
  ['in the folder of templates', { 'charts/shop/templates/values/a.yaml': values('a') }, []],
])('a chart is read with values that are %s', (_, files, services) => {
  const folder = folderOf({
    'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
    'charts/shop/templates/rollout.yaml': rollout,
    ...files,
  });
  const { stdout } = run(folder, 'lint', '--only', 'rollout/services-exist', '--format', 'json');
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly { readonly message: string }[] };
  const named = findings.flatMap(
    ({ message }) => /^Service "(shop-(?!stable)[^"]+)"/.exec(message)?.[1] ?? [],
  );
  expect(named.sort()).toEqual(services);
});
