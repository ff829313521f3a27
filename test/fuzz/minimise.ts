import type { Input } from './input.js';

/** A smaller input of which the same is true, found by leaving things out as long as anything can be left out. */
export async function minimise(
  input: Input,
  isSame: (input: Input) => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<Input> {
  const until = Date.now() + milliseconds;
  let best = input;
  for (;;) {
    const smaller = await first(candidates(best), (one) => Date.now() < until && isSame(one));
    if (!smaller) return best;
    best = smaller;
  }
}

async function first<T>(
  items: Iterable<T>,
  isMeant: (item: T) => boolean | Promise<boolean>,
): Promise<T | undefined> {
  for (const item of items) if (await isMeant(item)) return item;
  return undefined;
}

/** An input without one thing, for each: files, then lines with what is below them, then what stands in a line. */
function* candidates(input: Input): Generator<Input> {
  const files = Object.entries(input.files);
  const withText = (path: string, text: string): Input => ({
    ...input,
    files: { ...input.files, [path]: text },
  });
  for (const [path] of files)
    if (files.length > 1)
      yield { ...input, files: Object.fromEntries(files.filter(([name]) => name !== path)) };
  for (const [path, text] of files)
    for (const shorter of [linesLeftOut, blocksLeftOut])
      for (const one of shorter(text)) yield withText(path, one);
  // Character by character takes long; of a long text it shows little.
  for (const [path, text] of files)
    if (text.length < 3000) for (const one of runsLeftOut([...text])) yield withText(path, one.join(''));
}

function* linesLeftOut(text: string): Generator<string> {
  for (const lines of runsLeftOut(text.split('\n'))) yield lines.join('\n');
}

/** A list without a half, a quarter, an eighth of it and so on. */
function* runsLeftOut<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < items.length; at += size) yield [...items.slice(0, at), ...items.slice(at + size)];
}

/** A text without a line and what is indented more below it. */
function* blocksLeftOut(text: string): Generator<string> {
  const lines = text.split('\n');
  const depth = (line: string): number => line.length - line.trimStart().length;
  for (const [start, line] of lines.entries()) {
    const below = lines.findIndex((other, at) => at > start && depth(other) <= depth(line));
    if (below !== start + 1)
      yield [...lines.slice(0, start), ...lines.slice(below === -1 ? lines.length : below)].join('\n');
  }
}
