import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { load, loadAll } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { newService, objectionsToService } from '../../../src/write/scaffold/new-service.js';
import type { NewService } from '../../../src/write/scaffold/service.js';
import type { Style } from '../../../src/write/scaffold/style.js';
import { folderOf } from '../../support/command.js';
import { project } from '../../support/new-services.js';
import { programCalled } from '../../support/programs.js';

const helm = programCalled('helm');
const kustomize = programCalled('kustomize');

interface Made {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

const service: NewService = {
  name: 'web',
  router: 'istio-host',
  strategy: 'canary',
  image: 'ghcr.io/acme/web:1',
  port: 8080,
  namespace: 'shop',
  hosts: ['web.example.com'],
  scaling: { min: 2, max: 6 },
  extras: ['keda', 'podmonitor', 'servicemonitor', 'secret'],
  environments: ['no', 'staging', 'prod'],
  argocd: { repository: 'https://git.example.com/shop.git', path: 'web' },
};

/** The files of the service, in a folder, and what lint, simulate and drift have against them. */
function written(style: Style) {
  const made = newService(service, { style, project, version: '1.0.0' });
  const folder = folderOf(Object.fromEntries(made.files.map((file) => [file.path, file.text])));
  return { folder, objections: objectionsToService(service, made), files: made.files };
}

/** The objects of an environment, as its Application deploys them. */
const deployed: Readonly<
  Partial<Record<Style, (folder: string, environment: string, namespace: string) => string>>
> = {
  kustomize: (folder, environment) =>
    execFileSync(kustomize ?? '', ['build', path.join(folder, 'web/overlays', environment)], {
      encoding: 'utf8',
    }),
  helm: (folder, environment, namespace) =>
    execFileSync(
      helm ?? '',
      [
        ...['template', 'web', path.join(folder, 'web'), '--namespace', namespace],
        ...['--values', path.join(folder, `web/values-${environment}.yaml`)],
      ],
      { encoding: 'utf8' },
    ),
};

describe.each(['yaml', 'kustomize', 'helm'] as const)(
  'three environments, %s',
  { timeout: 120_000 },
  (style) => {
    it('come from one ApplicationSet, and nothing is found against them', () => {
      const { files, objections } = written(style);
      expect(objections).toEqual([]);
      const sets = files.filter(({ path: file }) => file.startsWith('argocd/'));
      expect(sets.map(({ path: file }) => file)).toEqual(['argocd/web.applicationset.yaml']);
      const set = load(sets[0]?.text ?? '') as Made;
      expect(set.kind).toBe('ApplicationSet');
      expect(set.spec['generators']).toEqual([
        {
          list: {
            elements: [
              { environment: 'no', namespace: 'shop-no' },
              { environment: 'staging', namespace: 'shop-staging' },
              { environment: 'prod', namespace: 'shop' },
            ],
          },
        },
      ]);
      // KEDA owns the replicas.
      const rollout = files.find(({ path: file }) => file.endsWith('rollout.yaml'));
      expect(rollout?.text).not.toMatch(/^ {2}replicas:/m);
    });
  },
);

it.runIf(helm !== undefined && kustomize !== undefined).each(['kustomize', 'helm'] as const)(
  'differ in their hosts and nothing else that %s builds, but the namespace',
  { timeout: 120_000 },
  (style) => {
    const { folder } = written(style);
    const texts = [
      ['no', 'shop-no'],
      ['staging', 'shop-staging'],
      ['prod', 'shop'],
    ].map(([environment = '', namespace = '']) => {
      const text = deployed[style]?.(folder, environment, namespace) ?? '';
      const objects = loadAll(text) as readonly Made[];
      expect(objects.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['Rollout', 'ScaledObject', 'PodMonitor', 'ServiceMonitor']),
      );
      expect(new Set(objects.map(({ metadata }) => metadata.namespace ?? namespace))).toEqual(
        new Set([namespace]),
      );
      const host = environment === 'prod' ? 'web.example.com' : `${environment}.web.example.com`;
      const routed = objects.filter(({ kind }) => kind === 'VirtualService' || kind === 'Gateway');
      expect(routed).toHaveLength(2);
      for (const object of routed) expect(JSON.stringify(object)).toContain(`"${host}"`);
      return JSON.stringify(objects)
        .replaceAll(`"${host}"`, '"HOST"')
        .replaceAll(`"namespace":"${namespace}"`, '"namespace":"NAMESPACE"');
    });
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toBe(texts[0]);
  },
);
