import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Placement } from '../../../src/repository/graph/deployment.js';
import { commonFolder } from '../../../src/repository/graph/layout.js';
import { Namesakes, type PlacedResource } from '../../../src/repository/graph/namesakes.js';
import type { Resource } from '../../../src/model/resource.js';

const folders = fc
  .array(fc.constantFrom('apps', 'prod', 'dev', 'shop'), { maxLength: 4 })
  .map((segments) => segments.join('/'));

/** Folders in common count most, then to stand in a folder above, then names of folders. */
function nearness(from: string, { placement: { folder } }: PlacedResource): number {
  const common = commonFolder(from, folder);
  if (common === from) return common.length * 100; // All that is below is as near.
  const names = from.slice(common.length).split('/').filter(Boolean);
  const others = folder.slice(common.length).split('/').filter(Boolean);
  const shared = others.filter((name) => names.includes(name)).length;
  return common.length * 100 + (folder === common ? 99 : shared);
}

/** All namesakes, each once: the nearer a folder, the sooner, and in their order where folders are as near. */
it('goes through all namesakes, the nearest first', () => {
  fc.assert(
    fc.property(fc.array(folders, { maxLength: 12 }), folders, (places, from) => {
      const all = places.map((folder): PlacedResource => ({
        resource: {} as Resource,
        placement: { folder, leaf: undefined, via: [], application: undefined } satisfies Placement,
      }));
      const [here, ...others] = [...new Namesakes(all).outward(from)];
      expect(here).toEqual(all.filter(({ placement }) => placement.folder === from));
      const wanted = all
        .filter(({ placement }) => placement.folder !== from)
        .sort((one, other) => nearness(from, other) - nearness(from, one));
      const found = others.flat();
      expect(found.map((one) => all.indexOf(one))).toEqual(wanted.map((one) => all.indexOf(one)));
      for (const group of others)
        expect(new Set(group.map((one) => nearness(from, one))).size).toBeLessThan(2);
    }),
  );
});
