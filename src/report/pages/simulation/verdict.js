// What is wrong with a Rollout, and what to do, above everything else; and what is to be said of the inputs.
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

/** @param {readonly PageConclusion[]} conclusions */
const worstOf = (conclusions) => Math.min(...conclusions.map(({ level }) => levels.indexOf(level)));

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
  const { level, words: verdict } = verdictOf(trace);
  const groups = [
    { conclusions: trace.conclusions, parts: controllerParts() },
    ...trace.drift.map((drift) => ({ conclusions: drift.conclusions, parts: applicationParts(drift) })),
  ].sort((left, right) => worstOf(left.conclusions) - worstOf(right.conclusions));
  byId('verdict').className = level;
  byId('verdict').replaceChildren(
    element('h2', {}, mark(level), verdict),
    ...groups.flatMap(({ parts }) => parts),
  );
  const own = trace.conclusions.flatMap(({ level, text }) => (level === 'info' ? [text] : []));
  const notes = new Set([...trace.drift.flatMap((drift) => drift.notes), ...own]);
  byId('notes').replaceChildren(...[...notes].map((text) => element('p', {}, ...words(text))));
}

/** What the controller says; where Applications say something, too, under its own name. */
function controllerParts() {
  const said = list(trace.conclusions, ['error', 'unknown', 'warning']);
  const isAlone = said.length === 0 || trace.drift.length === 0;
  return isAlone ? said : [element('h3', {}, `Argo Rollouts ${data.version}`), ...said];
}

/** @param {PageDrift} drift */
function applicationParts({ called, file, settings, frames, conclusions, patch }) {
  const all = Object.values(frames);
  const isSynced = all.length > 0 && all.every(({ status }) => status === 'synced');
  const parts = [
    element('h3', {}, called),
    element('p', { class: 'settings' }, settings, ...(file ? [' · ', ...pathParts(file)] : [])),
    ...(isSynced ? [element('p', {}, mark('good'), `Synced in all ${all.length} frames.`)] : []),
    ...list(conclusions, levels),
  ];
  if (!patch) return parts;
  return [
    ...parts,
    element(
      'div',
      { class: 'patch' },
      element(
        'div',
        {},
        element('h4', {}, patch.where),
        copyButton(() => patch.text, 'Copy YAML'),
      ),
      element(
        'pre',
        { tabindex: '0', role: 'region', 'aria-label': patch.where },
        element('code', {}, patch.text),
      ),
    ),
  ];
}

/** So many frames of a conclusion can be gone to; its words name the rest. */
const maxLinks = 4;

/** @param {readonly PageConclusion[]} conclusions @param {readonly string[]} among the levels that are shown */
function list(conclusions, among) {
  const shown = conclusions
    .filter(({ level }) => among.includes(level))
    .sort((left, right) => levels.indexOf(left.level) - levels.indexOf(right.level));
  if (shown.length === 0) return [];
  const items = shown.map(({ level, text, frames, instead }) => {
    const links = frames.slice(0, maxLinks).flatMap(linkTo);
    if (instead !== undefined) links.push(copyButton(() => instead, 'Copy the right expression'));
    return element(
      'li',
      { class: level },
      mark(level),
      element(
        'div',
        {},
        ...words(text),
        ...(links.length > 0 ? [element('div', { class: 'go' }, ...links)] : []),
      ),
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

/** What is to be said of what was read, whichever Rollout is chosen. */
function drawInputs() {
  byId('inputs').hidden = data.inputs.length === 0;
  const shown = data.inputs.map(({ level, text }) =>
    element('li', { class: level }, mark(level), element('div', {}, ...words(text))),
  );
  byId('inputs').replaceChildren(
    element('h2', {}, 'What was read'),
    element('ul', { class: 'conclusions' }, ...shown),
  );
}
