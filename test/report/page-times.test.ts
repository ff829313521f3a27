import { expect, it } from 'vitest';
import { pageData } from '../../src/report/simulation-page/data.js';
import { istioRollout } from '../play/simulate/manifests.js';
import { traceOf } from '../support/traces.js';

it('a frame of the page lasts until the next one, or until a person acts', () => {
  const trace = traceOf(istioRollout('- setWeight: 20\n- pause: {duration: 60}\n- pause: {}'));
  const [page] = pageData([trace]).traces;
  const lasting = page!.frames.flatMap(({ id, lasts }) => (lasts === undefined ? [] : [[id, lasts]]));
  // Pods are ready after 10 s, and the old ones are kept for 30 s.
  expect(lasting).toEqual([
    ['started', 10],
    ['step-1', 60],
    ['step-2', 'endless'],
    ['last-scaling', 10],
    ['promoted', 30],
  ]);
});
