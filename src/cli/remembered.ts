import { homedir, hostname } from 'node:os';
import path from 'node:path';
import { version } from '../../package.json';
import { today } from '../lint/comments.js';
import { assumeRepeatable, canRepeat } from '../model/repeatable.js';
import { tookAs } from '../report/took.js';
import { stillTrue } from '../repository/files/facts.js';
import { readFileSync, realpathSync } from '../repository/files/disk.js';
import { hashOf, record, Recording } from '../repository/files/recording.js';
import { type CacheEntry, entryText, maxChars, type OutputPart, readEntry } from './cache-entry.js';
import { cacheFolder, keep, keptText, touch } from './cache-folder.js';
import { UsageError } from './exit.js';
import { isOverwriting, printAgain, tell, terminals, unbuffered } from './output.js';
import type { Output, Surroundings } from './surroundings.js';

/** The options that decide about the cache. */
interface CacheOptions {
  readonly cache?: boolean | undefined;
  readonly 'no-cache'?: boolean | undefined;
  readonly 'cache-dir'?: string | undefined;
}

/** A command line, and what it runs in. */
interface Asked {
  readonly args: readonly string[];
  readonly paths: readonly string[];
  readonly around: Surroundings;
}

/** A place for what a command line prints. */
interface Place {
  readonly folder: string;
  /** The name of the entry. */
  readonly name: string;
  /** What the entry must be for, so that a hash alone decides nothing. */
  readonly asked: string;
}

type Command = (around: Surroundings) => number | Promise<number>;

/**
 * Runs a command; or prints what an earlier run printed, if everything is unchanged that it asked of the machine: no rule and no
 * file is looked at then. docs/architecture.md says why this is safe.
 */
export function remembered(asked: Asked, options: CacheOptions, run: Command): number | Promise<number> {
  const place = placeOf(asked, options);
  if (!place) return run(asked.around);
  const started = performance.now();
  return again(place, asked, started) ?? anew(place, asked, run);
}

/** Where the entry of a command line is; undefined without a cache. */
function placeOf({ args, paths, around }: Asked, options: CacheOptions): Place | undefined {
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
  const name = Buffer.from(hashOf(asked), 'base64').toString('hex');
  return { folder: found.folder, name, asked };
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

/** Prints what an earlier run printed, and returns its exit code; undefined if anything has changed. */
function again(place: Place, { around }: Asked, started: number): number | undefined {
  const text = keptText(place.folder, place.name);
  if (text === undefined) return undefined;
  const entry = readEntry(text, place.asked);
  if (!entry) {
    tell(around, [`A cache entry was ignored, because it is damaged: ${place.folder}/${place.name}.json`]);
    return undefined;
  }
  const { environment } = around;
  if (!entry.environment.every(([name, hash]) => hashOfValue(environment[name]) === hash)) return undefined;
  const held = stillTrue(entry.facts, new Recording());
  if (!held) return undefined;
  printAgain(unbuffered(around), timed(entry, performance.now() - started));
  const isNewer =
    held.isReadAgain && held.facts.some((fact, index) => fact.stamp !== entry.facts[index]?.stamp);
  if (isNewer) save(place, { ...entry, facts: held.facts });
  else touch(place.folder, place.name);
  return entry.code;
}

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

/** Runs the command and keeps what it prints and depends on. */
function anew(place: Place, { around }: Asked, run: Command): number | Promise<number> {
  const recording = new Recording();
  const listening = new Listening(around);
  assumeRepeatable();
  const code = record(recording, () => run(listening.around));
  const { output, environment, took, isWhole } = listening;
  // A run with a fault, a limit or unread input may do better next time.
  if ((code === 0 || code === 1) && isWhole && canRepeat())
    save(place, { asked: place.asked, environment, facts: recording.facts, output, took, code });
  return code;
}

function save({ folder, name }: Place, entry: CacheEntry): void {
  const text = entryText(entry);
  if (text !== undefined) keep(folder, name, text);
}

/** Surroundings that notice what is printed, and which variables are read. */
class Listening {
  readonly around: Surroundings;
  readonly output: OutputPart[] = [];
  /** As it is in the output. */
  took: string | undefined;
  private readonly variables = new Map<string, string | undefined>();
  private left = maxChars / 2;

  constructor(around: Surroundings) {
    const { stdout } = unbuffered(around);
    const { stderr, environment } = around;
    // Copying the properties would read `stdin`, which opens it.
    this.around = Object.create(around, {
      stdout: { value: this.heard('stdout', stdout) },
      stderr: { value: this.heard('stderr', stderr) },
      environment: { value: this.watched(environment) },
      onTook: { value: (took: string) => (this.took = took) },
    }) as Surroundings;
  }

  /** Whether nothing was left out because it was too long. */
  get isWhole(): boolean {
    return this.left >= 0;
  }

  get environment(): CacheEntry['environment'] {
    return [...this.variables];
  }

  private heard(stream: OutputPart[0], to: Output): Output {
    const write = (text: string | Uint8Array): boolean => {
      this.hear(stream, String(text));
      return to.write(text);
    };
    const { isTTY, columns } = to;
    return { write, ...(isTTY !== undefined && { isTTY }), ...(columns !== undefined && { columns }) };
  }

  private hear(stream: OutputPart[0], text: string): void {
    if (isOverwriting(text)) return;
    this.left -= text.length;
    if (this.isWhole) this.output.push([stream, text]);
  }

  /** Values may be secrets, so an entry contains only hashes. */
  private watched(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return new Proxy(environment, {
      get: (_, name) => {
        if (typeof name !== 'string') return undefined;
        const value = environment[name];
        this.variables.set(name, hashOfValue(value));
        return value;
      },
    });
  }
}

function hashOfValue(value: string | undefined): string | undefined {
  return value === undefined ? undefined : hashOf(value);
}
