import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../support/seed.js';
import { canaryManifests, orderedManifests } from '../../src/constructs/manifests/canary.js';
import { canaryProps } from '../support/canary-props.js';
import { objections } from '../support/system.js';

export function generatedCanaries(runs: number): void {
  describe('a canary that is made of valid props', () => {
    it(
      'has nothing against it, in no file and at no moment of an update',
      { timeout: 20_000 + runs * 6_000 },
      () => {
        let routed = 0;
        fc.assert(
          fc.property(canaryProps, ({ props, namespace }) => {
            if (props.traffic.router !== 'none') routed += 1;
            expect(objections(orderedManifests(canaryManifests('shop', props, { namespace })))).toEqual([]);
          }),
          { numRuns: runs },
        );
        expect(routed).toBeGreaterThan(runs / 2);
      },
    );
  });
}
