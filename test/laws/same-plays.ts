import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { main } from '../../src/cli/main.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { impactOf } from '../../src/play/impact/impact.js';
import { changedSources, touchedPairs } from '../../src/play/impact/touched.js';
import { Resource } from '../../src/model/resource.js';
import type { File, Random } from '../support/random-repository.js';
import { textSource } from '../support/sources.js';
import { rewritings } from './rewritings.js';
import type { Compared } from './same-law.js';

/** What moves files or renames objects is told by other names, and Rollouts are told in the order in which they stand. */
const ways = rewritings.filter(
  ({ name }) =>
    !/names|namespaces|file for each|one file|further down|(?:documents|read) in another order|nothing to do/.test(
      name,
    ),
);

/** Compares what simulate, drift and impact tell of a system with what they tell when it is written in other ways. */
export function* comparedPlays(files: readonly File[], random: Random, every = 1): Generator<Compared> {
  const before = played(files);
  for (const [at, { name, rewrite }] of ways.entries()) {
    if (at % every !== 0) continue;
    const rewritten = rewrite(files, random);
    if (!rewritten) continue;
    const after = played(rewritten.files);
    const same = { system: files[0]!.path, way: name, after: rewritten.files };
    for (const [index, command] of commands.entries()) {
      const isSame = before[index] === after[index];
      yield {
        ...same,
        count: before[index]!.length > 200 ? 1 : 0,
        lost: isSame ? [] : [`${command}: ${differenceOf(before[index]!, after[index]!)}`],
        gained: isSame ? [] : [`${command}: ${differenceOf(after[index]!, before[index]!)}`],
      };
    }
    // To write the same in another way is no change.
    yield { ...same, count: 1, lost: [], gained: impacts(files, rewritten.files) };
    const [own, its] = [files, rewritten.files].map((some) => ({ some, edit: edited(some) }));
    // In a block the image stands in another line than its key.
    if (own!.edit.count !== its!.edit.count) continue;
    const [told, toldThen] = [own!, its!].map(({ some, edit }) => impacts(some, edit.files));
    yield {
      ...same,
      count: told!.length,
      lost: told!.filter((one) => !toldThen!.includes(one)),
      gained: toldThen!.filter((one) => !told!.includes(one)),
    };
  }
}

const commands = ['simulate', 'drift'] as const;

/** Where two texts begin to differ. */
function differenceOf(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one.slice(Math.max(0, at - 80), at + 120);
}

/** What the commands print of a folder with these files, without lines. */
function played(files: readonly File[]): readonly string[] {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'rolloutkit-law-')));
  try {
    for (const file of files) {
      const to = path.join(folder, file.path);
      mkdirSync(path.dirname(to), { recursive: true });
      writeFileSync(to, file.text);
    }
    return commands.map((command) => printed(folder, command));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function printed(folder: string, command: string): string {
  let [out, rest] = ['', ''];
  const code = main([command, '--format', 'json', '.'], {
    folder,
    environment: {},
    stdin: Readable.from([]),
    descriptor: 0,
    stdout: { write: (text: string | Uint8Array) => ((out += String(text)), true) },
    stderr: { write: (text: string | Uint8Array) => ((rest += String(text)), true) },
  });
  const told = out === '' ? rest : JSON.stringify(JSON.parse(out), withoutLines);
  return `${typeof code === 'number' ? code : 'asks'} ${told}`;
}

const places = ['line', 'column', 'endLine', 'endColumn'];

/** In the order of keys, for an object is shown as it was written. */
function withoutLines(key: string, value: unknown): unknown {
  if (places.includes(key)) return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The same files with other images, and how many. */
function edited(files: readonly File[]): { readonly files: readonly File[]; readonly count: number } {
  let count = 0;
  const after = files.map(({ path: file, text }) => ({
    path: file,
    text: text.replaceAll(/(["']?image["']?: *["']?[\w./-]+:)([\w.-]+)/g, (_, name: string, tag: string) => {
      count += 1;
      return `${name}next-${tag}`;
    }),
  }));
  return { files: after, count };
}

/** What a change does to Rollouts. */
function impacts(before: readonly File[], after: readonly File[]): string[] {
  const [earlier, later] = [before, after].map((files) =>
    files.map(({ path: file, text }) => textSource(file, text)),
  );
  const graphs = { before: readGraph(earlier!).graph, after: readGraph(later!).graph };
  return touchedPairs(graphs.before, graphs.after, changedSources(earlier!, later!)).flatMap((pair) => {
    const impact = impactOf(graphs, pair);
    return impact
      ? [
          `impact on ${impact.rollout.name}: ${impact.change} ${JSON.stringify(impact.effects, withoutObjects)}`,
        ]
      : [];
  });
}

function withoutObjects(key: string, value: unknown): unknown {
  if (value instanceof Resource) return `${value.kind} ${value.name}`;
  if (['place', 'source', 'graph'].includes(key)) return undefined;
  // Fields are told in the order in which they stand.
  if (key === 'fields' && Array.isArray(value))
    return value.map((field: unknown) => JSON.stringify(field)).sort();
  return withoutLines(key, value);
}
