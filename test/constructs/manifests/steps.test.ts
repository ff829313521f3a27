import { expect, it } from 'vitest';
import { Steps } from '../../../src/constructs/manifests/steps.js';

it.each<[string, unknown, unknown]>([
  ['setWeight', Steps.setWeight(5), { setWeight: 5 }],
  ['pause until somebody promotes', Steps.pause(), { pause: {} }],
  ['pause for a time', Steps.pause('1h30m'), { pause: { duration: '1h30m' } }],
  [
    'ramp',
    Steps.ramp([5, 50], { pause: 60 }),
    [{ setWeight: 5 }, { pause: { duration: 60 } }, { setWeight: 50 }, { pause: { duration: 60 } }],
  ],
  ['ramp that somebody promotes', Steps.ramp([5]), [{ setWeight: 5 }, { pause: {} }]],
  ['scale', Steps.scale(10), { setCanaryScale: { weight: 10 } }],
  ['matchTrafficWeight', Steps.matchTrafficWeight(), { setCanaryScale: { matchTrafficWeight: true } }],
  [
    'headerRoute',
    Steps.headerRoute('beta', 'x-beta', { prefix: 'y' }),
    { setHeaderRoute: { name: 'beta', match: [{ headerName: 'x-beta', headerValue: { prefix: 'y' } }] } },
  ],
  ['clearHeaderRoute', Steps.clearHeaderRoute('beta'), { setHeaderRoute: { name: 'beta' } }],
  [
    'mirrorRoute',
    Steps.mirrorRoute('copies', 20),
    { setMirrorRoute: { name: 'copies', percentage: 20, match: [{ path: { prefix: '/' } }] } },
  ],
  ['clearMirrorRoute', Steps.clearMirrorRoute('copies'), { setMirrorRoute: { name: 'copies' } }],
  [
    'analysis',
    Steps.analysis({ templates: [{ templateName: 'errors' }] }),
    { analysis: { templates: [{ templateName: 'errors' }] } },
  ],
])('%s', (_, step, expected) => {
  expect(step).toEqual(expected);
});

it('has no ramp that falls', () => {
  expect(() => Steps.ramp([10, 60, 30])).toThrow('Steps.ramp needs rising weights, and 30 comes after 60.');
  expect(Steps.ramp([10, 10, 60])).toHaveLength(6);
});
