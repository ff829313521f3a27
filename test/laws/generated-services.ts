import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../support/seed.js';
import { newServices, objectionsToNew } from '../support/new-services.js';

export function generatedServices(runs: number): void {
  it('a service as new writes it has nothing against it', { timeout: 20_000 + runs * 6_000 }, () => {
    fc.assert(
      fc.property(newServices, (service) => {
        expect(objectionsToNew(service)).toEqual([]);
      }),
      { numRuns: runs },
    );
  });
}
