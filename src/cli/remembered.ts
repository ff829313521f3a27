import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { version } from '../../package.json';
import { today } from '../lint/comments.js';
import { assumeRepeatable, canRepeat } from '../model/repeatable.js';
import { tookAs } from '../report/took.js';
import { stillTrue } from '../repository/files/facts.js';
import { readFileSync, realpathSync } from '../repository/files/disk.js';
import { type Fact, hashOf, type Listing, record, Recording } from '../repository/files/recording.js';
import type { CacheEntry, OutputPart } from './cache-entry.js';
import { cacheFile, cacheFolder, keep, lastUsedFirst, touch } from './cache-folder.js';
import { entryAt, type Place, save } from './cache-place.js';
import { readState, statePart } from './cache-state.js';
import { runComparing } from './compared.js';
import { UsageError } from './exit.js';
import { KeepingEngine, type KnownManifests } from './kept-engine.js';
import type { Engine } from './lint-run.js';
import { hashOfValue, Listening } from './listening.js';
import { printAgain, tell, terminals, unbuffered } from './output.js';
import type { Surroundings } from './surroundings.js';

/** The options that decide about the cache. */
interface CacheOptions {
  readonly cache?: boolean | undefined;
  readonly 'no-cache'?: boolean | undefined;
  readonly 'cache-dir'?: string | undefined;
}

/** A command line, and what it runs in. */
interface CommandLine {
  readonly args: readonly string[];
  readonly paths: readonly string[];
  readonly around: Surroundings;
  /** For a lint, whether it is of all files or of a change: what it finds out is kept, too. */
  readonly lints?: 'all' | 'change';
}

/** A command; one that lints gets an engine that begins from what an earlier run has kept, and keeps what it finds out. */
export type Command = (around: Surroundings, engine?: Engine) => number | Promise<number>;

/**
 * Runs a command; or prints what an earlier run printed, if everything is unchanged that it asked of the machine: no rule and no
 * file is looked at then. docs/architecture.md says why this is safe.
 */
export function remembered(
  asked: CommandLine,
  options: CacheOptions,
  run: Command,
): number | Promise<number> {
  const places = cachePlaces(asked, options);
  if (!places) return run(asked.around);
  if (asked.lints === 'change') return runComparing(places[0]!, asked.around, run);
  const started = performance.now();
  const found = again(places, asked, started);
  if (typeof found === 'number') return found;
  return anew(found, asked, run);
}

/** How many results of a command line are kept: users go back and forth between branches. */
const mostStates = 3;

/** Where the entries of a command line are or may be, the last used one first; undefined without a cache. */
function cachePlaces(
  { args, paths, around }: CommandLine,
  options: CacheOptions,
): readonly Place[] | undefined {
  if (!isWanted(options, around)) return undefined;
  const found = cacheFolder(options['cache-dir'], paths, around);
  if ('why' in found) {
    tell(around, [`No cache is used: ${found.why}.`]);
    return undefined;
  }
  const { folder, environment } = around;
  const asked = JSON.stringify({
    release: [version, buildOf(), process.version, process.platform, process.arch],
    args,
    folder: [folder, realpathSync(folder)],
    terminal: terminals(around),
    user: [process.getuid?.() ?? '', environment['HOME'] ?? homedir(), hostname()],
    today: today(), // Comments suppress findings until a date.
  });
  const names = Array.from({ length: mostStates }, (_, state) =>
    Buffer.from(hashOf(state === 0 ? asked : `${asked} ${state}`), 'base64').toString('hex'),
  );
  return lastUsedFirst(found.folder, names).map((name) => ({ folder: found.folder, name, asked }));
}

function isWanted(options: CacheOptions, { environment }: Surroundings): boolean {
  const { cache, 'no-cache': none, 'cache-dir': folder } = options;
  if (none === true && (cache === true || folder !== undefined))
    throw new UsageError(
      `--no-cache and --${cache === true ? 'cache' : 'cache-dir'} cannot be used together.`,
    );
  if (folder === '') throw new UsageError('--cache-dir needs a value: --cache-dir DIR.');
  if (none === true) return false;
  if (cache === true || folder !== undefined) return true;
  const variable = environment['ROLLOUTKIT_CACHE'] ?? '';
  if (!['', '0', '1'].includes(variable))
    throw new UsageError(`ROLLOUTKIT_CACHE is "${variable}"; it must be 1 or unset.`);
  return variable === '1';
}

/** A hash of the program, as the build wrote it: two builds can have the same version. */
function buildOf(): string {
  try {
    return readFileSync(path.join(__dirname, '../build-hash.txt'), 'utf8').trim();
  } catch {
    return ''; // The sources, in a test.
  }
}

/** An earlier run, and what has changed since. */
interface Base {
  readonly entry: CacheEntry;
  /** Whether it has stamps that its file does not have. */
  readonly isNewer: boolean;
  /** The folders as they are now. */
  readonly listings: Map<string, Listing>;
  readonly changed: readonly Fact[];
}

/** Where the result of a run is to be kept, and what the run begins from. */
interface Start {
  readonly place: Place;
  readonly base?: Base;
}

/**
 * Prints what an earlier run printed, and returns its exit code; or else what a run begins from, if only the content of manifests has
 * changed since an earlier one.
 */
function again(places: readonly Place[], asked: CommandLine, started: number): number | Start {
  let free: Place | undefined;
  for (const place of places) {
    const entry = entryAt(place, 'json', asked.around);
    const found = entry && fromEntry(place, entry, asked, started);
    if (typeof found === 'number') return found;
    if (found) return { place, base: found };
    if (!entry) free ??= place;
  }
  return { place: free ?? places.at(-1)! };
}

