import type { ReadOptions } from '../repository/graph/read-graph.js';

/** Smaller runs lose as much as they gain: V8 compiles bundles that it loads later a second time, because their code caches have other flags. */
const someFiles = 200;

/**
 * With so many files, most documents are dropped and parsed again regardless of the cache size, and memory is the
 * limit.
 */
const manyFiles = 30_000;

/**
 * How to read inputs of this size with little memory and processor time.
 *
 * Half of the processor time of a run goes to V8's optimizing compiler, on threads of its own. It inlines up to 920 bytes of
 * bytecode into each function; with a quarter of that it takes a third less, and the code is as fast, because rules are many
 * small functions that call the same few large ones. docs/performance.md has the figures.
 *
 * The cache is small for many files: of 100 000 files, the first three million characters are one percent, and their trees take
 * 25 MB. V8 collects garbage when the heap has grown by 4 % instead of 100 %: half the memory for a tenth of the time.
 * https://github.com/v8/v8/blob/11.3.244/src/flags/flag-definitions.h (max_inlined_bytecode_size_cumulative,
 * heap_growing_percent)
 */
export function frugally(files: number): Pick<ReadOptions, 'cacheChars'> {
  if (files < someFiles) return {};
  setFlag('--max-inlined-bytecode-size-cumulative=230');
  if (files < manyFiles) return {};
  setFlag('--heap-growing-percent=4');
  return { cacheChars: 400_000 };
}

/**
 * The same for a server: it stays, and most of what it makes for a key is garbage, so its heap grows by 30 %. Among 9 000 files
 * the peak is 325 MB instead of 403 to 465 MB, for a tenth more processor time of a key, and its start takes a tenth less.
 */
export function frugallyForLong(files: number): void {
  if (files < someFiles) return;
  setFlag('--max-inlined-bytecode-size-cumulative=230');
  setFlag('--heap-growing-percent=30');
}

function setFlag(flag: string): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(flag);
}
