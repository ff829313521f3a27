import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../support/seed.js';
import type {
  ApplicationMetadata,
  ApplicationSyncPolicy,
} from '../../src/constructs/manifests/application.js';
import { canaryManifests, orderedManifests } from '../../src/constructs/manifests/canary.js';
import { canaryPropsOf } from '../support/canary-props.js';
import { objections } from '../support/system.js';

const automated = fc.constantFrom<ApplicationSyncPolicy['automated']>(
  undefined,
  { prune: true },
  { prune: true, selfHeal: true },
);
const syncOptions = fc.subarray([
  'CreateNamespace=true',
  'ServerSideApply=true',
  'ApplyOutOfSyncOnly=true',
  'PruneLast=true',
]);
const compareOptions = fc.constantFrom(undefined, 'ServerSideDiff=true', 'ServerSideDiff=false');

// Each of a host of its own: the mesh cannot serve two that claim the same one.
const canaries = fc
  .tuple(canaryPropsOf('shop.example.com'), fc.option(canaryPropsOf('store.example.com')))
  .map((both) => both.filter((canary) => canary !== null));

export function generatedApplications(runs: number): void {
  describe('an Application that is made of valid options', () => {
    it(
      'has nothing against it, whatever it syncs and compares by',
      { timeout: 20_000 + runs * 20_000 },
      () => {
        fc.assert(
          fc.property(
            canaries,
            automated,
            syncOptions,
            compareOptions,
            (canaries, automated, syncOptions, compareOptions) => {
              const objects = canaries.flatMap(({ props }, index) => {
                const namespace = `shop-${index}`;
                return orderedManifests(canaryManifests('shop', props, { namespace }));
              });
              const syncPolicy = { syncOptions, ...(automated && { automated }) };
              const metadata: ApplicationMetadata =
                compareOptions === undefined
                  ? {}
                  : { annotations: { 'argocd.argoproj.io/compare-options': compareOptions } };
              expect(objections(objects, 'shop', { syncPolicy }, metadata)).toEqual([]);
            },
          ),
          { numRuns: runs, endOnFailure: true },
        );
      },
    );
  });
}
