import { isBlank, isBreak, lineEnd, lineStart } from './characters.js';
import { isReserved, contentStart, contentEnd } from './line-parts.js';
import { type Description } from './described.js';

export const entryReasons: ReadonlySet<string> = new Set([
  'bad indentation of a mapping entry',
  'end of the stream or a document separator is expected',
  "expected ':' after a mapping key",
  'can not read a block mapping entry; a multiline key may not be an implicit key',
]);

export function describeEntry(reason: string, text: string, at: number): Description {
  const char = text[at] ?? '';
  const here = (message: string): Description => [message, at, at + 1];
  const from = lineStart(text, at);
  const before = text.slice(from, at).trim();
  const previous = text.slice(0, at).trimEnd();

  if (text.slice(from, contentStart(text, from)).includes('\t')) {
    const tab = text.indexOf('\t', from);
    return [
      'This line is indented with a tab; indent it with spaces, YAML does not allow tabs.',
      tab,
      tab + 1,
    ];
  }
  if (before.endsWith(':') || before === '-' || before === '') {
    if (isReserved(char)) return here(`A string cannot start with ${char}; put it in quotes.`);
    if (char === '}' || char === ']') return here(`This "${char}" closes no bracket; remove it.`);
  }
  if (before.endsWith(':') && char === '-' && isBlank(text.charCodeAt(at + 1)))
    return here('A list cannot start on the line of its key; put each "-" on its own line.');
  if (/^\s*[[{]/.test(text) && /[\]}]$/.test(previous)) {
    if (text.startsWith('//', at)) return here('YAML and JSON have no // comments; write #.');
    if (/[[{]/.test(char))
      return here(
        'The document ends before this; put "---" between two documents, or make them items of a List.',
      );
  }
  if (char === ':' && before !== '') return describeColon(text, at, from, before);
  if (/["'\]}]$/.test(before)) return describeRest(text, at, before);

  const end = contentEnd(text, at);
  if (reason.startsWith('expected') || reason.startsWith('can not')) return withoutColon(text, previous);
  if (reason.startsWith('bad')) return describeIndent(text, at, end);
  return [
    'This line does not continue what is above it. Indent it like the lines above, or put "---" before it if a new document starts here.',
    at,
    end,
  ];
}

/** A line whose indentation matches none of the lines above that it could belong to. */
function describeIndent(text: string, at: number, end: number): Description {
  const from = lineStart(text, at);
  const lost = lostAbove(text, at);
  if (lost) return lost;
  const indent = contentStart(text, from) - from;
  const columns = openColumns(text, from);
  const deeper = columns.findLast((column) => column > indent);
  const shallower = columns.find((column) => column < indent);
  if (isItem(text, at)) {
    const first =
      deeper === indent + 2 ? blockStart(text, from, { column: deeper, below: indent }) : undefined;
    if (first !== undefined)
      return [
        `This line begins a list without "- ", and the next item has it in column ${indent + 1}; write "- " before this one, too.`,
        first,
        contentEnd(text, first),
      ];
    const key = keyAmongItems(text, from, indent);
    if (key !== undefined)
      return [
        'This line ends the list above it, and another item follows below; write "- " before it, or move it out of the list.',
        key,
        contentEnd(text, key),
      ];
  } else if (columns.includes(indent) && isItem(text, lineInColumn(text, from, indent) ?? at))
    return [
      'The lines above that begin in this column are items of a list, and this one has no "- "; write it, or indent the line like the rest of an item.',
      at,
      end,
    ];
  const known = [shallower, deeper].filter((column) => column !== undefined).join(' or ');
  const message =
    columns.includes(indent) || known === ''
      ? 'This line is indented deeper than the lines it belongs to; give them the same indentation.'
      : `This line is indented by ${spaces(indent)}, and the lines that it can belong with by ${known}.`;
  return [message, at, end];
}

function isItem(text: string, at: number): boolean {
  return /^-(?:\s|$)/.test(text.slice(at, at + 2));
}

/** The last line above that begins in a column, unless one that begins further left is nearer. */
function lineInColumn(text: string, from: number, column: number): number | undefined {
  for (const line of linesAbove(text, from))
    if (line.column <= column) return line.column === column ? line.content : undefined;
  return undefined;
}

/** The last line in a column above a place, if it is not an item and the line in that column above it is one. */
function keyAmongItems(text: string, from: number, column: number): number | undefined {
  const key = lineInColumn(text, from, column);
  if (key === undefined || isItem(text, key)) return undefined;
  const above = lineInColumn(text, lineStart(text, key), column);
  return above !== undefined && isItem(text, above) ? key : undefined;
}

/** The first line in a column of the block of a key that begins before another column. */
function blockStart(
  text: string,
  from: number,
  { column, below }: { readonly column: number; readonly below: number },
): number | undefined {
  let first: number | undefined;
  for (const line of linesAbove(text, from)) {
    if (line.column < column) {
      const isKey = text.slice(line.content, line.end).trimEnd().endsWith(':');
      return isKey && line.column < below ? first : undefined;
    }
    first = line.column === column ? line.content : undefined;
  }
  return undefined;
}

/** The lines above a place, from the nearest on, without comments and empty ones. */
function* linesAbove(
  text: string,
  from: number,
): Generator<{ readonly content: number; readonly column: number; readonly end: number }> {
  for (let end = from; end > 0;) {
    const start = lineStart(text, end - 1);
    const content = contentStart(text, start);
    if (!isBreak(text.charCodeAt(content)) && text[content] !== '#')
      yield { content, column: content - start, end };
    end = start;
  }
}

/**
 * The line above with one space too few, if it alone has its column and this line's column is even: the parser reports the next
 * correct line instead.
 */
export function lostAbove(text: string, at: number): Description | undefined {
  const from = lineStart(text, at);
  const indent = contentStart(text, from) - from;
  for (let end = from; end > 0;) {
    const start = lineStart(text, end - 1);
    const content = contentStart(text, start);
    const column = content - start;
    end = start;
    if (column >= indent || isBreak(text.charCodeAt(content)) || text[content] === '#') continue;
    if (indent % 2 === 1 || column !== indent - 1 || isUsed(column, text.slice(0, start))) return undefined;
    const message = `This line is indented by ${spaces(column)}, and those that it belongs with by ${indent}.`;
    return [message, content, contentEnd(text, content)];
  }
  return undefined;
}

/** Whether a line starts in a column. */
function isUsed(column: number, text: string): boolean {
  return text.split('\n').some((line) => contentStart(line, 0) === column && line.trim() !== '');
}

function spaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`;
}

/** The columns of the collections that are open before a line, of keys and dashes, deepest first. */
function openColumns(text: string, from: number): number[] {
  const columns: number[] = [];
  let least = Infinity;
  for (let end = from; end > 0 && least > 0;) {
    const start = lineStart(text, end - 1);
    const line = text.slice(start, end);
    end = start;
    if (/^\s*(?:#|$)/.test(line)) continue;
    const dashes = /^ *(?:- +)*/.exec(line)![0];
    const own = [...dashes.matchAll(/-/g)].map(({ index }) => index);
    for (const column of [dashes.length, ...own.reverse()]) {
      if (column >= least) continue;
      columns.push(column);
      least = column;
    }
  }
  return columns;
}

/** A colon where a key cannot end: the string before it has started as a value, on this line or above. */
function describeColon(text: string, at: number, from: number, before: string): Description {
  const key = before.replace(/^(?:- +)*/, '');
  if (key.includes(':')) return ['A string that contains a colon and a space must be quoted.', at, at + 1];
  const start = from + text.slice(from, at).indexOf(key);
  const previous = text.slice(0, from).trimEnd();
  const above = lineStart(text, previous.length);
  if (contentStart(text, above) - above === start - from) return withoutColon(text, previous);
  return [
    `Key "${key}" is indented deeper than the line above it, whose value is complete; give both the same indentation.`,
    start,
    start + key.length,
  ];
}

/** The last line before the error, which should be an entry of a map. */
function withoutColon(text: string, previous: string): Description {
  const start = contentStart(text, lineStart(text, previous.length));
  const line = text.slice(start, lineEnd(text, start));
  const message = text.startsWith('//', start)
    ? 'YAML and JSON have no // comments; write #.'
    : /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(line)
      ? 'This is a Git merge conflict marker; resolve the conflict and remove the markers.'
      : 'Expected "key: value", but this line has no colon followed by a space.';
  return [message, start, contentEnd(text, start)];
}

/** What follows a closing quote or bracket. */
function describeRest(text: string, at: number, before: string): Description {
  const end = contentEnd(text, at);
  const last = before.at(-1)!;
  const isGlued = text[at - 1] === last;
  if (last === "'" && isGlued)
    return ["Within single quotes, an apostrophe is written twice: ''.", at - 1, at];
  if (last === '"' && isGlued) return ['Within double quotes, a quote is written \\".', at - 1, at];
  const what = /["']/.test(last) ? 'closing quote' : 'closing bracket';
  return [`Only a comment can follow a ${what}; put the whole value in quotes.`, at, end];
}
