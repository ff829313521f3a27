import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { soundValues } from '../../../src/yaml/parse/values.js';
import { run } from '../../support/command.js';
import { Repository } from '../../support/repository.js';
import { kustomize } from './programs.js';
import { kustomizeSystem, type SystemRouter } from './systems.js';

const base = 'checkout/base';
const overlay = 'checkout/production/kustomization.yaml';

interface Built {
  readonly kind: string;
  readonly spec: {
    readonly replicas?: number;
    readonly strategy?: { readonly canary?: { readonly trafficRouting?: object } };
  };
}

/** The pods that the Service of callers selects: with a router, the controller lets it select those of the Rollout alone. */
function servingPods(folder: string, stage: string): number {
  const text = execFileSync(kustomize!, ['build', path.join(folder, 'checkout', stage)], {
    encoding: 'utf8',
  });
  const all = soundValues(text) as readonly Built[];
  const rollout = all.find(({ kind }) => kind === 'Rollout');
  const deployment = all.find(({ kind }) => kind === 'Deployment');
  const pods = (one: Built | undefined): number => (one ? (one.spec.replicas ?? 1) : 0);
  return rollout?.spec.strategy?.canary?.trafficRouting ? pods(rollout) : pods(rollout) + pods(deployment);
}

/** Ways in which an overlay has eight pods of the three of its base. */
const overlays = {
  'an entry of replicas': {
    [overlay]: 'resources:\n  - ../base\nreplicas:\n  - name: checkout\n    count: 8 # measured in June\n',
  },
  'entries of replicas, and a prefix': {
    [overlay]:
      'namePrefix: prod-\nresources:\n  - ../base\nreplicas:\n  # Others.\n  - name: checkout\n    count: 8\n',
  },
  'a file of a patch': {
    [overlay]: 'resources:\n  - ../base\npatches:\n  - path: pods.yaml\n',
    'checkout/production/pods.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: checkout\nspec:\n  replicas: 8 # measured in June\n',
  },
} as const;

/** All objects of the base in one file. */
function inOneFile(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = ['deployment', 'route', 'service'].map((name) => `${base}/${name}.yaml`);
  return {
    ...Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name))),
    [`${base}/all.yaml`]: names.map((name) => files[name]!).join('---\n'),
    [`${base}/kustomization.yaml`]: 'resources:\n  - all.yaml\n',
  };
}

function systemOf(router: SystemRouter, form: string, way: keyof typeof overlays): Record<string, string> {
  const system = kustomizeSystem(router);
  return { ...(form === 'one file' ? inOneFile(system) : system), ...overlays[way] };
}

const cases = [
  { router: 'nginx', form: 'a file each', way: 'an entry of replicas' },
  { router: 'alb', form: 'one file', way: 'an entry of replicas' },
  { router: 'nginx', form: 'one file', way: 'entries of replicas, and a prefix' },
  { router: 'istio-host', form: 'a file each', way: 'a file of a patch' },
] as const;

describe.skipIf(!kustomize)('the pods that serve an overlay', () => {
  it.each(cases)('are never fewer than before: $router, $form, $way', ({ router, form, way }) => {
    const repository = new Repository(systemOf(router, form, way));
    const { folder } = repository;
    const stages = ['base', 'production'];
    const start = stages.map((stage) => servingPods(folder, stage));
    expect(start).toEqual([3, 8]);
    for (let steps = 0; ;) {
      const { code, stdout, stderr } = run(folder, 'migrate', 'checkout', '--commit');
      expect(code, `${stdout}${stderr}`).toBe(0);
      if (stdout.includes('Nothing is left to do.')) break;
      for (const [index, stage] of stages.entries())
        expect(servingPods(folder, stage)).toBeGreaterThanOrEqual(start[index]!);
      expect(++steps).toBeLessThan(6);
    }
    const text = execFileSync(kustomize!, ['build', path.join(folder, 'checkout/production')], {
      encoding: 'utf8',
    });
    const [deployment] = (soundValues(text) as readonly Built[]).filter(({ kind }) => kind === 'Deployment');
    expect(deployment?.spec.replicas).toBe(0);
  });
});
