import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { loadAll } from 'js-yaml';
import { anyScenario } from '../conformance/arbitraries.js';
import { scenarios } from '../conformance/scenarios/index.js';
import { isMap, type Value } from './emit.js';

/** Files that belong together, as values. */
export interface System {
  readonly files: Readonly<Record<string, readonly Value[]>>;
  readonly hasRollout: boolean;
  readonly size: number;
}

type Member = readonly [key: string, value: Value];

/** What mutations begin with. */
export interface Seeds {
  readonly systems: readonly System[];
  /** The systems with a Rollout. */
  readonly rolling: readonly System[];
  readonly texts: readonly string[];
  /** What has been seen under each key. */
  readonly values: ReadonlyMap<string, readonly Value[]>;
  /** Which keys have been seen in a map under each key, with their values. */
  readonly members: ReadonlyMap<string, readonly Member[]>;
  readonly keys: readonly string[];
  readonly names: readonly string[];
}

/** All that the repository has of manifests: examples, fixtures, scenarios, and scenarios by chance. */
export function readSeeds(root: string): Seeds {
  const texts: string[] = [];
  const systems: System[] = [];
  for (const files of folders.flatMap(([folder, depth]) => groupsIn(root, folder, depth))) {
    const read = files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')] as const);
    texts.push(...read.map(([, text]) => text));
    const readable = read
      .map(([file, text]) => [file, valuesOf(text)] as const)
      .filter(([, its]) => its.length > 0);
    // What is here for this alone shall come more often than one fixture of hundreds.
    const times = files.some((file) => file.startsWith('test/fuzz/')) ? 25 : 1;
    if (readable.length > 0)
      systems.push(...Array<System>(times).fill(systemOf(Object.fromEntries(readable))));
  }
  const drawn = fc.sample(anyScenario, { seed: 1, numRuns: 300 });
  for (const { objects } of [...Object.values(scenarios).flat(), ...drawn])
    systems.push(systemOf({ 'app/objects.yaml': plainValues(objects) }));
  return { systems, rolling: systems.filter(({ hasRollout }) => hasRollout), texts, ...vocabulary(systems) };
}

function systemOf(files: System['files']): System {
  const isRollout = (value: Value): boolean => isMap(value) && value['kind'] === 'Rollout';
  const hasRollout = Object.values(files).some((documents) => documents.some(isRollout));
  return { files, hasRollout, size: JSON.stringify(files).length };
}

/** Folders of systems, and how many segments of a path below them name one. */
const folders: readonly (readonly [folder: string, depth: number])[] = [
  ['examples', 2],
  ['test/rules', 3],
  ['test/repository/render/fixtures', 2],
  ['test/fuzz/corpus', 1],
];

/** Manifests below a folder by the system that they belong to: a fixture is a file, or a folder with all below. */
function groupsIn(root: string, folder: string, depth: number): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.(ya?ml|json)$/.test(name)) continue;
    const group = name.split('/').slice(0, depth).join('/');
    groups.set(group, [...(groups.get(group) ?? []), `${folder}/${name}`]);
  }
  return [...groups.values()];
}

/** The documents of a text; none where it cannot be read. */
function valuesOf(text: string): Value[] {
  try {
    return plainValues(loadAll(text)).filter((value) => value !== null);
  } catch {
    return [];
  }
}

/** Without dates and shared parts. */
function plainValues(values: readonly unknown[]): Value[] {
  return JSON.parse(JSON.stringify(values)) as Value[];
}

function vocabulary(systems: readonly System[]): Pick<Seeds, 'values' | 'members' | 'keys' | 'names'> {
  const values = new Map<string, Map<string, Value>>();
  const members = new Map<string, Map<string, Member>>();
  const names = new Set<string>();
  const visit = (value: Value, under: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, under);
    else if (isMap(value))
      for (const [key, item] of Object.entries(value)) {
        const text = JSON.stringify(item);
        if (text.length < 3000) {
          add(values, key, text, item);
          add(members, under, `${key}:${text}`, [key, item]);
        }
        if (typeof item === 'string' && item.length < 64) names.add(item);
        visit(item, key);
      }
  };
  for (const { files } of systems)
    for (const documents of Object.values(files)) for (const document of documents) visit(document, '');
  return { values: lists(values), members: lists(members), keys: [...values.keys()], names: [...names] };
}

function add<T>(map: Map<string, Map<string, T>>, key: string, id: string, item: T): void {
  let items = map.get(key);
  if (!items) map.set(key, (items = new Map<string, T>()));
  if (items.size < 400) items.set(id, item);
}

function lists<T>(map: ReadonlyMap<string, Map<string, T>>): Map<string, readonly T[]> {
  return new Map([...map].map(([key, items]) => [key, [...items.values()]]));
}
