import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { linksOf } from '../../../src/editor/language/links/links.js';
import { rename, renameableAt } from '../../../src/editor/language/rename.js';
import { lintRead } from '../../../src/lint/lint.js';
import type { Source } from '../../../src/model/source.js';
import type { Graph } from '../../../src/repository/graph/graph.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { rules } from '../../../src/rules/index.js';
import { edited } from '../../support/renames.js';
import { filesBelow, fileSource } from '../../support/sources.js';

/** `ROLLOUTKIT_CHECKOUTS=FOLDER` takes the folders of that one instead of our fixtures, such as checkouts of others. */
const given = process.env['ROLLOUTKIT_CHECKOUTS'];

/** Of how many fixtures one is taken: `ROLLOUTKIT_EVERY=1` takes all, which is a minute of processor time. */
const every = Number(process.env['ROLLOUTKIT_EVERY'] ?? 4);

/** How many names are changed in each folder. */
const most = 8;

/** Where a name of its own is read otherwise, which the server finds by a trial: it lints the texts, and refuses the name. */
const tried = new Set([
  // Folders that are copies of each other.
  'istio/virtual-service-exists/one-environment-lacks-it',
  // The text of a query names the Services, too.
  'analysis/queries-see-canary/compares-versions.yaml',
  // A backend of a kind that does not exist has the name of a Service.
  'gateway/backends-exist/kind-of-no-group.yaml',
]);

/** Chosen by their paths, so that a new fixture does not change which others are taken. */
function isTaken(folder: string): boolean {
  return createHash('sha256').update(folder).digest().readUInt32BE() % every === 0;
}

function folders(): readonly string[] {
  if (given !== undefined)
    return readdirSync(given)
      .slice(0, 30)
      .map((name) => path.join(given, name));
  const all = readdirSync('test/rules')
    .filter((name) => !name.includes('.'))
    .flatMap((area) =>
      readdirSync(path.join('test/rules', area)).map((rule) => path.join('test/rules', area, rule)),
    )
    .filter((folder) => statSync(folder).isDirectory())
    .flatMap((folder) => readdirSync(folder).map((one) => path.join(folder, one)));
  return all.filter((folder) => isTaken(folder) && !tried.has(path.relative('test/rules', folder)));
}

interface Place {
  readonly path: string;
  readonly offset: number;
  readonly what: string;
  readonly name: string;
}

/** Names that can be changed, spread over the folder. */
function places(graph: Graph): readonly Place[] {
  const all = new Map<string, Place>();
  for (const resource of graph.given)
    for (const link of linksOf(graph, resource)) {
      const [to] = link.to();
      if (!to || to.kind === 'file' || to.kind === 'label' || all.size > 400) continue;
      const { place, kind, name } = to;
      const what = `${kind} "${name}" of ${to.field?.resource.kind} in ${place.source.name}`;
      all.set(`${place.source.path}:${place.start}`, {
        path: place.source.path,
        offset: place.start,
        what,
        name,
      });
    }
  const able = [...all.values()].filter(
    ({ path: file, offset }) => !('refusal' in renameableAt(graph, file, offset)),
  );
  const step = Math.max(1, Math.floor(able.length / most));
  return able.filter((_, index) => index % step === 0).slice(0, most);
}

/** How often each rule reports. */
function counted(sources: readonly Source[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, more = 0 } of lintRead(readGraph(sources), rules).findings)
    counts.set(rule, (counts.get(rule) ?? 0) + 1 + more);
  return counts;
}

/** Rules about names in queries, which are text in another language that a rename does not edit. */
const ofQueries: ReadonlySet<string> = new Set(['analysis/queries-find-pods']);

test('another name brings no new finding, and the old one the same bytes', () => {
  const wrong: string[] = [];
  let renamed = 0;
  for (const folder of folders()) {
    const files = statSync(folder).isDirectory() ? filesBelow(folder) : [folder];
    if (files.length > 150) continue;
    const sources = files.map((file) => {
      const source = fileSource(path.resolve(file));
      const text = source.read();
      return { ...source, read: () => text };
    });
    const { graph } = readGraph(sources);
    const before = counted(sources);
    for (const { path: file, offset, what, name } of places(graph)) {
      const there = rename(graph, file, offset, `x${name}`);
      if ('refusal' in there) continue;
      renamed++;
      const after = edited(sources, there.edits);
      for (const [rule, count] of counted(after))
        if (count > (before.get(rule) ?? 0) && !ofQueries.has(rule))
          wrong.push(`${folder}: ${what}: ${rule}`);
      const shift = there.edits
        .filter(({ place }) => place.source.path === file && place.start < offset)
        .reduce((sum, { place, text }) => sum + text.length - (place.end - place.start), 0);
      const back = rename(readGraph(after).graph, file, offset + shift, name);
      // Folders that are copies of each other have the same names; with another one they are no longer copies.
      if ('refusal' in back && back.refusal.includes('already exists')) continue;
      const texts = 'edits' in back ? edited(after, back.edits).map((source) => source.read()) : back.refusal;
      if (String(texts) !== String(sources.map((source) => source.read())))
        wrong.push(`${folder}: ${what}: ${'edits' in back ? 'other bytes' : back.refusal}`);
    }
  }
  if (given !== undefined || every === 1) console.log(`${renamed} renames`);
  expect(wrong).toEqual([]);
  expect(renamed).toBeGreaterThan(100);
}, 1_500_000);
