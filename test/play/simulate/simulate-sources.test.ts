import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/index.js';
import type { Source } from '../../../src/model/source.js';
import { istioRollout } from './manifests.js';

const source = (name: string, text: string): Source => ({ path: `/${name}`, name, read: () => text });
const checkout = source('checkout.yaml', istioRollout('- setWeight: 20\n- pause: {}'));

describe('simulate as a library', () => {
  it('plays the Rollouts of manifests that are given as texts', () => {
    const { traces, problems, unreadable } = simulate([checkout], { branches: false });
    expect([problems, unreadable]).toEqual([[], []]);
    const [trace] = traces;
    expect(trace?.rollout).toEqual({ namespace: 'shop', name: 'checkout', file: 'checkout.yaml' });
    const step = trace?.frames.find(({ id }) => id === 'step-0');
    expect(step?.weight).toBe(20);
    expect(step?.objects.get('networking.istio.io/VirtualService/shop/checkout')).toMatchObject({
      spec: { http: [{ route: [{ weight: 80 }, { weight: 20 }] }] },
    });
    expect(step?.writes.map(({ after }) => after?.kind)).toContain('VirtualService');
  });

  it('plays those that are meant, by the version that is named', () => {
    const other = source(
      'other.yaml',
      istioRollout('- pause: {}').replace('name: checkout\n', 'name: other\n'),
    );
    const { traces } = simulate([checkout, other], {
      only: ({ name }) => name === 'other',
      version: '1.8',
      branches: false,
    });
    expect(traces.map(({ rollout, version }) => [rollout.name, version])).toEqual([['other', '1.8']]);
  });

  it('throws for nothing that a source holds', () => {
    const broken = source(
      'broken.yaml',
      'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: [\n',
    );
    const gone: Source = {
      ...source('gone.yaml', ''),
      read: () => {
        throw new Error('ENOENT');
      },
    };
    const { traces, problems, unreadable } = simulate([broken, gone]);
    expect(traces).toEqual([]);
    expect(problems.map(({ severity }) => severity)).toContain('error');
    expect(unreadable.map(({ source: { name } }) => name)).toEqual(['gone.yaml']);
  });
});
