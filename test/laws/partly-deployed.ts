import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../support/seed.js';
import { canaryManifests, orderedManifests } from '../../src/constructs/manifests/canary.js';
import { ignoreDifferencesFor } from '../../src/constructs/manifests/differences.js';
import { canaryProps } from '../support/canary-props.js';

/** Kinds that a Rollout names, so that the controller stops without them. */
const named = ['Service', 'VirtualService', 'DestinationRule', 'Ingress', 'AnalysisTemplate'];

export function partlyDeployed(runs: number): void {
  describe('an Application that deploys a part of what a canary needs', () => {
    it(
      'ignores of that part what it would ignore of it among all',
      { timeout: 20_000 + runs * 6_000 },
      () => {
        let found = 0;
        fc.assert(
          fc.property(canaryProps, fc.subarray(named, { minLength: 1 }), ({ props, namespace }, kinds) => {
            const isHere = ({ kind }: { readonly kind: string }): boolean => !kinds.includes(kind);
            const all = orderedManifests(canaryManifests('shop', props, { namespace }));
            const wanted = ignoreDifferencesFor(all).filter(isHere);
            found += wanted.length;
            expect(ignoreDifferencesFor(all.filter(isHere))).toEqual(wanted);
          }),
          { numRuns: runs },
        );
        expect(found).toBeGreaterThan(0);
      },
    );
  });
}
