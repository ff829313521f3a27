import { assumeRepeatable } from '../model/repeatable.js';
import { areSourcesOf } from '../lint/kept/state.js';
import { sameFiles } from '../repository/files/facts.js';
import { type Fact, record, Recording } from '../repository/files/recording.js';
import { cacheFile, keep, touch } from './cache-folder.js';
import { entryAt, type Place, save } from './cache-place.js';
import { readState, statePart, type StoredState } from './cache-state.js';
import { ComparingEngine, type GatheredFiles } from './comparing-engine.js';
import type { Command } from './remembered.js';
import type { Surroundings } from './surroundings.js';

/**
 * Runs a lint of a change. It asks Git what has changed, so what it prints is not kept; but files that an earlier run has read and
 * that are the same are not read again.
 */
export function runComparing(place: Place, around: Surroundings, run: Command): number | Promise<number> {
  const own = { ...place, asked: `${place.asked} files` };
  const recording = new Recording();
  const earlier = earlierAt(own, around, recording);
  const engine = new ComparingEngine(earlier);
  assumeRepeatable();
  const code = record(recording, () => run(around, engine));
  earlier?.stored.close();
  const { kept } = engine;
  if (kept && recording.isSteady) keepFiles(own, kept, recording);
  else if (earlier && !kept) earlier.renew();
  return code;
}

/** What is known of an earlier run. */
interface EarlierFiles {
  readonly stored: StoredState;
  readonly numbers: ReadonlyMap<string, number>;
  /** Keeps the stamps that the files have now, or says that the entry was used. */
  renew(): void;
}

function earlierAt(place: Place, around: Surroundings, now: Recording): EarlierFiles | undefined {
  const entry = entryAt(place, 'files', around);
  if (!entry?.facts.every(({ question }) => question === 'manifest')) return undefined;
  const stored = readState(cacheFile(place.folder, place.name, 'state'), entry.id);
  if (!stored) return undefined;
  if (!areSourcesOf(stored.state, entry.facts)) {
    stored.close();
    return undefined;
  }
  const { same, isReadAgain } = sameFiles(entry.facts, now);
  const numbers = new Map<string, number>();
  for (const [number, { path }] of entry.facts.entries()) if (same.has(path)) numbers.set(path, number);
  return {
    stored,
    numbers,
    renew: () => {
      const facts = entry.facts.map((fact) => same.get(fact.path) ?? fact);
      if (isReadAgain) save(place, 'files', { ...entry, facts });
      else touch(place.folder, place.name);
    },
  };
}

/** Keeps what was read of files, unless some of it was not read from a file. */
function keepFiles(place: Place, { kept, sources }: GatheredFiles, now: Recording): void {
  const facts = sources.map(({ path }) => now.factOn('manifest', path));
  if (facts.length === 0 || !facts.every((fact): fact is Fact => fact !== undefined)) return;
  const id = crypto.randomUUID();
  const parts = statePart(id, kept);
  if (!parts) return;
  keep(place, 'state', parts);
  save(place, 'files', {
    id,
    asked: place.asked,
    environment: [],
    facts,
    output: [],
    took: undefined,
    code: 0,
  });
}
