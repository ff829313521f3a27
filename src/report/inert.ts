import { quoted } from './quoted.js';

/**
 * A string for Markdown as GitHub and GitLab render it, on one line, of which nothing becomes a link, an image, a mention, a reference,
 * an emoji, HTML or a list. Quoted parts and everything except plain words become code spans, because both renderers link a bare
 * `www.` and `@name` after decoding entities, but never in code.
 */
export function inert(text: string): string {
  return spansOf(text, codeSpan);
}

/** The same for HTML within Markdown, in which renderers look for mentions and references, but not in `<code>`. */
export function inertHtml(text: string): string {
  return spansOf(text, (code) => `<code>${htmlText(code)}</code>`);
}

/** A name as code. */
export function codeSpan(text: string): string {
  // A pipe ends a table cell, also in code.
  return quoted(text)
    .split('|')
    .map((part) => (part === '' ? '' : span(part)))
    .join('&#124;');
}

function span(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  // Markdown strips one space at both ends, unless the span is blank.
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '');
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** A string between tags, on one line. */
export function htmlText(text: string): string {
  return quoted(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function spansOf(text: string, code: (text: string) => string): string {
  const line: string[] = [];
  const add = (part: string, isCode: boolean): void => {
    if (part === '') return;
    const shown = isCode ? code(part) : part;
    // The backticks of two adjacent spans would merge.
    if (line.at(-1)?.endsWith('`') && shown.startsWith('`')) line.push(' ');
    line.push(shown);
  };
  // Messages of programs quote with backticks, too.
  for (const part of quoted(text).split(/("[^"]*"|`[^`]*`)/)) {
    if (/^(["`]).*\1$/.test(part)) {
      add(part.length === 2 ? part : part.slice(1, -1), true);
      continue;
    }
    for (const word of part.split(/( +)/)) {
      const [before, core, after] = partsOfWord(word);
      const isStart = line.length === 0 && /^\d/.test(core);
      if (/^ *$/.test(word)) add(word, false);
      else if (isStart && after !== '') add(word, true);
      else {
        add(before, false);
        add(core, core !== '' && !isPlainWord(core));
        add(after, false);
      }
    }
  }
  return line.join('');
}

/** A word with the punctuation around it. */
function partsOfWord(word: string): readonly [before: string, core: string, after: string] {
  let [start, end] = [0, word.length];
  while (word[start] === '(') start += 1;
  while (end > start && '.,;:?!)…'.includes(word[end - 1]!)) end -= 1;
  return [word.slice(0, start), word.slice(start, end), word.slice(end)];
}

/** A plain word, a number or one of our marks, but not a word that could be a commit hash. */
function isPlainWord(word: string): boolean {
  if (/^[0-9a-f]{7,}$/i.test(word)) return false;
  return /^(?:[A-Za-z]+(?:['\u2019-][A-Za-z]+)*|\d+(?:[.,]\d+)*%?|\d+\/\d+|[\u2588\u2591]+|[%\u2713\u00d7\u2192\u2013\u2014])$/u.test(
    word,
  );
}
