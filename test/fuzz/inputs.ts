import type { Input, Target } from './input.js';
import { commandInput } from './command-input.js';
import { initInput } from './init.js';
import { serverInput } from './messages.js';
import { changeInput, structuralInput } from './mutate.js';
import { Random } from './random.js';
import type { Seeds } from './seeds.js';
import { partsInput } from './parts.js';
import { readerInput } from './texts.js';

/** The input of an index: the same again for the same seed. */
export function inputAt(target: Target, seeds: Seeds, seed: number, index: number): Input {
  const random = new Random(seed, index);
  switch (target) {
    case 'texts':
      return partsInput(random);
    case 'reader':
      return readerInput(seeds, random, index);
    case 'language':
      return index % 2 === 0
        ? structuralInput(target, seeds, random)
        : { ...readerInput(seeds, random, index), target };
    case 'lsp':
    case 'mcp':
      return serverInput(target, seeds, random, index);
    case 'init':
      return initInput(seeds, random);
    case 'impact':
    case 'rollback':
      return changeInput(target, seeds, random);
    case 'commands':
      return commandInput(seeds, random);
    default:
      return structuralInput(target, seeds, random);
  }
}
