// What is wrong with a Rollout, and what to do, above everything else; and which Rollouts there are.
// @ts-check
'use strict';

/** The worst comes first. @type {readonly PageConclusion['level'][]} */
const levels = ['error', 'unknown', 'warning', 'info'];
/** @type {Record<string, string>} */
const marks = { error: '×', unknown: '?', warning: '!', info: 'i', good: '✓' };
/** @type {Record<string, readonly [one: string, many: string]>} */
const counts = {
  error: ['error', 'errors'],
  unknown: ['point that cannot be judged', 'points that cannot be judged'],
  warning: ['warning', 'warnings'],
};

/** All that is said of a Rollout. @param {PageTrace} of @returns {PageConclusion[]} */
const conclusionsOf = (of) => [...of.conclusions, ...of.drift.flatMap(({ conclusions }) => conclusions)];

/** @param {PageTrace} of @returns {{ level: string, words: string }} */
function verdictOf(of) {
  const all = conclusionsOf(of);
  const parts = Object.entries(counts).flatMap(([level, [one, many]]) => {
    const count = all.filter((conclusion) => conclusion.level === level).length;
    return count === 0 ? [] : [{ level, words: `${count} ${count === 1 ? one : many}` }];
  });
  return {
    level: parts[0]?.level ?? 'good',
    words: parts.length === 0 ? 'No problem found' : parts.map(({ words }) => words).join(', '),
  };
}

/** The frame that shows the worst first. @param {PageTrace} of */
function firstProblem(of) {
  for (const level of levels.slice(0, 3)) {
    const ids = conclusionsOf(of).flatMap((one) => (one.level === level ? one.frames : []));
    const found = of.frames.find(({ id }) => ids.includes(id));
    if (found) return found;
  }
  return undefined;
}

function drawVerdict() {
  const { level, words } = verdictOf(trace);
  byId('verdict').replaceChildren(
    element('h2', { class: `verdict ${level}` }, mark(level), words),
    ...list(trace.conclusions),
    ...trace.drift.flatMap(applicationParts),
  );
  const notes = trace.conclusions.filter((one) => one.level === 'info');
  byId('notes').replaceChildren(...notes.map(({ text }) => element('p', {}, text)));
}

/** @param {PageDrift} drift */
function applicationParts({ application, settings, frames, conclusions, patch }) {
  const isSynced = conclusions.length === 0 && Object.keys(frames).length > 0;
  const parts = [
    element('h3', {}, application),
    element('p', { class: 'settings' }, settings),
    ...(isSynced
      ? [element('p', {}, mark('good'), `Synced in all ${Object.keys(frames).length} frames`)]
      : list(conclusions)),
  ];
  if (!patch) return parts;
  return [
    ...parts,
    element(
      'h4',
      {},
      patch.where,
      ' ',
      copyButton(() => patch.text, 'Copy YAML'),
    ),
    element('pre', { tabindex: '0', 'aria-label': patch.where }, element('code', {}, patch.text)),
  ];
}

/** So many frames of a conclusion can be gone to; its words name the rest. */
const maxLinks = 4;

/** @param {readonly PageConclusion[]} conclusions */
function list(conclusions) {
  const shown = conclusions.filter(({ level }) => level !== 'info');
  if (shown.length === 0) return [];
  const items = shown.map(({ level, text, frames }) => {
    const links = frames.slice(0, maxLinks).flatMap((id) => {
      const frame = trace.frames.find((one) => one.id === id);
      return frame ? [button(id, () => choose(frame, { isLookedAt: true }), { class: 'link' })] : [];
    });
    return element(
      'li',
      { class: level },
      mark(level),
      element('span', {}, text, ...links.flatMap((link) => [' ', link])),
    );
  });
  return [element('ul', { class: 'conclusions' }, ...items)];
}

/** @param {string} level */
function mark(level) {
  const name = level === 'good' ? '' : `${counts[level]?.[0] ?? level}: `;
  return element(
    'span',
    { class: `mark ${level}` },
    element('span', { 'aria-hidden': 'true' }, marks[level] ?? ''),
    element('span', { class: 'unseen' }, name),
  );
}

/** The Rollouts, the worst first. */
function drawIndex() {
  byId('index').hidden = data.traces.length < 2;
  if (data.traces.length < 2) return;
  const order = [...levels.slice(0, 3), 'good'];
  const rows = data.traces
    .map((one) => ({ one, verdict: verdictOf(one) }))
    .sort((left, right) => order.indexOf(left.verdict.level) - order.indexOf(right.verdict.level))
    .map(({ one, verdict }) =>
      element(
        'li',
        {},
        mark(verdict.level),
        button(nameOf(one), () => show(one), { class: 'link', 'data-rollout': one.key }),
        element('span', { class: 'words' }, verdict.words),
        element('span', { class: 'file' }, one.file ?? ''),
      ),
    );
  byId('index').replaceChildren(
    element('h2', {}, `${data.traces.length} Rollouts`),
    element('ul', { tabindex: '0', 'aria-label': 'Rollouts, the worst first' }, ...rows),
  );
}
