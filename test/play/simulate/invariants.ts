import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../support/seed.js';
import { mergePatch } from '../../../src/kubernetes/objects/merge-patch.js';
import type { KubeObject } from '../../../src/kubernetes/objects/object.js';
import type { Frame, Trace } from '../../../src/play/simulate/trace.js';
import { frameCalled, traceOf } from '../../support/traces.js';
import { istioRollout } from './manifests.js';

const headerRoute = (name: string): string =>
  `- setHeaderRoute:\n    name: ${name}\n    match:\n      - headerName: X\n        headerValue:\n          exact: blue`;
const mirrorRoute = (name: string): string =>
  `- setMirrorRoute:\n    name: ${name}\n    match:\n      - method:\n          exact: GET`;

const step = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((weight) => `- setWeight: ${weight}`),
  fc.constant('- pause: {}'),
  fc.integer({ min: 1, max: 999 }).map((seconds) => `- pause: {duration: ${seconds}}`),
  fc.integer({ min: 0, max: 6 }).map((replicas) => `- setCanaryScale: {replicas: ${replicas}}`),
  fc.integer({ min: 0, max: 100 }).map((weight) => `- setCanaryScale: {weight: ${weight}}`),
  fc.constant('- setCanaryScale: {matchTrafficWeight: true}'),
  fc.constantFrom('h', 'm').map(headerRoute),
  fc.constantFrom('h', 'm').map(mirrorRoute),
  fc.constantFrom('h', 'm').map((name) => `- setHeaderRoute: {name: ${name}}`),
);

const manifests = fc
  .record({
    steps: fc.array(step, { minLength: 1, maxLength: 5 }),
    replicas: fc.integer({ min: 1, max: 7 }),
    isDynamic: fc.boolean(),
  })
  .map(({ steps, replicas, isDynamic }) =>
    istioRollout(steps.join('\n'), isDynamic ? 'dynamicStableScale: true' : '', replicas),
  );

interface Destination {
  readonly destination: { readonly host: string };
  readonly weight?: number;
}

interface VirtualService {
  readonly spec: {
    readonly hosts: unknown;
    readonly http: readonly { readonly name: string; readonly route: readonly Destination[] }[];
  };
}

function virtualServiceIn(frame: Frame): VirtualService {
  return frame.objects.get('networking.istio.io/VirtualService/shop/checkout') as unknown as VirtualService;
}

function primary(frame: Frame): readonly Destination[] {
  return virtualServiceIn(frame).spec.http.find(({ name }) => name === 'primary')?.route ?? [];
}

/** What carries the traffic, as text in which no hash differs from another. */
function traffic(frame: Frame): string {
  const objects = [...frame.objects.values()].filter(
    ({ kind }) => kind !== 'Rollout' && kind !== 'ReplicaSet',
  );
  return JSON.stringify(objects).replaceAll(/\bH\d+\b/g, 'H');
}

/** All laws are checked on the same manifests. */
const known = new Map<string, Trace>();

function traceOnce(text: string): Trace {
  const trace = known.get(text) ?? traceOf(text);
  known.set(text, trace);
  return trace;
}

export function invariants(runs: number): void {
  const holds = (check: (trace: Trace) => void): void => {
    fc.assert(
      fc.property(manifests, (text) => check(traceOnce(text))),
      { numRuns: runs },
    );
  };

  describe('whatever the steps are', () => {
    it('the weights of a route are those of the frame, and 100 together', () => {
      holds(({ frames }) => {
        for (const frame of frames) {
          const [stable, canary] = primary(frame).map(({ weight = 0 }) => weight);
          expect({ id: frame.id, canary, sum: (stable ?? 0) + (canary ?? 0) }).toEqual({
            id: frame.id,
            canary: frame.weight,
            sum: 100,
          });
        }
      });
    });

    it('an update comes to its end, and leaves the traffic as it was but for the hashes', () => {
      holds((trace) => {
        expect(traffic(frameCalled(trace, 'promoted'))).toBe(traffic(frameCalled(trace, 'installed')));
      });
    });

    it('an update taken back leaves the traffic as it was', () => {
      holds((trace) => {
        for (const frame of trace.frames.filter(({ kind }) => kind === 'rolled-back'))
          expect(traffic(frame)).toBe(traffic(frameCalled(trace, 'installed')));
      });
    });

    it('a Rollout that is deleted leaves behind what its author gave, but for the VirtualService', () => {
      holds((trace) => {
        const deleted = trace.frames.filter(({ kind }) => kind === 'deleted');
        expect(deleted.length).toBeGreaterThan(0);
        for (const frame of deleted) {
          const services = [...frame.objects.values()].filter(({ kind }) => kind === 'Service');
          expect(frame.objects.size).toBe(services.length + 1);
          expect(JSON.stringify(services)).not.toMatch(/rollouts/);
          expect(virtualServiceIn(frame)).toEqual(virtualServiceIn(frameCalled(trace, frame.from ?? '')));
        }
      });
    });

    it('frames follow from what is written', () => {
      holds(({ frames }) => {
        for (const frame of frames)
          for (const { after } of frame.writes)
            if (after && after.kind !== 'ReplicaSet')
              expect(isDeepStrictEqual(frame.objects.get(keyIn(frame, after)), after)).toBe(true);
      });
    });

    it('the controller writes the fields that it owns, and no others', () => {
      holds(({ frames: [first, ...others] }) => {
        for (const frame of others.filter(({ kind }) => kind !== 'deleted'))
          for (const [key, object] of frame.objects) {
            const patch = mergePatch(first?.objects.get(key), object);
            if (object.kind === 'Service')
              expect(patch ?? {}).toEqual(
                patch === undefined
                  ? {}
                  : {
                      spec: {
                        selector: {
                          'rollouts-pod-template-hash': expect.stringMatching(/^H[12]$/) as string,
                        },
                      },
                    },
              );
            if (object.kind === 'VirtualService') {
              const { spec, ...rest } = (patch ?? {}) as { spec?: object };
              expect(rest).toEqual({});
              expect(Object.keys(spec ?? {}).filter((name) => name !== 'http')).toEqual([]);
              const managed = virtualServiceIn(frame).spec.http.filter(({ name }) => name !== 'primary');
              expect(managed.map(({ name }) => name).sort()).toEqual(
                frame.routes.map(({ name }) => name).sort(),
              );
            }
          }
      });
    });

    it('each frame has a name of its own, and each branch one to leave from', () => {
      holds(({ frames }) => {
        const ids = frames.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { from } of frames) if (from !== undefined) expect(ids).toContain(from);
      });
    });
  });
}

function keyIn({ objects }: Frame, object: KubeObject): string {
  const found = [...objects].find(
    ([, { kind, metadata }]) => kind === object.kind && metadata.name === object.metadata.name,
  );
  return found?.[0] ?? '';
}
