import { describe, expect, it } from 'vitest';
import type { RolloutsVersion } from '../../../src/kubernetes/objects/version.js';
import { frameCalled, mainLine, objectIn, traceOf } from '../../support/traces.js';
import { istioRollout, rollout, service, virtualService } from './manifests.js';

describe('what the controller rejects', () => {
  it('is one frame with its words', () => {
    const { frames } = traceOf(
      istioRollout('- setWeight: 20').replace('name: checkout-canary', 'name: other'),
    );
    expect(frames.map(({ id, kind, phase, errors }) => ({ id, kind, phase, errors }))).toEqual([
      {
        id: 'invalid',
        kind: 'invalid',
        phase: 'Degraded',
        errors: [
          {
            condition: 'InvalidSpec',
            message:
              'The Rollout "checkout" is invalid: spec.strategy.canary.canaryService: Invalid value: "checkout-canary": service "checkout-canary" not found',
            isTransient: false,
          },
        ],
      },
    ]);
  });

  it('may be in an object that is there', () => {
    const { frames } = traceOf(istioRollout('- setWeight: 20').replace('- name: primary', '- name: main'));
    expect(frames[0]?.errors[0]?.message).toContain(
      "Istio VirtualService has invalid HTTP routes. Error: HTTP Route 'primary' is not found in the defined Virtual Service.",
    );
  });
});

/** The recorder finds that v1.8.5 never settles in either; each of its passes writes another address. */
describe.each([
  [
    'a header route',
    'setHeaderRoute: {name: beta, match: [{headerName: x-canary, headerValue: {exact: "1"}}]}',
  ],
  [
    'an argument',
    "analysis: {args: [{name: a, valueFrom: {fieldRef: {fieldPath: 'metadata.labels[''none'}}}]}",
  ],
])('%s that is rejected with an address', (_, step) => {
  const notesFor = (version: RolloutsVersion): readonly string[] => {
    const { frames, notes } = traceOf(rollout(`canary: {steps: [{${step}}]}`), { version });
    expect(frames.map(({ kind }) => kind)).toEqual(['invalid']);
    return notes;
  };

  it('is written again and again before 1.9', () => {
    expect(notesFor('1.8')).toContain(
      'Before 1.9 this message contains an address in memory, which is another one in each pass, so the controller writes the status again and again.',
    );
    expect(notesFor('1.9').filter((note) => note.includes('address'))).toEqual([]);
  });
});

describe('what the controller cannot read', () => {
  const withMemory = (memory: string) =>
    traceOf(
      rollout('canary: {}').replace(
        'ports:',
        `resources: {requests: {memory: ${memory}}}
          ports:`,
      ),
    ).frames;

  it('is the only thing that is said', () => {
    expect(
      withMemory('100 MB').map(({ kind, errors }) => [kind, errors.map(({ message }) => message)]),
    ).toEqual([
      [
        'invalid',
        [
          'spec.template.spec.containers[0].resources.requests.memory is "100 MB"; the controller cannot read it, because it is not a quantity. It continues without this field, and possibly others; this is not simulated.',
        ],
      ],
    ]);
  });

  it.each(['100M', '1e9', '0.5', '"${MEMORY}"', '"<memory>"'])('is not %s', (memory) => {
    expect(withMemory(memory).map(({ kind }) => kind)).toContain('promoted');
  });
});

