// Which Rollout is shown, and what the address says of it.
// @ts-check
'use strict';

/** @param {PageTrace} next @param {string} [wanted] */
function show(next, wanted) {
  stop();
  trace = next;
  line = trace.frames.filter(({ from }) => from === undefined);
  const name = nameOf(trace);
  byId('heading').replaceChildren(element('span', { class: 'kind' }, 'Rollout '), name);
  byId('source').replaceChildren(
    `as Argo Rollouts ${data.version} runs it`,
    ...(trace.file ? [' · ', ...pathParts(trace.file)] : []),
  );
  document.title = `${name}: simulated rollout`;
  markCurrent();
  drawTime();
  drawVerdict();
  drawOverview();
  const first = trace.frames.find(({ id }) => id === wanted) ?? firstProblem(trace) ?? line[0];
  if (first) choose(first);
}

/** A frame of one Rollout is called by its id, one of several by that of its Rollout, too. @param {PageFrame} frame */
function hashOf({ id }) {
  const parts = data.traces.length > 1 ? [trace.key, id] : [id];
  return `#${parts.map(encodeURIComponent).join(':')}`;
}

/** Shows what the address names. */
function follow() {
  const parts = location.hash.slice(1).split(':').map(decoded);
  const frame = parts.at(-1);
  const wanted = parts.length > 1 ? data.traces.find(({ key }) => key === parts[0]) : undefined;
  const next = wanted ?? (trace === undefined ? firstTrace() : trace);
  if (next) show(next, frame);
}

/** A frame of which a conclusion speaks. @param {string} id */
function linkTo(id) {
  const frame = trace.frames.find((one) => one.id === id);
  if (!frame) return [];
  const made = button('', () => choose(frame, { isLookedAt: true }), { class: 'link' });
  made.append(frame.title, ' ', element('span', { class: 'id' }, id));
  return [made];
}

/** The one that is worst. */
function firstTrace() {
  const [first] = document.querySelectorAll('[data-rollout]');
  return data.traces.find(({ key }) => key === first?.getAttribute('data-rollout')) ?? data.traces[0];
}

window.addEventListener('hashchange', follow);
drawInputs();
drawTerms();
drawIndex();
follow();
