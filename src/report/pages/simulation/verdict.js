// What is wrong with a Rollout, and what to do; and what is to be said of the inputs.
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
  const aborted = abortWords(of);
  // Its own warning is not counted.
  const isOnlyAborted = aborted !== '' && all.filter(({ level }) => level !== 'info').length <= 1;
  const said = parts.length === 0 ? 'No problem found' : parts.map(({ words }) => words).join(', ');
  return {
    level: parts[0]?.level ?? 'good',
    words: isOnlyAborted ? aborted : [aborted, said].filter(Boolean).join(': '),
  };
}

/** What became of an update that was to fail. @param {PageTrace} of */
function abortWords({ frames }) {
  const aborted = frames.find(({ from, kind }) => from === undefined && kind === 'aborted');
  if (!aborted) return '';
  const after = aborted.at === undefined ? '' : ` after ${duration(aborted.at)}`;
  return `The update is ${aborted.title}${after}`;
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
  drawResult(level, verdict);
  const own = trace.conclusions.flatMap(({ level, text }) => (level === 'info' ? [text] : []));
  const notes = new Set([...trace.drift.flatMap((drift) => drift.notes), ...own]);
  byId('notes').replaceChildren(...[...notes].map((text) => element('p', {}, ...words(text))));
}

/** The result above the chart, and the way to its reasons. @param {string} level @param {string} verdict */
function drawResult(level, verdict) {
  byId('outcome').hidden = byId('time').hidden;
  byId('outcome').className = level;
  const go = () => byId('verdict').scrollIntoView({ block: 'start' });
  byId('outcome').replaceChildren(mark(level), button(verdict, go, { class: 'link' }));
}

/** What the controller says; where Applications say something, too, under its own name. */
function controllerParts() {
  const said = list(trace.conclusions, ['error', 'unknown', 'warning']);
  const isAlone = said.length === 0 || trace.drift.length === 0;
  return isAlone ? said : [element('h3', {}, `Argo Rollouts ${data.version}`), ...said];
}

/** @param {PageDrift} drift */
function applicationParts({ called, file, settings, outside, frames, conclusions, patch }) {
  const all = Object.values(frames);
  const isSynced = all.length > 0 && all.every(({ status }) => status === 'synced');
  const parts = [
    element('h3', {}, called),
    element('p', { class: 'settings' }, settings, ...(file ? [' · ', ...pathParts(file)] : [])),
    ...(isSynced ? [element('p', {}, mark('good'), `Synced in all ${all.length} frames.`)] : []),
    ...(outside ? [element('p', {}, mark('error'), outside)] : []),
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

/** So many frames of a conclusion can be gone to; the rest is counted. */
const maxLinks = 4;

/** What a text says after its last sentence about its frames, which are buttons here. */
const framesSentence = /(?:^| )Frames?: [^\n]{1,300}\.$/;

/** Notes are folded where there are more of them, because they say what happens in every update. */
const maxNotes = 1;

/** @param {readonly PageConclusion[]} conclusions @param {readonly string[]} among the levels that are shown */
function list(conclusions, among) {
  const shown = conclusions
    .filter(({ level }) => among.includes(level))
    .sort((left, right) => levels.indexOf(left.level) - levels.indexOf(right.level));
  const notes = shown.filter(({ level }) => level === 'info');
  const rest = notes.length > maxNotes ? shown.filter(({ level }) => level !== 'info') : shown;
  return [
    ...(rest.length > 0 ? [conclusionList(rest)] : []),
    ...(rest.length < shown.length
      ? [
          element(
            'details',
            { class: 'folded' },
            element('summary', {}, `${notes.length} notes`),
            conclusionList(notes),
          ),
        ]
      : []),
  ];
}

/** @param {readonly PageConclusion[]} conclusions */
function conclusionList(conclusions) {
  return element('ul', { class: 'conclusions' }, ...conclusions.map(conclusionItem));
}

/** @param {PageConclusion} conclusion */
function conclusionItem({ level, text, frames, instead }) {
  /** @type {(Node | string)[]} */
  const links = frames.slice(0, maxLinks).flatMap(linkTo);
  const isLinked = links.length > 0;
  if (isLinked && frames.length > maxLinks) links.push(`and ${frames.length - maxLinks} more`);
  if (instead !== undefined) links.push(copyButton(() => instead, 'Copy the right expression'));
  return element(
    'li',
    { class: level },
    mark(level),
    element(
      'div',
      {},
      ...words(isLinked ? text.replace(framesSentence, '') : text),
      ...(links.length > 0 ? [element('div', { class: 'go' }, ...links)] : []),
    ),
  );
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