describe('what the API server refuses', () => {
  it.each([
    ['replicas: 10', 'replicas: ten', 'spec.replicas is a string; it must be an integer.'],
    [
      'replicas: 10',
      'replicas: ${REPLICAS}',
      'spec.replicas is "${REPLICAS}", a placeholder that is filled in before it is deployed; simulate the result instead.',
    ],
    [
      '- setWeight: 20',
      '- setWeight: {}',
      'spec.strategy.canary.steps[0].setWeight is a map; it must be an integer.',
    ],
    [
      'name: checkout\n',
      'labels: {app: 1}\n  name: checkout\n',
      'metadata.labels.app is an integer; it must be a string.',
    ],
    ['spec:\n', 'specs:\n', 'spec is required.'],
  ])('%s → %s', (right, wrong, message) => {
    const { frames } = traceOf(istioRollout('- setWeight: 20').replace(right, wrong));
    expect(frames.map(({ kind }) => kind)).toEqual(['invalid']);
    expect(frames[0]?.errors.map((error) => error.message)).toContain(
      `Rollout "checkout" is invalid: ${message}`,
    );
  });

  it('is of another object', () => {
    const { frames } = traceOf(istioRollout('- setWeight: 20').replace('weight: 100', 'weight: all'));
    expect(frames[0]?.errors.map(({ message }) => message)).toEqual([
      'VirtualService "checkout" is invalid: spec.http[0].route[0].weight is a string; it must be an integer.',
    ]);
  });

  it('is dropped where its kind does not know it', () => {
    const trace = traceOf(istioRollout('- setWeight: 20\n  setWaight: 30'));
    expect(mainLine(trace)).toContain('step-0: 20, canary 2/2, stable 10/10');
    expect(trace.notes).toContain(
      'Rollout "checkout" has unknown fields, which the API server drops: spec.strategy.canary.steps[0].setWaight.',
    );
  });
});

describe('a DestinationRule that is missing', () => {
  const trace = traceOf(
    rollout(`canary:
      trafficRouting:
        istio:
          virtualService:
            name: checkout
          destinationRule:
            name: checkout
            stableSubsetName: stable
            canarySubsetName: canary
      steps:
        - setWeight: 20`) +
      virtualService
        .replace('host: checkout-stable', 'host: checkout\n            subset: stable')
        .replace('host: checkout-canary', 'host: checkout\n            subset: canary'),
  );

  it('is noticed when the first pods are there, and nothing goes on then', () => {
    expect(trace.frames.map(({ id, weight, errors }) => ({ id, weight, errors }))).toEqual(
      ['installed', 'started'].map((id) => ({
        id,
        weight: undefined,
        errors: [
          {
            condition: undefined,
            message: 'destinationrules.networking.istio.io "checkout" not found',
            isTransient: false,
          },
        ],
      })),
    );
    expect(trace.frames.at(-1)?.stopsFor).toBe('destinationrules.networking.istio.io "checkout" not found');
  });
});

describe('a router that is not simulated', () => {
  it('has no weights', () => {
    const trace = traceOf(
      rollout(`canary:
      stableService: checkout-stable
      canaryService: checkout-canary
      trafficRouting:
        smi: {}
      steps:
        - setWeight: 20`) +
        service('checkout-stable') +
        service('checkout-canary'),
    );
    expect(trace.frames.map(({ weight }) => weight)).toEqual(trace.frames.map(() => undefined));
    expect(trace.notes).toContain(
      'SMI is not simulated: no frame shows the TrafficSplit that the controller creates.',
    );
    expect(mainLine(trace)).toContain('step-0: canary 2/2, stable 10/10');
  });
});

describe('the objects of a router that is not simulated', () => {
  const mapped = (weight: string): ReturnType<typeof traceOf> =>
    traceOf(
      `${rollout(`canary:
      stableService: checkout-stable
      canaryService: checkout-canary
      trafficRouting:
        ambassador: {mappings: [checkout, elsewhere]}
      steps:
        - setWeight: 20`)}${service('checkout-stable')}${service('checkout-canary')}
---
apiVersion: getambassador.io/v3alpha1
kind: Mapping
metadata: {name: checkout, namespace: shop}
spec: {prefix: /, service: checkout-stable${weight}}
`,
    );

  it('are there as far as they are given', () => {
    const trace = mapped('');
    const key = 'getambassador.io/Mapping/shop/checkout';
    expect(trace.frames.every(({ objects }) => objects.has(key))).toBe(true);
    expect(trace.files.get(key)).toBe('/manifests/all.yaml');
    expect(trace.notes.filter((note) => /Mapping/.test(note))).toEqual([
      'Ambassador is not simulated: no frame shows the Mappings that the controller creates and deletes.',
    ]);
  });

  it('are looked at by the controller', () => {
    const [frame] = mapped(', weight: 30').frames;
    expect(frame?.errors.map(({ message }) => message.split(': ').at(-1))).toEqual([
      'Ambassador mapping "checkout" can not define weight',
    ]);
  });
});

