import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Placement } from '../../src/graph/deployment.js';
import { commonFolder } from '../../src/graph/layout.js';
import { Namesakes, type Placed } from '../../src/graph/namesakes.js';
import type { Resource } from '../../src/model/resource.js';

const folders = fc
  .array(fc.constantFrom('apps', 'prod', 'dev', 'shop'), { maxLength: 4 })
  .map((segments) => segments.join('/'));

/** All namesakes, each once: the nearer a folder, the sooner, and in their order where folders are as near. */
it('goes through all namesakes, the nearest first', () => {
  fc.assert(
    fc.property(fc.array(folders, { maxLength: 12 }), folders, (places, from) => {
      const all = places.map((folder): Placed => ({
        resource: {} as Resource,
        placement: { folder, leaf: undefined, via: [], application: undefined } satisfies Placement,
      }));
      const [here, ...others] = [...new Namesakes(all).outward(from)];
      expect(here).toEqual(all.filter(({ placement }) => placement.folder === from));
      const nearness = ({ placement }: Placed): number => commonFolder(from, placement.folder).length;
      const wanted = all
        .filter(({ placement }) => placement.folder !== from)
        .sort((one, other) => nearness(other) - nearness(one));
      const found = others.flat();
      expect(found.map((one) => all.indexOf(one))).toEqual(wanted.map((one) => all.indexOf(one)));
      for (const group of others) expect(new Set(group.map(nearness)).size).toBeLessThan(2);
    }),
  );
});
