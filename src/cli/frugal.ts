import type { ReadOptions } from '../repository/graph/read-graph.js';

/** With so many files most documents are let go and read again whatever is kept, and memory is what runs out. */
const manyFiles = 30_000;

/**
 * How to read inputs of this size. Beyond a size little is kept: of 100 000 files the first three million characters are one in a
 * hundred, and their trees take 25 MB. And V8 is told to collect garbage when the heap has grown by a twenty-fifth, and not when it
 * has doubled: half the memory for a tenth of the time.
 * https://github.com/v8/v8/blob/11.3.244/src/flags/flag-definitions.h (heap_growing_percent)
 */
export function frugally(files: number): Pick<ReadOptions, 'cacheChars'> {
  if (files < manyFiles) return {};
  process.getBuiltinModule('node:v8').setFlagsFromString('--heap-growing-percent=4');
  return { cacheChars: 400_000 };
}
