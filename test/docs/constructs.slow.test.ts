import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as cdk8s from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as constructs from '../../src/constructs/index.js';
import { objections } from '../support/system.js';

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each<[string, Readonly<Record<string, readonly string[]>>]>([
  [
    'canary-rollout.md',
    {
      checkout: ['DestinationRule', 'Rollout', 'Service', 'VirtualService'],
      gateway: ['HTTPRoute', 'Rollout', 'Service', 'Service'],
      'ping-pong': ['Ingress', 'Rollout', 'Service', 'Service', 'Service'],
      preview: ['Rollout', 'Service', 'Service', 'VirtualService'],
      'from-deployment': ['DestinationRule', 'Rollout', 'Service', 'VirtualService'],
      configuration: ['ConfigMap', 'ConfigMap', 'DestinationRule', 'Rollout', 'Service', 'VirtualService'],
      access: ['Ingress', 'NetworkPolicy', 'PodMonitor', 'Rollout', 'Service', 'Service', 'ServiceAccount'],
      analyses: [
        'AnalysisTemplate',
        'AnalysisTemplate',
        'HorizontalPodAutoscaler',
        'Ingress',
        'Rollout',
        'Service',
        'Service',
      ],
      'own-metrics': ['AnalysisTemplate', 'Ingress', 'Rollout', 'Service', 'Service'],
    },
  ],
  [
    'blue-green-rollout.md',
    {
      'blue-green': ['Rollout', 'Service', 'Service'],
      'ways-in': ['Gateway', 'Gateway', 'Rollout', 'Service', 'Service', 'VirtualService', 'VirtualService'],
    },
  ],
])('docs/constructs/%s', (page, expected) => {
  const text = readFileSync(join(__dirname, '../../docs/constructs', page), 'utf8');
  const snippets = [...text.matchAll(/<!-- synth (\S+) -->\n\n```ts\n(.*?)```/gs)];

  it('has snippets, each of which is tried here', () => {
    expect(snippets.map(([, name]) => name)).toEqual(Object.keys(expected));
    expect(text.match(/```ts\n(?!import )/g)).toHaveLength(snippets.length);
  });

  it('begins with imports of what there is', () => {
    const [, names = ''] =
      /```ts\nimport [^\n]*\nimport \{ (.*?) \} from 'rolloutkit\/constructs';/.exec(text) ?? [];
    expect(names.split(', ').filter((name) => !(name in constructs))).toEqual([]);
  });

  it.each(snippets.map(([, name = '', code = '']) => [name, code]))(
    '%s has nothing against it',
    (name, code) => {
      const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const chart = new cdk8s.Chart(cdk8s.Testing.app(), 'shop', { namespace: 'shop' });
      const known = { ...constructs, kplus, chart };
      // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
      new Function(...Object.keys(known), code)(...Object.values(known));
      const objects = cdk8s.Testing.synth(chart) as readonly { kind: string }[];

      expect(print).not.toHaveBeenCalled();
      expect(objects.map(({ kind }) => kind).sort()).toEqual(expected[name]);
      expect(objections(objects)).toEqual([]);
    },
  );
});
