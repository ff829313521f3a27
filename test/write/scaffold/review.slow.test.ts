import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load, loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { routers } from '../../../src/cli/new-options.js';
import { newService } from '../../../src/write/scaffold/new-service.js';
import type { NewService } from '../../../src/write/scaffold/service.js';
import { type Style, styles } from '../../../src/write/scaffold/style.js';
import { folderOf } from '../../support/command.js';
import { project } from '../../support/new-services.js';
import { programCalled } from '../../support/programs.js';
import { type Made, points, type Reviewed, unmetPoints } from '../../support/review-points.js';

const helm = programCalled('helm');
const kustomize = programCalled('kustomize');

/** A service with all that a review asks for and `new` can write. */
function serviceOf(router: (typeof routers)[number]): NewService {
  return {
    name: 'web',
    router,
    strategy: 'canary',
    image: 'ghcr.io/acme/web:1.2.3',
    port: 8080,
    namespace: 'shop',
    healthPath: '/healthz',
    hosts: router === 'none' ? [] : ['web.example.com'],
    scaling: { min: 3, max: 9 },
    ...(router !== 'none' && { header: { name: 'x-beta', value: 'true' } }),
    ...(router === 'gateway' && { gateway: 'infra/public' }),
    analysis: { provider: 'prometheus' },
    notification: { service: 'slack', recipient: 'shop' },
    extras: ['secret', 'podmonitor'],
    environments: ['dev', 'staging', 'prod'],
    argocd: { repository: 'https://git.example.com/shop.git', path: 'web' },
  };
}

/** What a review of the production environment looks at. */
function reviewed(service: NewService, style: Style): Reviewed {
  const { files, deployments } = newService(service, { style, project, version: '1.0.0' });
  const folder = folderOf(Object.fromEntries(files.map((file) => [file.path, file.text])));
  const read = (text: string): readonly Made[] =>
    (loadAll(text) as (Made | null)[]).filter((one) => one !== null);
  const built = (program: string | undefined, ...args: string[]): readonly Made[] =>
    read(execFileSync(program ?? '', args, { encoding: 'utf8' }));
  const deployedTo = (at: string): readonly Made[] =>
    (deployments.at(-1)?.files ?? []).flatMap(({ path: file, text }) =>
      file.startsWith(at) ? read(text) : [],
    );
  const deployers = deployedTo('argocd/');
  const others = { deployers, namespace: service.namespace };
  const chart = path.join(folder, 'web');
  switch (style) {
    case 'yaml':
      return { ...others, objects: deployedTo('web/prod/'), isRepeated: true };
    case 'kustomize':
      return { ...others, objects: built(kustomize, 'build', path.join(folder, 'web/overlays/prod')) };
    case 'helm':
      return {
        ...others,
        objects: built(helm, 'template', 'web', chart, '--values', path.join(chart, 'values-prod.yaml')),
        otherRelease: built(helm, 'template', 'blue', chart),
        values: {
          values: load(readFileSync(path.join(chart, 'values.yaml'), 'utf8')),
          schema: JSON.parse(readFileSync(path.join(chart, 'values.schema.json'), 'utf8')) as unknown,
        },
      };
    case 'cdk8s':
      return { ...others, objects: deployedTo('web-prod/') };
  }
}

/** What a style does not give: plain files repeat themselves. */
const unmet: Readonly<Record<Style, readonly number[]>> = {
  yaml: [40],
  kustomize: [],
  helm: [],
  cdk8s: [],
};

describe('the points of a review', () => {
  it('are those of the page', () => {
    const page = readFileSync(path.join(__dirname, '../../../docs/review.md'), 'utf8');
    const [asked = ''] = page.split('## What `new` writes of it');
    const numbers = [...asked.matchAll(/^\| (\d+) /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(Object.keys(points).map(Number));
    expect(numbers).toHaveLength(40);
  });

  it
    .runIf(helm !== undefined && kustomize !== undefined)
    .each(styles.flatMap((style) => routers.map((router) => [style, router] as const)))(
    'are met by %s with %s',
    { timeout: 60_000 },
    (style, router) => {
      expect(unmetPoints(reviewed(serviceOf(router), style))).toEqual(unmet[style]);
    },
  );

  it('are not met by a Rollout with nothing but an image', () => {
    const labels = { app: 'web' };
    const spec = { containers: [{ name: 'web', image: 'web' }] };
    const rollout = {
      kind: 'Rollout',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: labels },
        strategy: { canary: { steps: [{ setWeight: 50 }] } },
        template: { metadata: { labels }, spec },
      },
    };
    // It asks nothing of the node, has no selector that changes, is no canary of an ALB or of a header, and no chart.
    const unmetByIt = Object.keys(points)
      .map(Number)
      .filter((number) => ![15, 25, 27, 30, 31, 35].includes(number));
    expect(unmetPoints({ objects: [rollout], deployers: [], namespace: 'default' })).toEqual(unmetByIt);
  });
});
