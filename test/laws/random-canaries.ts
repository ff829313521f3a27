import fc from 'fast-check';
import { canaryManifests, orderedManifests } from '../../src/constructs/manifests/canary.js';
import type { RouterKind } from '../../src/constructs/manifests/steps.js';
import { canaryProps } from '../support/canary-props.js';
import { newServices, objectionsToNew } from '../support/new-services.js';
import { objections } from '../support/system.js';

/** A canary by chance, and what lint, simulate and drift have against it. */
export interface RandomCanary {
  readonly by: 'constructs' | 'scaffold';
  readonly router: RouterKind;
  readonly made: unknown;
  readonly objections: readonly string[];
}

/** Half of them by constructs, half as `new` writes them; the same for the same seed. */
export function* randomCanaries(count: number, seed: number): Generator<RandomCanary> {
  const half = Math.ceil(count / 2);
  for (const { props, namespace } of fc.sample(canaryProps, { numRuns: half, seed }))
    yield {
      by: 'constructs',
      router: props.traffic.router,
      made: props,
      objections: objections(orderedManifests(canaryManifests('shop', props, { namespace }))),
    };
  for (const service of fc.sample(newServices, { numRuns: count - half, seed }))
    yield { by: 'scaffold', router: service.router, made: service, objections: objectionsToNew(service) };
}
