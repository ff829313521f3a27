// Which Rollout is shown, when the change arrives at it, and what the address says of that.
// @ts-check
'use strict';

const page = /** @type {import('../../impact-page/data.js').ImpactPageData} */ (data);

/** @type {PageImpact} */
let impact;
/** @type {PageArrival | undefined} */
let arrival;

/** @param {PageTrace} next @param {string} [when] @param {string} [wanted] */
function show(next, when, wanted) {
  stop();
  impact = page.traces.find(({ key }) => key === next.key) ?? impact;
  trace = impact;
  const name = nameOf(impact);
  byId('heading').replaceChildren(
    element('span', { class: 'kind' }, 'What this change does to Rollout '),
    name,
  );
  byId('source').replaceChildren(
    `as Argo Rollouts ${data.version} runs it`,
    ...(impact.file ? [' · ', ...pathParts(impact.file)] : []),
  );
  document.title = `${name}: what this change does`;
  markCurrent();
  const { level, words: verdict } = verdictOf(impact);
  byId('verdict').className = level;
  byId('verdict').replaceChildren(
    element('h2', {}, mark(level), level === 'good' ? 'Nothing breaks' : verdict),
    ...list(impact.conclusions, levels),
  );
  byId('notes').replaceChildren(...impact.notes.map((text) => element('p', {}, ...words(text))));
  drawChange(impact);
  drawArrivals(impact);
  arrive(impact.arrivals.some((one) => one.when === when) ? when : firstWhen(), wanted);
}

/** The first arrival of which the worst is said. */
function firstWhen() {
  for (const level of levels) {
    const found = impact.arrivals.find(({ when }) => levelAt(impact, when) === level);
    if (found) return found.when;
  }
  return impact.arrivals[0]?.when;
}

/** Shows what happens when the change arrives at a moment. @param {string | undefined} when @param {string} [wanted] */
function arrive(when, wanted) {
  stop();
  arrival = impact.arrivals.find((one) => one.when === when);
  for (const id of ['time', 'frames', 'frame']) byId(id).hidden = arrival === undefined;
  if (!arrival) return;
  trace = { ...impact, frames: arrival.frames };
  line = [...arrival.frames];
  for (const link of document.querySelectorAll('[data-arrival]'))
    link.setAttribute('aria-pressed', String(link.getAttribute('data-arrival') === when));
  drawOrder(arrival);
  drawRequests(arrival);
  drawOverview();
  // The first thing that is done is what people look for.
  const first = line.find(({ id }) => id === wanted) ?? line[1] ?? line[0];
  if (first) choose(first);
}

/** An arrival of which a conclusion speaks. @param {string} id */
function linkTo(id) {
  if (!impact.arrivals.some(({ when }) => when === id)) return [];
  const act = () => {
    arrive(id);
    byId('arrivals').scrollIntoView({ block: 'start' });
  };
  return [button(id === 'rest' ? 'at rest' : id, act, { class: 'link' })];
}

/** @param {PageFrame} frame */
function hashOf({ id }) {
  return `#${[impact.key, arrival?.when ?? '', id].map(encodeURIComponent).join(':')}`;
}

/** Shows what the address names. */
function follow() {
  const [key, when, frame] = location.hash.slice(1).split(':').map(decoded);
  const [first] = document.querySelectorAll('[data-rollout]');
  const worst = first?.getAttribute('data-rollout');
  const next =
    page.traces.find((one) => one.key === key) ??
    impact ??
    page.traces.find((one) => one.key === worst) ??
    page.traces[0];
  if (next) show(next, when, frame);
  else nothing();
}

function nothing() {
  byId('heading').textContent = document.title = page.isUnknown
    ? 'What this change does is not wholly known'
    : 'This change touches no Rollout';
  byId('source').textContent =
    `${page.untouched} ${page.untouched === 1 ? 'Rollout is' : 'Rollouts are'} as before`;
  for (const id of ['verdict', 'time', 'frames', 'frame']) byId(id).hidden = true;
}

byId('keys').replaceChildren(element('kbd', {}, '←'), ' ', element('kbd', {}, '→'), ' from moment to moment');
byId('frames-name').textContent = 'Moment by moment';
byId('time-name').textContent = 'Who answers requests';
window.addEventListener('hashchange', follow);
// Its reasons do not hang on the arrival that is drawn.
byId('time').before(byId('verdict'));
drawInputs();
drawTerms();
drawIndex();
follow();
