// The share of a bad version over time, with its requests while it is bad.
// @ts-check
'use strict';

/** @typedef {{ at: number, share: number }} Share */

/** The picture is drawn in these units and stretched to the room that there is. */
const [wide, high] = [1000, 100];

/** @param {string} name @param {Record<string, string>} attributes @param {...Node} children */
function drawn(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The shares in which a version goes until it turns bad, and then those of the bad version. @param {Line} line @param {PageMoment} moment */
const courseOf = ({ rollout: { shares } }, moment) => [
  ...shares.filter(({ at }) => at < moment.at),
  ...moment.shares,
];

/** When the picture ends: after all that is drawn for any moment. @param {Line} line */
function spanOf({ rollout: { shares }, said: { moments } }) {
  const ends = moments.map(({ at, noticed, gone }) => at + Math.max(noticed ?? 0, gone ?? 0));
  return Math.max(1, ...shares.map(({ at }) => at), ...ends) * 1.02;
}

/** Until when requests of a bad version are drawn. @param {PageMoment} moment @param {number} span */
function exposedUntil({ at, noticed, gone, outcome }, span) {
  if (gone !== null) return at + gone;
  return outcome === 'person' && noticed !== null ? at + noticed : span;
}

/**
 * A line of steps through shares, between two moments.
 * @param {readonly Share[]} shares @param {number} from @param {number} to @param {number} span
 */
function stepsThrough(shares, from, to, span) {
  const x = (/** @type {number} */ at) => ((at / span) * wide).toFixed(1);
  const y = (/** @type {number} */ share) => (high - share * high).toFixed(1);
  const before = shares.findLast(({ at }) => at <= from)?.share ?? 0;
  const moves = shares
    .filter(({ at }) => at > from && at < to)
    .map(({ at, share }) => `H ${x(at)} V ${y(share)}`);
  return { start: x(from), end: x(to), first: y(before), path: [`V ${y(before)}`, ...moves, `H ${x(to)}`] };
}

/** @param {ReturnType<typeof stepsThrough>} steps @param {string} name */
const area = ({ start, path }, name) =>
  drawn('path', { class: name, d: [`M ${start} ${high}`, ...path, `V ${high} Z`].join(' ') });

/** @param {number} at @param {number} span @param {string} name */
function upright(at, span, name) {
  const x = ((at / span) * wide).toFixed(1);
  return drawn('line', { class: name, x1: x, x2: x, y1: '0', y2: String(high) });
}

/** @param {Line} line @param {PageMoment} moment @param {number} span */
function drawChart(line, moment, span) {
  const course = courseOf(line, moment);
  const healthy = stepsThrough(line.rollout.shares, 0, span, span);
  const until = exposedUntil(moment, span);
  const noticedAt = moment.noticed === null ? undefined : moment.at + moment.noticed;
  const picture = drawn(
    'svg',
    { viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    area(stepsThrough(course, 0, span, span), 'course'),
    area(stepsThrough(course, moment.at, until, span), 'exposed'),
    drawn('path', {
      class: 'healthy',
      d: [`M ${healthy.start} ${healthy.first}`, ...healthy.path].join(' '),
    }),
    upright(moment.at, span, 'turned'),
    ...(noticedAt === undefined ? [] : [upright(noticedAt, span, 'noticed')]),
  );
  const chart = byId('chart');
  chart.replaceChildren(picture);
  chart.setAttribute('aria-label', chartWords(course, moment));
  byId('over').replaceChildren(
    note(moment.at, span, 'turns bad'),
    ...(noticedAt === undefined
      ? []
      : [note(noticedAt, span, moment.outcome === 'person' ? 'waits for a person' : 'noticed')]),
  );
  byId('under').replaceChildren(...ticksTo(span).map((at) => note(at, span, duration(at))));
}

/** Words at a moment of the picture. @param {number} at @param {number} span @param {string} text */
function note(at, span, text) {
  const made = element('span', {}, text);
  const share = at / span;
  made.style.setProperty('left', `${share * 100}%`);
  made.style.setProperty('transform', `translateX(-${Math.round(share * 100)}%)`);
  return made;
}

/** Distances that people count time in, in seconds. */
const tickDistances = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400];

/** Moments to write below the picture. @param {number} span */
function ticksTo(span) {
  const distance = tickDistances.find((seconds) => span / seconds <= 5) ?? Math.ceil(span / 5);
  return Array.from({ length: Math.floor(span / distance) + 1 }, (_, index) => index * distance);
}

/** @param {readonly Share[]} course @param {PageMoment} moment */
function chartWords(course, moment) {
  const shares = course.map(({ at, share }) => `${shareOf(share * 100)} from ${duration(Math.ceil(at))} on`);
  const told = shares.length > 8 ? [...shares.slice(0, 7), `${shares.length - 7} more changes`] : shares;
  return `Share of a version that turns bad ${momentWords(moment)}: ${told.join(', then ') || 'none'}.`;
}
