import { holdsApplicationSet } from './application-set.js';
import { isBlank, isBreak, lineEnd, lineStart } from './characters.js';
import type { YamlProblem } from './problems.js';
import { isReserved, contentStart, contentEnd, lastQuote, lastBracket, codePoint } from './line-parts.js';

/** Translates an error of the parser into a message for users, and the place to look at. */
export function explain(
  reason: string,
  text: string,
  position: number,
  endsWithin: (text: string) => 'quote' | 'collection' | undefined,
): YamlProblem {
  const at = Math.min(position, text.length);
  const [message, start, end] = describe(reason, { text, at, char: text[at] ?? '', endsWithin });
  const from = Math.max(0, Math.min(start, text.length - 1));
  return {
    rule: reason.startsWith('nesting exceeded') ? 'yaml/size-limited' : 'yaml/parses',
    message,
    start: from,
    end: Math.max(from, Math.min(text.length, Math.max(end, from + 1))),
  };
}

type Description = readonly [message: string, start: number, end: number];

/** Where the parser stopped. */
interface Stop {
  readonly text: string;
  readonly at: number;
  readonly char: string;
  readonly endsWithin: (text: string) => 'quote' | 'collection' | undefined;
}

function describe(reason: string, stop: Stop): Description {
  const { text, at } = stop;
  if (entryReasons.has(reason)) return describeEntry(reason, text, at);
  const message = messages.get(reason);
  if (message !== undefined) return here(stop, message);
  const description = descriptions.get(reason)?.(stop);
  if (description) return description;
  if (reason.startsWith('nesting exceeded'))
    return here(stop, 'Maps and lists are nested too deeply here; no Kubernetes object is nested this deep.');
  if (/\btag\b/.test(reason))
    return here(stop, `A value that starts with ! is a tag, and this tag is not valid: ${reason}.`);
  return here(stop, `This is not valid YAML: ${reason}.`);
}

function here({ at }: Stop, message: string): Description {
  return [message, at, at + 1];
}

const entryReasons: ReadonlySet<string> = new Set([
  'bad indentation of a mapping entry',
  'end of the stream or a document separator is expected',
  "expected ':' after a mapping key",
  'can not read a block mapping entry; a multiline key may not be an implicit key',
]);

const blockHeader =
  'A block header is "|" or ">" with at most one "+" or "-" and at most one digit from 1 to 9.';

/** Messages that need only the character where the parser stopped. */
const messages: ReadonlyMap<string, string> = new Map([
  [
    'tab characters must not be used in indentation',
    'This line is indented with a tab; indent it with spaces, YAML does not allow tabs.',
  ],
  [
    "expected the node content, but found ','",
    'Nothing precedes this comma; remove it, or write "" for an empty string.',
  ],
  [
    'a whitespace character is expected after the key-value separator within a block mapping',
    'A space is missing after the colon.',
  ],
  [
    'a line break is expected',
    'The text of a block starts on the line below its "|" or ">"; only a comment can follow here.',
  ],
  ['repeat of a chomping mode identifier', blockHeader],
  ['repeat of an indentation width identifier', blockHeader],
  ['bad explicit indentation width of a block scalar; it cannot be less than one', blockHeader],
  [
    'expected hexadecimal character',
    'An escape sequence needs two hexadecimal digits after \\x, four after \\u, eight after \\U.',
  ],
  ['alias node should not have any properties', 'An alias cannot have an anchor or a tag.'],
  ['null byte is not allowed in input', 'A zero byte is not allowed in YAML.'],
]);

/** Messages that depend on the surrounding text. */
const descriptions: ReadonlyMap<string, (stop: Stop) => Description> = new Map([
  ['bad indentation of a sequence entry', describeItem],
  ['deficient indentation', describeDeficient],
  ['unexpected end of the stream within a double quoted scalar', describeOpenQuote],
  ['unexpected end of the stream within a single quoted scalar', describeOpenQuote],
  ['unexpected end of the document within a double quoted scalar', describeOpenQuote],
  ['unexpected end of the document within a single quoted scalar', describeOpenQuote],
  ['unexpected end of the stream within a flow collection', describeOpenBracket],
  ['missed comma between flow collection entries', describeComma],
  ['unknown escape sequence', describeEscape],
  ['expected valid JSON character', describeCharacter],
  ['the stream contains non-printable characters', describeCharacter],
  ['directives end mark is expected', describeDirective],
  ['directive name must not be less than one character in length', describeDirective],
  ['name of an alias node must contain at least one character', describeSigil('*', 'an alias')],
  ['name of an anchor node must contain at least one character', describeSigil('&', 'an anchor')],
]);

