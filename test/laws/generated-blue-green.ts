import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../support/seed.js';
import { blueGreenManifests } from '../../src/constructs/manifests/blue-green.js';
import { orderedManifests } from '../../src/constructs/manifests/canary.js';
import { blueGreenProps } from '../support/canary-props.js';
import { objections } from '../support/system.js';

export function generatedBlueGreen(runs: number): void {
  it(
    'a blue-green Rollout that is made of valid props has nothing against it',
    { timeout: 20_000 + runs * 6_000 },
    () => {
      fc.assert(
        fc.property(blueGreenProps, ({ props, namespace }) => {
          expect(objections(orderedManifests(blueGreenManifests('shop', props, { namespace })))).toEqual([]);
        }),
        { numRuns: runs },
      );
    },
  );
}
