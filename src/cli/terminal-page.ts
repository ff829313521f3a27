import { wrap } from '../report/cells.js';
import type { Style } from '../report/style.js';

/** Longer lines are hard to read, even on a wide terminal. */
const widest = 100;

/** Formats Markdown for a terminal: styled headings, wrapped sentences, and indented, unchanged examples. */
export function terminalPage(markdown: string, columns: number, style: Style): string[] {
  const width = Math.min(columns, widest);
  const lines: string[] = [];
  let fence: string | undefined;
  let language = '';
  for (const block of joinedLines(markdown)) {
    const [, ticks, named = ''] = /^(`{3,})(\w*)$/.exec(block) ?? [];
    if (fence !== undefined) {
      if (ticks === fence) fence = undefined;
      else lines.push(example(block, language, style));
    } else if (ticks !== undefined) [fence, language] = [ticks, named];
    else lines.push(...prose(block, width, style));
  }
  return lines.join('\n').trimEnd().split('\n');
}

/** The lines of a string; the lines of one paragraph or list item are joined. */
function joinedLines(markdown: string): readonly string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const [ticks] = /^`{3,}/.exec(line) ?? [];
    const before = lines.at(-1);
    const goesOn =
      fence === undefined &&
      ticks === undefined &&
      before !== undefined &&
      before !== '' &&
      !/^[#`]/.test(before) &&
      line !== '' &&
      !/^(#|- )/.test(line);
    if (goesOn) lines[lines.length - 1] = `${before} ${line.trimStart()}`;
    else lines.push(line);
    if (fence === undefined) fence = ticks;
    else if (line === fence) fence = undefined;
  }
  return lines;
}

function prose(block: string, width: number, { bold }: Style): readonly string[] {
  const text = block.replaceAll(/`([^`]+)`/g, '$1').replaceAll(/<(https?:[^>]+)>/g, '$1');
  const [, heading] = /^#+ (.*)$/.exec(text) ?? [];
  if (heading !== undefined) return wrap(heading, width).map(bold);
  const [, item] = /^- (.*)$/.exec(text) ?? [];
  if (item === undefined) return wrap(text, width);
  return wrap(item, width - 4).map((line, index) => `  ${index === 0 ? '-' : ' '} ${line}`);
}

/** Formats a line of an example: a file, printed output or a diff. Not wrapped. */
function example(line: string, language: string, { green, red, dim }: Style): string {
  if (language !== 'diff') return language === 'yaml' && line !== '' ? `  ${line}` : line;
  if (/^(---|\+\+\+|@@)/.test(line)) return dim(line);
  return line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : line;
}