/** The same for one entry; undefined if more than the content of manifests has changed. */
function fromEntry(
  place: Place,
  entry: CacheEntry,
  { around, lints }: CommandLine,
  started: number,
): number | Base | undefined {
  const listings = new Map<string, Listing>();
  const held = heldOf(entry, around, listings);
  if (!held) return undefined;
  const { facts, changed } = held;
  const isNewer = held.isReadAgain && facts.some((fact, index) => fact.stamp !== entry.facts[index]?.stamp);
  const current = { ...entry, facts };
  const told = changed.length === 0 ? entry : laterOf(place, entry, changed, around);
  if (!told) return lints ? { entry: current, isNewer, listings, changed } : undefined;
  printAgain(unbuffered(around), timed(told, performance.now() - started));
  renew(place, current, isNewer);
  return told.code;
}

/** Writes an entry again that has other stamps now; or says that it was used. */
function renew(place: Place, entry: CacheEntry, isNewer: boolean): void {
  if (isNewer) save(place, 'json', entry);
  else touch(place.folder, place.name);
}

/** What a later run printed that began from an entry, if the same has changed. */
function laterOf(
  place: Place,
  base: CacheEntry,
  changed: readonly Fact[],
  around: Surroundings,
): CacheEntry | undefined {
  const later = entryAt(place, 'last', around);
  const held = later?.id === base.id ? heldOf(later, around) : undefined;
  if (!later || !held || held.changed.length > 0) return undefined;
  const known = new Map(later.facts.map((fact) => [factKey(fact), fact.answer]));
  return changed.every((fact) => known.get(factKey(fact)) === fact.answer) ? later : undefined;
}

function factKey({ question, path: file }: Fact): string {
  return `${question} ${file}`;
}

/** Whether everything is as an entry has it, except for some manifests. */
function heldOf(
  { environment: asked, facts }: CacheEntry,
  { environment }: Surroundings,
  listings?: Map<string, Listing>,
): Held | undefined {
  if (!asked.every(([name, hash]) => hashOfValue(environment[name]) === hash)) return undefined;
  return stillTrue(facts, new Recording(listings));
}

type Held = ReturnType<typeof stillTrue>;

/** The output with the time that this run took: text has it in its last line but few, and JSON in its summary, which is first. */
function timed({ output, took }: CacheEntry, milliseconds: number): readonly OutputPart[] {
  if (took === undefined) return output;
  const has = ([, text]: OutputPart): boolean => text.includes(took);
  const isText = took.startsWith(',');
  const which = isText ? output.findLastIndex(has) : output.findIndex(has);
  return output.map((part, index): OutputPart => {
    if (index !== which) return part;
    const [stream, text] = part;
    const at = isText ? text.lastIndexOf(took) : text.indexOf(took);
    const now = tookAs(isText ? 'text' : 'json', milliseconds);
    return [stream, `${text.slice(0, at)}${now}${text.slice(at + took.length)}`];
  });
}

/** Runs the command and keeps what it prints and depends on; a lint begins from a base if there is one. */
function anew(
  { place, base }: Start,
  { around, lints }: CommandLine,
  run: Command,
): number | Promise<number> {
  const recording = new Recording(base?.listings);
  const listening = new Listening(around);
  const stored = base && readState(cacheFile(place.folder, place.name, 'state'), base.entry.id);
  const engine = lints ? new KeepingEngine(stored && { stored, ...knownManifests(base) }) : undefined;
  assumeRepeatable();
  const code = record(recording, () => run(listening.around, engine));
  const { output, environment, took, isWhole } = listening;
  stored?.close();
  // A run with a fault, a limit or unread input may do better next time.
  if ((code !== 0 && code !== 1) || !isWhole || !canRepeat()) return code;
  const entry = { id: crypto.randomUUID(), asked: place.asked, environment, output, took, code } as const;
  if (base && engine?.isOfEarlier === true) {
    const facts = addedFacts(recording.facts, base);
    if (facts) save(place, 'last', { ...entry, id: base.entry.id, facts });
    renew(place, base.entry, base.isNewer);
    return code;
  }
  const kept = engine?.kept;
  const parts = kept && statePart(entry.id, kept);
  if (parts) keep(place, 'state', parts);
  save(place, 'json', { ...entry, facts: recording.facts });
  return code;
}

/** The manifests that are the same, and those that have changed, as they were. */
function knownManifests({ entry, changed }: Base): KnownManifests {
  const paths = new Set(changed.map(({ path: file }) => file));
  const [same, before] = [new Map<string, Fact>(), new Map<string, Fact>()];
  for (const fact of entry.facts)
    if (fact.question === 'manifest') (paths.has(fact.path) ? before : same).set(fact.path, fact);
  return { same, before };
}

/** What a run has asked besides its base; undefined if something else than the known files has changed meanwhile. */
function addedFacts(facts: readonly Fact[], { entry, changed }: Base): readonly Fact[] | undefined {
  const known = new Map(entry.facts.map((fact) => [factKey(fact), fact.answer]));
  const now = new Map(changed.map((fact) => [factKey(fact), fact.answer]));
  const added: Fact[] = [];
  for (const fact of facts) {
    const key = factKey(fact);
    const answer = known.get(key);
    if (answer === fact.answer) continue;
    if (answer !== undefined && now.get(key) !== fact.answer) return undefined;
    now.delete(key);
    added.push(fact);
  }
  // Each of them was read by the run.
  return now.size === 0 ? added : undefined;
}
