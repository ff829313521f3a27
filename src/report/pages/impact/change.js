// What changes, when it may arrive, in which order, and who answers requests meanwhile.
// @ts-check
'use strict';

/**
 * @typedef {import('../../impact-page/data.js').PageImpact} PageImpact
 * @typedef {import('../../impact-page/data.js').PageArrival} PageArrival
 */

/** A section that pages of an update do not have. @param {string} id @param {string} name */
function section(id, name) {
  const known = document.getElementById(id);
  if (known) return known;
  const made = element('section', { id, 'aria-label': name });
  byId('time').before(made);
  return made;
}

/** @param {PageImpact} impact */
function drawChange({ fields, carrier, starts }) {
  const rows = fields.map(({ object, field, values }) =>
    element(
      'li',
      {},
      element('span', {}, ...words(object), ...(field === '' ? [] : [' ', named(field)])),
      ...(values
        ? [
            element('span', { class: 'was' }, element('span', { class: 'unseen' }, 'before: '), values[0]),
            element('span', { class: 'is' }, element('span', { class: 'unseen' }, 'after: '), values[1]),
          ]
        : []),
    ),
  );
  const facts = element('dl', {});
  for (const [name, value] of [
    ['Brought by', carrier],
    ['What starts', starts],
  ])
    if (value !== '') facts.append(element('dt', {}, name ?? ''), element('dd', {}, ...words(value ?? '')));
  section('change', 'What changes').replaceChildren(
    element('h2', {}, 'What changes'),
    facts,
    ...(rows.length === 0 ? [] : [element('ul', { class: 'fields' }, ...rows)]),
  );
}

/** What is said of one arrival, as a mark. @param {PageImpact} impact @param {string} when */
function levelAt({ conclusions }, when) {
  const found = conclusions.filter(({ frames }) => frames.includes(when)).map(({ level }) => level);
  return levels.slice(0, 3).find((level) => found.includes(level)) ?? 'good';
}

/** @param {PageImpact} impact */
function drawArrivals(impact) {
  const place = section('arrivals', 'When the change arrives');
  place.hidden = impact.arrivals.length === 0;
  const items = impact.arrivals.map(({ when, title }) => {
    const level = levelAt(impact, when);
    const link = button('', () => arrive(when), { class: 'arrival', 'data-arrival': when });
    link.append(
      mark(level),
      element('span', { class: 'id' }, when === 'rest' ? 'at rest' : when),
      ...(when === 'rest' ? [] : [element('span', { class: 'title' }, title)]),
    );
    return element('li', {}, link);
  });
  place.replaceChildren(
    element('h2', {}, 'When the change arrives'),
    element('ul', { class: 'arrivals' }, ...items),
    element('h3', {}, 'What is deleted and applied'),
    element('ol', { class: 'order' }),
  );
}

/** @param {PageArrival} arrival */
function drawOrder({ order }) {
  const list = byId('arrivals').querySelector('.order');
  const none = [element('li', {}, 'nothing')];
  list?.replaceChildren(
    ...(order.length === 0 ? none : order.map((text) => element('li', {}, ...words(text)))),
  );
}

/** The requests of one lane from frame to frame, as far as they are split. @param {PageArrival} arrival */
function drawRequests({ lane }) {
  byId('time').hidden = line.length < 2;
  byId('plot').hidden = byId('pauses').hidden = lane === undefined;
  const own = line.map((frame) => ({ frame, of: (frame.lanes ?? []).find(({ name }) => name === lane) }));
  const bars = own.map(({ frame, of }) => {
    const said = of ? sharesWords(of) : 'no route';
    const bar = element('div', {
      class: 'moment shares',
      'data-frame': frame.id,
      title: `${frame.title}: ${said}`,
    });
    for (const who of answerers) {
      const part = element('div', { class: who });
      part.style.setProperty('--weight', `${of?.shares[who] ?? 0}%`);
      bar.append(part);
    }
    bar.addEventListener('click', () => choose(frame));
    return bar;
  });
  byId('chart').replaceChildren(...bars);
  byId('chart').setAttribute(
    'aria-label',
    `Who answers ${lane}: ${own.map(({ frame, of }) => `${frame.id} ${of ? sharesWords(of) : 'no route'}`).join(', then ')}`,
  );
  byId('pauses').replaceChildren(
    ...words(`Who answers ${lane}. Each moment is drawn as wide, however long it lasts.`),
  );
}
