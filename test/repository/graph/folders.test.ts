import { describe, expect, it } from 'vitest';
import { Folders } from '../../../src/repository/graph/folders.js';

const folders = new Folders([
  '/web/prod/rollout.yaml',
  '/shop/web/prod/rollout.yaml',
  '/shop/web/staging/rollout.yaml',
  '/shop/myweb/prod/rollout.yaml',
  '/shop/prod/prod/rollout.yaml',
  '/prod/rollout.yaml',
]);

describe('the folders whose path ends in some segments', () => {
  it.each<readonly [segments: string, found: readonly string[]]>([
    ['prod', ['/web/prod', '/shop/web/prod', '/shop/myweb/prod', '/shop/prod/prod', '/shop/prod', '/prod']],
    ['web/prod', ['/web/prod', '/shop/web/prod']],
    ['prod/prod', ['/shop/prod/prod']],
    ['shop/web/prod', ['/shop/web/prod']],
    ['other/web/prod', []],
    ['eb/prod', []],
    ['web', ['/web', '/shop/web']],
    ['od', []],
  ])('%s: %j', (segments, found) => {
    const own = folders.endingIn(segments);
    expect([...own].sort()).toEqual([...found].sort());
  });
});
