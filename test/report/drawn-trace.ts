import { objectKey } from '../../src/kubernetes/objects/cluster.js';
import type { KubeObject } from '../../src/kubernetes/objects/object.js';
import type { Frame, Trace } from '../../src/play/simulate/trace.js';

const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web-stable', namespace: 'shop' },
  spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
} as KubeObject;

const rollout = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Rollout',
  metadata: { name: 'web', namespace: 'shop' },
};

function virtualService(weight: number, routes: readonly string[]): KubeObject {
  const destination = (host: string, share: number): unknown => ({ destination: { host }, weight: share });
  return {
    apiVersion: 'networking.istio.io/v1',
    kind: 'VirtualService',
    metadata: { name: 'web', namespace: 'mesh' },
    spec: {
      hosts: ['web.example.com'],
      http: [
        ...routes.map((name) => ({ name, route: [destination('web-canary', 100)] })),
        {
          name: 'primary',
          route: [destination('web-stable', 100 - weight), destination('web-canary', weight)],
        },
      ],
    },
  } as KubeObject;
}

type Drawn = Pick<Frame, 'id' | 'kind' | 'title'> & Partial<Frame>;

function frame(weight: number, canary: number, routes: readonly string[], drawn: Drawn): Frame {
  const objects = [rollout, service, virtualService(weight, routes)];
  return {
    step: undefined,
    from: undefined,
    event: undefined,
    at: undefined,
    weight,
    replicas: {
      stable: { desired: 10, available: 10 },
      canary: { desired: canary, available: canary },
      others: { desired: 0, available: 0 },
    },
    routes: routes.map((name) => ({ name, kind: name.startsWith('mirror') ? 'mirror' : 'header' })),
    objects: new Map(objects.map((object) => [objectKey(object), object])),
    writes: [],
    phase: 'Progressing',
    message: undefined,
    errors: [],
    isSettled: true,
    rewrites: [],
    ...drawn,
  };
}

const headers = ['header-test'];
const both = ['mirror-all', 'header-test'];

/** A trace drawn by hand: what a page shows is tested without what a simulation says. */
export const drawnTrace: Trace = {
  rollout: { namespace: 'shop', name: 'web' },
  version: '1.9',
  files: new Map(),
  metrics: [],
  assumptions: { readyAfter: 10, measure: 60, showsAfter: 0 },
  notes: ['An update is a change of the pod template.'],
  frames: [
    frame(0, 0, [], { id: 'installed', kind: 'installed', title: 'installed', phase: 'Healthy' }),
    frame(0, 0, [], { id: 'started', kind: 'started', title: 'update started', event: 'a new pod template' }),
    frame(0, 1, headers, { id: 'step-1', kind: 'step', title: 'setHeaderRoute: header-test', step: 1 }),
    frame(0, 0, [], {
      id: 'step-1-aborted',
      kind: 'aborted',
      title: 'aborted at steps[1]',
      from: 'step-1',
      phase: 'Degraded',
      message: 'RolloutAborted: Rollout aborted update to revision 2',
    }),
    frame(0, 1, [], {
      id: 'step-1-canary-lost',
      kind: 'canary-lost',
      title: 'no canary pods',
      from: 'step-1',
    }),
    frame(0, 1, [], {
      id: 'step-1-recovered',
      kind: 'recovered',
      title: 'canary pods are back',
      from: 'step-1-canary-lost',
    }),
    frame(20, 2, both, { id: 'step-2', kind: 'step', title: 'setWeight: 20', step: 2 }),
    frame(20, 2, both, {
      id: 'step-3',
      kind: 'step',
      title: 'pause: indefinitely',
      step: 3,
      phase: 'Paused',
    }),
    frame(80, 8, both, {
      id: 'step-4',
      kind: 'step',
      title: 'setWeight: 80',
      step: 4,
      errors: [{ condition: undefined, message: 'destinationrules "web" not found', isTransient: false }],
    }),
    frame(0, 0, [], { id: 'promoted', kind: 'promoted', title: 'promoted', phase: 'Healthy' }),
  ],
};
