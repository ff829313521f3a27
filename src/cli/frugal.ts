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
 * small functions that call the same few large ones. With three times the usual budget before it optimizes a function, Node 20
 * takes 0.86 of the processor time and 0.96 of the time of such a run. docs/performance.md has the figures.
 *
 * The cache is small for many files: of 100 000 files, the first three million characters are one percent, and their trees take
 * 25 MB. V8 collects garbage when the heap has grown by 4 % instead of 100 %: half the memory for a tenth of the time.
 * https://github.com/v8/v8/blob/11.3.244/src/flags/flag-definitions.h (max_inlined_bytecode_size_cumulative,
 * heap_growing_percent)
 */
export function frugally(files: number): Pick<ReadOptions, 'cacheChars'> {
  if (files < someFiles) return {};
  setFlag('--max-inlined-bytecode-size-cumulative=230');
  if (!isAgain) setBudget(budgetOfMany);
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

/**
 * The same for a run that begins from an earlier one: of ten thousand files, it takes a second, most functions run once or once for
 * each file, and nearly all that it makes for files stays. V8 11 (Node 20) optimizes a function, on threads of its own, after a
 * budget; with nine times the usual one, these threads take 0.15 s instead of 0.5 s. Later releases have another compiler before that
 * one and need no flag. The young generation is at its full size after two collections instead of four.
 * https://github.com/v8/v8/blob/11.3.244/src/flags/flag-definitions.h (interrupt_budget, semi_space_growth_factor)
 */
export function frugallyAgain(files: number): void {
  if (files < someFiles) return;
  isAgain = true;
  setBeginning(9 * 66, 16);
}

/** Whether this run begins from an earlier one, so that the budget for it stays. */
let isAgain = false;

/** Undoes `frugallyAgain`: everything is linted after all. */
export function frugallyNoMore(): void {
  isAgain = false;
  setBeginning(budgetOfMany, 2);
}

/** In KiB; three times that of V8. */
const budgetOfMany = 3 * 66;

function setBeginning(budget: number, growth: number): void {
  setBudget(budget);
  setFlag(`--semi-space-growth-factor=${growth}`);
}

/** Only V8 11, in Node 20, has this flag. */
function setBudget(kibibytes: number): void {
  if (process.versions.v8.startsWith('11.')) setFlag(`--interrupt-budget=${kibibytes * 1024}`);
}

function setFlag(flag: string): void {
  process.getBuiltinModule('node:v8').setFlagsFromString(flag);
}
