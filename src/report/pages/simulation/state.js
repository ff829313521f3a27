// What all parts of the page share: the data, what is chosen of it, and how elements are made.
// @ts-check
'use strict';

/**
 * @typedef {import('../../simulation-page/data.js').PageData} PageData
 * @typedef {import('../../simulation-page/data.js').PageTrace} PageTrace
 * @typedef {import('../../simulation-page/data.js').PageFrame} PageFrame
 * @typedef {import('../../simulation-page/data.js').PageLane} PageLane
 * @typedef {import('../../simulation-page/data.js').PageDrift} PageDrift
 * @typedef {import('../../simulation-page/data.js').PageConclusion} PageConclusion
 */

/** @type {PageData} */
const data = JSON.parse(byId('data').textContent ?? '');

/** @type {PageTrace} */
let trace;
/** The frames of the main line. @type {PageFrame[]} */
let line = [];
/** @type {PageFrame} */
let chosen;

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}

/**
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {string} words @param {() => void} act @param {Record<string, string>} [attributes] */
function button(words, act, attributes = {}) {
  const made = element('button', { type: 'button', ...attributes }, words);
  made.addEventListener('click', act);
  return made;
}

/** A button that hands a text to the clipboard, and says so. @param {() => string} text @param {string} [what] */
function copyButton(text, what = 'Copy') {
  const made = button(
    what,
    () => {
      void copy(text()).then((isDone) => {
        made.textContent = isDone ? 'Copied' : 'Not copied: select the text';
        setTimeout(() => (made.textContent = what), 2000);
      });
    },
    { class: 'copy' },
  );
  return made;
}

/** @param {string} text @returns {Promise<boolean>} */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page that is opened from a file may lack the right to, and may copy what is selected.
    const field = /** @type {HTMLTextAreaElement} */ (element('textarea', { 'aria-hidden': 'true' }));
    field.value = text;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}

/** The frames that leave from a frame, each with those that leave from it. @param {PageFrame} frame @returns {PageFrame[]} */
const branchesOf = (frame) =>
  trace.frames.filter(({ from }) => from === frame.id).flatMap((branch) => [branch, ...branchesOf(branch)]);

/** The frame of the main line that a frame is, or leaves from. @param {PageFrame} frame @returns {PageFrame} */
function mainOf(frame) {
  const parent = trace.frames.find(({ id }) => id === frame.from);
  return parent ? mainOf(parent) : frame;
}

/** What a frame is compared with: the one that it leaves from, or the one before. @param {PageFrame} frame */
function before(frame) {
  if (frame.from !== undefined) return trace.frames.find(({ id }) => id === frame.from);
  return line[line.indexOf(frame) - 1];
}

/** @param {number | undefined} index */
const textOf = (index) =>
  index === undefined ? '' : (data.texts[index] ?? []).map((at) => data.lines[at]).join('\n');

/** @param {{ namespace: string | undefined, name: string }} rollout */
const nameOf = ({ namespace, name }) => [namespace, name].filter(Boolean).join('/');

/** How long something lasts, as people say it. @param {number} seconds */
function duration(seconds) {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ].filter(([size]) => size !== 0);
  return parts.length === 0 ? '0 s' : parts.map(([size, unit]) => `${size} ${unit}`).join(' ');
}

/** @type {Record<string, string>} */
const statusNames = {
  synced: 'Synced',
  'out-of-sync': 'OutOfSync',
  unknown: 'Unknown',
  'cannot-tell': 'cannot tell',
};
