// The text of a comment that `rolloutkit impact --format markdown` has written. It may come from a job that ran with the files of a
// stranger, so that it is read as text, and refused with anything in it that rolloutkit never writes.
import { readFileSync } from 'node:fs';

/** What the comment begins with: by it the next run finds the comment again. */
export const marker = '<!-- rolloutkit impact -->';

/**
 * @typedef {object} Host where the comment is posted
 * @property {string} name
 * @property {number} maxLength the most characters of a comment
 * @property {RegExp} [own] what this host makes something of besides `anything`
 * @property {RegExp} [command] lines that this host carries out
 */

/** @param {string} file @param {Host} host */
export function commentText(file, host) {
  const text = readFileSync(file, 'utf8');
  if (!text.startsWith(`${marker}\n`))
    throw new Error(
      `The file for the comment does not begin with "${marker}", as rolloutkit impact --format markdown writes it.`,
    );
  if (text.length > host.maxLength)
    throw new Error(
      `The file for the comment has ${text.length} characters; ${host.name} takes ${host.maxLength}.`,
    );
  const foreign = foreignIn(text, host);
  if (foreign !== undefined)
    throw new Error(
      `The file for the comment has "${foreign}" in it, which rolloutkit never writes there; it is not posted.`,
    );
  return text;
}

/** What a host makes something of: a tag, a link, a mention, a reference, an emoji. */
const anything =
  /[<>@[\]`\\~*_]|:\/\/|#\d|\bwww\.|\bGH-\d|:[a-z0-9+-]+:|&(?!#124;)|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/i;

/**
 * The first thing in a comment that rolloutkit does not write. Names stand in code spans, and in `<code>` where a line is HTML, from one
 * that begins with a tag to the next empty one: no mention, link, image or other tag comes from them.
 * @param {string} text @param {Host} host
 */
function foreignIn(text, { own, command }) {
  let isHtml = false;
  for (const line of text.split(/\r\n|[\n\r]/).slice(1)) {
    const carriedOut = command?.exec(line);
    if (carriedOut) return carriedOut[0];
    if (/^<\/?(?:details|summary)\b/.test(line)) isHtml = true;
    if (line === '') isHtml = false;
    const rest = isHtml
      ? line.replaceAll(tags, '')
      : withoutCode(line).replaceAll(/<br>|\*\*(?:not checked|unknown)\*\*/g, '');
    const found = anything.exec(rest) ?? own?.exec(rest);
    if (found) return found[0];
  }
  return undefined;
}

/** All that rolloutkit writes of HTML in lines of its own. */
const tags = /<\/?details>|<details open>|<\/?summary>|<code>(?:[^<>&]|&(?:amp|lt|gt);)*<\/code>/g;

/**
 * A line without its code spans; a fence that nothing closes stays, and so does a span with a pipe, which would end in a table.
 * @param {string} line
 */
function withoutCode(line) {
  let rest = '';
  for (let at = 0; at < line.length;) {
    const [fence = ''] = /^`+/.exec(line.slice(at)) ?? [];
    if (fence === '') {
      rest += line[at];
      at += 1;
      continue;
    }
    const inside = line.slice(at + fence.length);
    const end = [...inside.matchAll(/`+/g)].find(([ticks]) => ticks === fence)?.index;
    if (end === undefined || inside.slice(0, end).includes('|')) return `${rest}${fence}`;
    rest += ' ';
    at += fence.length + end + fence.length;
  }
  return rest;
}