function describeItem(stop: Stop): Description {
  if (stop.char !== '-')
    return here(
      stop,
      'The indentation of this line matches neither the "-" above it nor the key after that "-".',
    );
  return (
    lostAbove(stop.text, stop.at) ??
    here(stop, 'This "-" is not in the same column as the other items of its list.')
  );
}

function describeDeficient(stop: Stop): Description {
  const { text, at, endsWithin } = stop;
  const before = text.slice(0, at).trimEnd();
  const open = endsWithin(before);
  const start = open === 'quote' ? lastQuote(before) : lastBracket(before);
  if (start === -1)
    return here(stop, 'This line must be indented deeper than the key that its value belongs to.');
  if (open === 'quote') return [`This ${text[start]!} is not closed before the next key.`, start, start + 1];
  return here(stop, `This line is inside the "${text[start]!}" above; close it, or indent this line deeper.`);
}

function describeOpenQuote(stop: Stop): Description {
  const start = lastQuote(stop.text.slice(0, stop.at));
  if (start === -1) return here(stop, 'A quote is not closed.');
  return [`This ${stop.text[start]!} is never closed.`, start, start + 1];
}

function describeOpenBracket(stop: Stop): Description {
  const start = lastBracket(stop.text.slice(0, stop.at));
  if (start === -1) return here(stop, 'A bracket is not closed.');
  return [`This "${stop.text[start]!}" is never closed.`, start, start + 1];
}

function describeComma(stop: Stop): Description {
  const { text, at, char } = stop;
  const [start, end] = [lineStart(text, at), lineEnd(text, at)];
  const [indent] = /^ *(?=\{\{-? )/.exec(text.slice(start, end)) ?? [];
  if (indent !== undefined && holdsApplicationSet(text))
    return [
      'A line of a Go template is not YAML, and an ApplicationSet fills in strings only; write conditions in "templatePatch".',
      start + indent.length,
      end,
    ];
  if (char === ':')
    return here(stop, 'A comma is missing before this key, or the string with the colon must be quoted.');
  if (isReserved(char)) return here(stop, `A string cannot start with ${char}; put it in quotes.`);
  const close = text[lastBracket(text.slice(0, at))] === '{' ? '}' : ']';
  return here(stop, `A comma or "${close}" is missing before this.`);
}

function describeEscape({ at, char }: Stop): Description {
  return [
    `"\\${char}" is not an escape sequence; write "\\\\${char}" for a backslash, or use single quotes.`,
    at - 1,
    at + 1,
  ];
}

function describeCharacter(stop: Stop): Description {
  return here(
    stop,
    `${codePoint(stop.text, stop.at)} is not allowed in YAML; write it as an escape sequence in double quotes.`,
  );
}

function describeDirective({ text }: Stop): Description {
  const start = Math.max(0, text.search(/^%/m));
  return [
    'A line that starts with % is a directive, and a "---" must follow it.',
    start,
    lineEnd(text, start),
  ];
}

function describeSigil(sigil: string, what: string): (stop: Stop) => Description {
  const message = `A value that starts with ${sigil} is ${what} and needs a name; quote it if it is a string.`;
  return ({ at }) => [message, at - 1, at];
}

function describeEntry(reason: string, text: string, at: number): Description {
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
  const known = [shallower, deeper].filter((column) => column !== undefined).join(' or ');
  const message =
    columns.includes(indent) || known === ''
      ? 'This line is indented deeper than the lines it belongs to; give them the same indentation.'
      : `This line is indented by ${spaces(indent)}, and the lines that it can belong with by ${known}.`;
  return [message, at, end];
}

/**
 * The line above with one space too few, if it alone has its column and this line's column is even: the parser reports the next
 * correct line instead.
 */
function lostAbove(text: string, at: number): Description | undefined {
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
