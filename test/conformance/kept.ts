import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoizeByText } from '../../src/model/memo.js';
import { isMap } from './normalise.js';
import type { RecordedPass, RecordedScenario, Recording } from './recording.js';

/**
 * How recordings are kept: most writes are made in many scenarios and releases, so each stands once in a list of its topic, and
 * the releases have its name. Equal items of a list that follow each other, of which a controller that never settles makes
 * hundreds, stand once with their number.
 */
interface KeptPass {
  readonly error?: string;
  readonly before?: readonly string[];
  readonly writes?: readonly string[];
}

type Kept<Pass> = Omit<Recording, 'scenarios'> & {
  readonly scenarios: Readonly<Record<string, KeptScenario<Pass>>>;
};
type KeptScenario<Pass> = Omit<RecordedScenario, 'snapshots'> & {
  readonly snapshots?: readonly KeptSnapshot<Pass>[];
};
type KeptSnapshot<Pass> = Omit<NonNullable<RecordedScenario['snapshots']>[number], 'passes'> & {
  readonly passes: readonly Pass[];
};
type Write = Readonly<Record<string, unknown>>;

const folder = 'conformance/recordings';
const listOf = (topic: string): string => `${folder}/writes/${topic}.json`;
const fileOf = (release: string, topic: string): string => `${folder}/${release}/${topic}.json`;

/** The names of the scenarios that are kept of a release itself. */
export function keptNames(root: string, release: string, topic: string): readonly string[] {
  return Object.keys(parsed<Kept<KeptPass>>(root, fileOf(release, topic))?.scenarios ?? {});
}

/** What is kept of a release itself, or those of its scenarios that are wanted; undefined when there is nothing. */
export function readKept(
  root: string,
  release: string,
  topic: string,
  isWanted: (name: string) => boolean = () => true,
): Recording | undefined {
  const kept = parsed<Kept<KeptPass>>(root, fileOf(release, topic));
  if (!kept) return undefined;
  const writes = parsed<Readonly<Record<string, Write>>>(root, listOf(topic)) ?? {};
  const byName = memoizeByText((name: string): Write => {
    const write = writes[name];
    if (!write) throw new Error(`${listOf(topic)} has no ${name}`);
    return unpacked(write) as Write;
  });
  const scenarios = Object.entries(kept.scenarios)
    .filter(([name]) => isWanted(name))
    .map(([name, scenario]) => [name, withPasses(scenario, (pass) => recordedPass(pass, byName))] as const);
  return { ...kept, scenarios: Object.fromEntries(scenarios) };
}

/** The texts of the files that keep a recording, by their paths from the root: its own and the list of its topic. */
export function keptTexts(root: string, topic: string, recording: Recording): ReadonlyMap<string, string> {
  const releases = readdirSync(join(root, folder)).filter((name) => name.startsWith('v') && name !== recording.version);
  const others = releases.flatMap((release) => readKept(root, release, topic) ?? []);
  const texts = new Map<string, string>();
  for (const one of [recording, ...others]) for (const write of writesOf(one)) texts.set(nameOf(write), JSON.stringify(packed(write)));
  const lines = [...texts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, text]) => `"${name}": ${text}`);
  return new Map([
    [fileOf(recording.version, topic), textOf(recording)],
    [listOf(topic), `${block('{', lines, '}')}\n`],
  ]);
}

function writesOf({ scenarios }: Recording): readonly Write[] {
  return Object.values(scenarios)
    .flatMap(({ snapshots = [] }) => snapshots)
    .flatMap(({ passes }) => passes)
    .flatMap(({ before = {}, writes = [] }) => [...singles(before), ...writes]);
}

function singles(before: Write): readonly Write[] {
  return Object.entries(before).map(([key, patch]) => ({ [key]: patch }));
}

/** Enough of the digest that two of some thousand writes have different ones. */
function nameOf(write: Write): string {
  return createHash('sha256').update(JSON.stringify(write)).digest('hex').slice(0, 12);
}

function withPasses<From, To>(scenario: KeptScenario<From>, change: (pass: From) => To): KeptScenario<To> {
  const { snapshots, ...rest } = scenario;
  if (!snapshots) return rest;
  return { ...rest, snapshots: snapshots.map((snapshot) => ({ ...snapshot, passes: snapshot.passes.map(change) })) };
}

function recordedPass({ before, writes, ...rest }: KeptPass, byName: (name: string) => Write): RecordedPass {
  return {
    ...rest,
    ...(before && { before: Object.assign({}, ...before.map(byName)) as Write }),
    ...(writes && { writes: writes.map(byName) }),
  };
}

function keptPass({ before, writes, ...rest }: RecordedPass): KeptPass {
  return {
    ...rest,
    ...(before && { before: singles(before).map(nameOf) }),
    ...(writes && { writes: writes.map(nameOf) }),
  };
}

const timesKey = '$times';

function packed(value: unknown): unknown {
  if (Array.isArray(value)) {
    const runs: { item: unknown; text: string; times: number }[] = [];
    for (const item of value.map(packed)) {
      const text = JSON.stringify(item);
      const last = runs.at(-1);
      if (last?.text === text) last.times += 1;
      else runs.push({ item, text, times: 1 });
    }
    return runs.flatMap(({ item, times }) => (times > 2 ? [{ [timesKey]: times, item }] : Array<unknown>(times).fill(item)));
  }
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, packed(one)])) : value;
}

function unpacked(value: unknown): unknown {
  if (Array.isArray(value))
    return value.flatMap((item: unknown) =>
      isMap(item) && timesKey in item
        ? Array<unknown>(Number(item[timesKey])).fill(unpacked(item['item']))
        : [unpacked(item)],
    );
  return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpacked(one)])) : value;
}

/** A snapshot a line, so that changes can be read. */
function textOf({ version, of, scenarios }: Recording): string {
  const texts = Object.entries(scenarios).map(([name, scenario]) => {
    const { snapshots, ...rest } = withPasses(scenario, keptPass);
    const lines = snapshots && block('[', snapshots.map((snapshot) => JSON.stringify(snapshot)), ']');
    return `${JSON.stringify(name)}: ${openMap(rest, ...(lines ? [`"snapshots": ${lines}`] : []))}`;
  });
  return `${openMap({ version, of }, `"scenarios": ${block('{', texts, '}')}`)}\n`;
}

function openMap(fields: object, ...more: readonly string[]): string {
  const own = Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{${[...own, ...more].join(', ')}}`;
}

function block(open: string, items: readonly string[], close: string): string {
  return items.length > 0 ? `${open}\n${items.join(',\n')}\n${close}` : `${open}${close}`;
}

function parsed<T>(root: string, path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
