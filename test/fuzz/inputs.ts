import type { Input, Target } from './input.js';
import { structuralInput } from './mutate.js';
import { Random } from './random.js';
import type { Seeds } from './seeds.js';
import { partsInput } from './parts.js';
import { readerInput } from './texts.js';

/** The input of an index: the same again for the same seed. */
export function inputAt(target: Target, seeds: Seeds, seed: number, index: number): Input {
  const random = new Random(seed, index);
  if (target === 'texts') return partsInput(random);
  return target === 'reader' ? readerInput(seeds, random, index) : structuralInput(target, seeds, random);
}
