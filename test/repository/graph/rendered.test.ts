import { describe, expect, it } from 'vitest';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { textSource } from '../../support/sources.js';

const rollout = (name: string, service: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: ${name}
spec:
  strategy:
    canary:
      stableService: ${service}
`;
const service = (name: string): string => `---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
`;

/** No Rollout owns it, as it would a Service beside it. */
const template = `---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: gone
`;

/** What two overlays render to, each with a prefix; only one of them has what the other refers to. */
const sources = [
  textSource(
    '/overlays/dev/all.yaml',
    `${rollout('dev-web', 'gone')}${service('dev-web')}${service('dev-b')}`,
  ),
  textSource(
    '/overlays/prod/all.yaml',
    `${rollout('prod-web', 'prod-web')}${service('prod-web')}${template}`,
  ),
];

const gone = { group: 'argoproj.io', kind: 'AnalysisTemplate', name: 'gone' };

/** For each Rollout, whether the template is absent that one of them has. */
function absent(options: Parameters<typeof readGraph>[1]): readonly boolean[] {
  const { graph } = readGraph(sources, options);
  return graph.rollouts.map((resource) => {
    const from = resource.at('spec', 'strategy', 'canary', 'stableService');
    return graph.isAbsent({ from, to: gone });
  });
}

describe('what was rendered with a prefix', () => {
  it('is a copy of what was rendered with another one, if it is written under one name', () => {
    const asWritten = ({ kind, name }: { kind: string; name: string }) => ({
      kind,
      name: name.replace(/^(dev|prod)-/, ''),
    });
    expect(absent({ graph: { asWritten } })).toEqual([true, false]);
  });

  it('would be another application otherwise', () => {
    expect(absent({})).toEqual([false, false]);
  });
});

describe('what is assumed to be there', () => {
  const asWritten = ({ kind }: { kind: string }) => ({ kind, name: 'web' });
  const assume = (namespace?: string) => [{ ...gone, namespace }];

  it('is not absent, in whatever namespace', () => {
    expect(absent({ graph: { asWritten, assumed: assume() } })).toEqual([false, false]);
    expect(absent({ graph: { asWritten, assumed: assume('shop') } })).toEqual([false, false]);
  });

  it('is of that kind and name', () => {
    const others = [
      { ...gone, name: 'other' },
      { ...gone, kind: 'Service' },
    ];
    expect(absent({ graph: { asWritten, assumed: others } })).toEqual([true, false]);
  });

  it('is told of what is asked for', () => {
    const { graph } = readGraph(sources, { graph: { asWritten } });
    expect(graph.absent).toEqual([]);
    const [resource] = graph.rollouts;
    const from = resource?.at('spec', 'strategy', 'canary', 'stableService');
    if (from) graph.isAbsent({ from, to: gone });
    expect(graph.absent).toEqual([{ ...gone, namespace: undefined }]);
  });
});
