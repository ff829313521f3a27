import { more, readers } from '../hostile/readers.js';
import { parts } from '../hostile/texts.js';
import type { Input } from './input.js';
import type { Random } from './random.js';

const names = [...Object.keys(readers), ...Object.keys(more)];

/** A text of a few pieces that readers look long at, for one of them: some once, some often, some within each other. */
export function partsInput(random: Random): Input {
  return {
    target: 'texts',
    files: { text: textOf(random), other: textOf(random) },
    options: { takes: random.pick(names) },
  };
}

function textOf(random: Random): string {
  let text = '';
  for (let count = random.below(8); count >= 0; count--) {
    const part = random.pick(parts);
    const times = random.below(20) === 0 ? random.below(3000) : random.below(4);
    text += part.repeat(times);
    if (random.below(6) === 0) text = random.pick(parts) + text + random.pick(parts);
  }
  return text.slice(0, 20_000);
}
