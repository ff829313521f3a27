// The moment at which the version turns bad, which a slider moves, and what then happens.
// @ts-check
'use strict';

/** @type {Line} */
let current;
/** The index of the chosen moment. */
let index = 0;
let span = 1;

const slider = /** @type {HTMLInputElement} */ (byId('moment'));

/** @param {PageMoment} moment */
function momentWords({ id, title, at }) {
  const time = `${duration(Math.ceil(at))} after the update begins`;
  if (id.startsWith('second-')) return time;
  return at === 0 ? title : `${title}, ${time}`;
}

/** Shows a moment, by its name. @param {string} id */
function turn(id) {
  const found = current.said.moments.findIndex((moment) => moment.id === id);
  if (found !== -1) turnTo(found);
}

/** @param {number} to */
function turnTo(to) {
  const { moments } = current.said;
  index = Math.min(Math.max(0, to), moments.length - 1);
  const moment = moments[index];
  if (!moment) return;
  slider.value = String(moment.at);
  slider.setAttribute('aria-valuetext', momentWords(moment));
  drawChart(current, moment, span);
  drawResult(moment);
  for (const row of document.querySelectorAll('[data-moment]'))
    row.classList.toggle('chosen', row.getAttribute('data-moment') === moment.id);
  history.replaceState(null, '', `#${[current.said.key, moment.id].map(encodeURIComponent).join(':')}`);
}

/** @param {PageMoment} moment */
function drawResult(moment) {
  const { by, noticed, share, exposure, requests, outcome, level } = moment;
  const known = (/** @type {string} */ text) => (isCostKnown(current.rollout) ? text : 'not known');
  /** @type {[string, string][]} */
  const facts = [
    ['Turns bad', momentWords(moment)],
    ['Noticed by', by ?? 'nothing'],
    ['After', timeOf(noticed, '–')],
    ['At share', known(shareOf(share))],
    ['Exposure', known(exposure === null ? 'no end' : `${timeOf(exposure, '')} of all traffic`)],
    ...(requests === null ? [] : [/** @type {[string, string]} */ (['Requests', String(requests)])]),
    ['Last request', known(goneOf(moment))],
    ['Then', page.outcomes[outcome]],
  ];
  const shown = element('dl', { class: level });
  for (const [name, value] of facts)
    shown.append(element('div', {}, element('dt', {}, name), element('dd', {}, ...words(value))));
  byId('result').replaceChildren(shown);
}

/** Prepares the slider for a Rollout. @param {Line} line */
function drawTurn(line) {
  const { moments } = line.said;
  current = line;
  byId('turn').hidden = moments.length === 0;
  for (const id of ['over', 'plot', 'under', 'legend']) byId(id).hidden = !isCostKnown(line.rollout);
  if (moments.length === 0) return;
  span = spanOf(line);
  slider.max = String(Math.ceil(span));
}

/** Where the slider is moved by a pointer, the next moment of which something is known. */
slider.addEventListener('input', () => {
  const wanted = Number(slider.value);
  const { moments } = current.said;
  let nearest = 0;
  for (const [at, moment] of moments.entries())
    if (Math.abs(moment.at - wanted) < Math.abs((moments[nearest]?.at ?? 0) - wanted)) nearest = at;
  turnTo(nearest);
});

slider.addEventListener('keydown', (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const last = current.said.moments.length - 1;
  /** @type {Record<string, number>} */
  const moves = {
    ArrowLeft: index - 1,
    ArrowDown: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index + 1,
    PageDown: index - 5,
    PageUp: index + 5,
    Home: 0,
    End: last,
  };
  const to = moves[event.key];
  if (to === undefined) return;
  event.preventDefault();
  turnTo(to);
});
