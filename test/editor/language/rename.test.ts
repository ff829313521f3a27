import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { linksOf } from '../../../src/editor/language/links/links.js';
import { rename, renameableAt } from '../../../src/editor/language/rename.js';
import { lintRead } from '../../../src/lint/lint.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { rules } from '../../../src/rules/index.js';
import type { Source } from '../../../src/model/source.js';
import { edited } from '../../support/renames.js';
import { filesBelow, fileSource } from '../../support/sources.js';

const examples = [
  'alb-header-route',
  'configmap-revision',
  'gateway-header-route',
  'istio-host',
  'istio-subset',
];

function found(sources: readonly Source[]): readonly string[] {
  return lintRead(readGraph(sources), rules)
    .findings.map(({ rule, severity }) => `${severity} ${rule}`)
    .sort();
}

describe.each(examples)('examples/%s', (name) => {
  const sources = filesBelow(path.resolve('examples', name, 'corrected')).map((file) => {
    const source = fileSource(file);
    const text = source.read();
    return { ...source, read: () => text };
  });
  const { graph } = readGraph(sources);
  const before = found(sources);
  const places = new Map<string, { path: string; offset: number; what: string }>();
  for (const resource of graph.given)
    for (const link of linksOf(graph, resource)) {
      const [to] = link.to();
      if (to && !('refusal' in renameableAt(graph, to.place.source.path, to.place.start)))
        places.set(`${to.place.source.path}:${to.place.start}`, {
          path: to.place.source.path,
          offset: to.place.start,
          what: `${to.kind} ${to.name}`,
        });
    }

  test.each([...places.values()].map((place) => [place.what, place] as const))(
    'another name for %s brings no new finding, and the old one back the same bytes',
    (_what, { path: file, offset }) => {
      const there = rename(graph, file, offset, 'renamed');
      if ('refusal' in there) throw new Error(there.refusal);
      expect(there.edits.length).toBeGreaterThan(1);
      const after = edited(sources, there.edits);
      expect(found(after)).toEqual(before);

      const renamed = readGraph(after).graph;
      const own = there.edits.filter(({ place }) => place.source.path === file && place.start < offset);
      const moved = own.reduce((sum, { place, text }) => sum + text.length - (place.end - place.start), 0);
      const old = sources
        .find((source) => source.path === file)!
        .read()
        .slice(offset, offset + 1);
      expect(old).not.toBe('');
      const target = renameableAt(graph, file, offset);
      const back = rename(renamed, file, offset + moved, 'refusal' in target ? '' : target.name);
      if ('refusal' in back) throw new Error(back.refusal);
      expect(edited(after, back.edits).map((source) => source.read())).toEqual(
        sources.map((source) => source.read()),
      );
    },
  );
});