describe('what is not done by the controller alone', () => {
  it('is promoted: a step plugin', () => {
    const trace = traceOf(istioRollout('- setWeight: 20\n- plugin: {name: org/step}\n- setWeight: 50'));
    expect(mainLine(trace)).toContain('step-1: 20, canary 2/2, stable 10/10');
    expect(mainLine(trace)).toContain('step-2: 50, canary 5/5, stable 10/10');
    expect(trace.notes).toContain('Step plugins are not simulated: the Rollout is promoted past them.');
  });

  it('is promoted: a Rollout that is paused from the beginning', () => {
    const trace = traceOf(
      istioRollout('- setWeight: 20').replace('replicas: 10', 'replicas: 10\n  paused: true'),
    );
    expect(mainLine(trace)[0]).toBe('installed: 0, canary 0/0, stable 10/10');
    expect(trace.notes).toContain(
      '"paused: true" prevents even the first pods from starting, so the simulation promotes the Rollout first.',
    );
  });
});

describe('a namespace that nobody wrote', () => {
  it('is nowhere to be seen', () => {
    const trace = traceOf(istioRollout('- setWeight: 20').replaceAll('  namespace: shop\n', ''));
    expect(trace.rollout).toMatchObject({ namespace: undefined, name: 'checkout' });
    const objects = trace.frames.flatMap((frame) => [...frame.objects.values()]);
    expect(new Set(objects.map(({ metadata }) => metadata.namespace))).toEqual(new Set([undefined]));
    expect([...frameCalled(trace, 'step-0').objects.keys()]).toContain('/Service//checkout-stable');
    expect(JSON.stringify(objects)).not.toContain('"generation"');
  });
});

describe('an autoscaler', () => {
  it('says how many pods there are', () => {
    const trace = traceOf(`${istioRollout('- setWeight: 50').replace('  replicas: 10\n', '')}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
  namespace: shop
spec:
  minReplicas: 4
  maxReplicas: 8
  scaleTargetRef:
    apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    name: checkout
`);
    expect(mainLine(trace)[0]).toBe('installed: 0, canary 0/0, stable 4/4');
    expect(trace.notes).toContain(
      'HorizontalPodAutoscaler "checkout" scales the Rollout; it is simulated with 4 replicas.',
    );
  });

  it('is not needed for one pod', () => {
    const trace = traceOf(istioRollout('- setWeight: 50').replace('  replicas: 10\n', ''));
    expect(mainLine(trace)[0]).toBe('installed: 0, canary 0/0, stable 1/1');
    const rolloutObject = frameCalled(trace, 'installed').objects.get('argoproj.io/Rollout/shop/checkout');
    expect(rolloutObject).toMatchObject({ spec: { replicas: 1 } });
  });
});

describe('an Ingress of ALB without annotations', () => {
  const trace = traceOf(`${rollout(`canary:
      stableService: checkout-stable
      canaryService: checkout-canary
      trafficRouting:
        managedRoutes:
          - name: h
        alb:
          ingress: checkout
          servicePort: 80
      steps:
        - setWeight: 20
        - pause: {}`)}
${service('checkout-stable')}
${service('checkout-canary')}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: checkout
  namespace: shop
spec:
  ingressClassName: alb
  rules:
    - http:
        paths:
          - path: /*
            pathType: ImplementationSpecific
            backend:
              service:
                name: checkout-stable
                port:
                  name: use-annotation
`);

  it('has what kubectl apply writes, for without any the controller panics', () => {
    expect(trace.frames.flatMap(({ errors }) => errors)).toEqual([]);
    expect(mainLine(trace).at(-1)).toBe('scaled-down: 0, canary 0/0, stable 10/10');
    expect(trace.notes.join(' ')).toContain('Ingress "checkout" has no annotations in its file');
  });

  it('shows of it what the controller writes alone', () => {
    const main = trace.frames.filter(({ from }) => from === undefined);
    const shown = main.map((frame) => {
      const { metadata } = objectIn(frame, 'networking.k8s.io/Ingress/shop/checkout') as {
        metadata: { annotations?: Record<string, string> };
      };
      return Object.keys(metadata.annotations ?? {}).sort();
    });
    expect(shown.length).toBeGreaterThan(0);
    const written = [
      'alb.ingress.kubernetes.io/actions.checkout-stable',
      'rollouts.argoproj.io/managed-alb-annotations',
    ];
    for (const keys of shown) expect(keys).toEqual(written);
  });
});
