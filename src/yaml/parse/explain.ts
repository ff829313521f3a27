import { holdsApplicationSet } from './application-set.js';
import { lineEnd, lineStart } from './characters.js';
import type { YamlProblem } from './problems.js';
import { isReserved, lastQuote, lastBracket, codePoint } from './line-parts.js';
import { type Description, type Stop, here } from './described.js';
import { entryReasons, describeEntry, lostAbove } from './explain-entry.js';

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
