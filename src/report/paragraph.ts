import { wrap } from './cells.js';
import { quoted } from './quoted.js';

/** A sentence behind a mark and a space, its further lines indented by as many cells as those take. */
export function paragraph(mark: string, sentence: string, columns: number, indent = 2): string[] {
  const [first = '', ...rest] = wrap(quoted(sentence), columns - indent);
  return [`${mark} ${first}`, ...rest.map((line) => `${' '.repeat(indent)}${line}`)];
}
