// How sentences are set: names, fields and frames stay whole and stand out.
// @ts-check
'use strict';

/** What is in quotes, as long as a name may be, or any other word. */
const pieces = /(?<![^\s(])"[^\n]{1,200}?"(?=[\s,;:]|\)?\.?(?:\s|$))|(?<![^\s(])[^\s"(][^\s"]*(?!\S)/g;

/** A word that no prose has: `spec.http[0].weight`, `argoproj/argo-rollouts#3078`. */
const isIdentifier = /[\w\])?][.[/_][\w[\](]|^\.\w/;

/** The longest word that is set so: longer ones are no names, but attacks. */
const maxName = 200;

/** A sentence, with its identifiers as elements that are broken only where one is longer than a line. @param {string} text */
function words(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(pieces)) {
    if (found.length > maxName) continue;
    const word = found.startsWith('"') ? found : withoutEnd(found);
    if (!word.startsWith('"') && !isIdentifier.test(word) && !isFrame(word)) continue;
    const begin = index - Number(text[index - 1] === '(');
    const end =
      index +
      found.length +
      (/^[^\s"]{1,3}(?!\S)/.exec(text.slice(index + found.length, index + found.length + 4))?.[0].length ??
        0);
    const [before, after] = [text.slice(begin, index), text.slice(index + word.length, end)];
    parts.push(
      ...explained(text.slice(done, begin)),
      element('span', { class: 'whole' }, before, named(word), after),
    );
    done = end;
  }
  return [...parts, ...explained(text.slice(done))];
}

/** What ends a sentence is no part of a name. @param {string} word */
function withoutEnd(word) {
  let end = word.length;
  while (end > 1 && '.,;:)'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** @param {string} text */
function named(text) {
  const made = element('span', { class: 'name' });
  // Where it is longer than a line, it may be broken after a dot.
  text
    .split(/(?<=[.\]])(?=[^.\]?])/)
    .forEach((piece, at) => made.append(...(at === 0 ? [] : [element('wbr', {})]), piece));
  return made;
}

/** A path, which is broken between folders alone. @param {string | undefined} path */
const pathParts = (path = '') =>
  (path.match(/[^/]*\/+|[^/]+/g) ?? []).map((part) => element('span', { class: 'whole' }, part));

/** @param {string} word */
const isFrame = (word) => word.includes('-') && trace?.frames.some(({ id }) => id === word);
