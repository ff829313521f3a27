import { wrap } from './cells.js';
import { quoted } from './quoted.js';

/** A sentence after a mark and a space, with hanging indentation. */
export function paragraph(mark: string, sentence: string, columns: number, indent = 2): string[] {
  const [first = '', ...rest] = wrap(quoted(sentence), columns - indent);
  return [`${mark} ${first}`, ...rest.map((line) => `${' '.repeat(indent)}${line}`)];
}
