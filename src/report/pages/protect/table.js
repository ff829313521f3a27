// Tables: the Rollouts, which can be sorted by each column, the metrics of a Rollout, and what happens at each step.
// @ts-check
'use strict';

/**
 * @typedef {import('../../protect-page/data.js').ProtectPageData} ProtectPageData
 * @typedef {import('../../protect-page/data.js').PageProtection} PageProtection
 * @typedef {import('../../protect-page/data.js').PageMoment} PageMoment
 * @typedef {ProtectPageData['report']['rollouts'][number]} PageRollout
 * @typedef {PageRollout['scenarios'][number]} PageScenario
 * @typedef {{ rank: number, rollout: PageRollout, said: PageProtection, start: PageScenario | undefined }} Line
 */

const page = /** @type {ProtectPageData} */ (data);

/** The Rollouts in the order of the report: the least protected first. @type {Line[]} */
const lines = page.report.rollouts.flatMap((rollout, rank) => {
  const said = page.said[rank];
  const [first] = rollout.scenarios;
  return said ? [{ rank, rollout, said, start: said.isUnknown ? undefined : first }] : [];
});

/** @param {number | null} seconds @param {string} otherwise */
const timeOf = (seconds, otherwise) => (seconds === null ? otherwise : duration(Math.ceil(seconds)));

/** Whether the weights of a Rollout apply to all requests, so that what a bad version costs is known. @param {PageRollout} rollout */
const isCostKnown = ({ unweighted }) => unweighted.length === 0;

/** @param {number} share */
const shareOf = (share) => `${Math.round(share * 10) / 10} %`;

/** When the last request comes, where nothing stops a version or a person has to. @param {PageScenario} scenario */
const goneOf = ({ gone, outcome }) => timeOf(gone, outcome === 'person' ? 'open' : 'never');

/** The worst of a Rollout, if that is not what a version does that is bad from the start. @param {Line} line */
function laterOf({ rollout: { scenarios, worst }, start }) {
  const found = scenarios.find(({ id }) => id === worst);
  return !start || !found || found.id === start.id ? '' : `${found.title}: ${page.outcomes[found.outcome]}`;
}

/**
 * The columns of the table of Rollouts: what a cell shows, and what it is sorted by.
 * @type {readonly Column<Line>[]}
 */
const columns = [
  {
    name: 'Rank',
    shown: ({ rank, said }) => [mark(said.level === 'info' ? 'good' : said.level), String(rank + 1)],
    by: ({ rank }) => rank,
  },
  {
    name: 'Rollout',
    shown: (line) => [rolloutButton(line)],
    by: ({ rollout }) => nameOf(rollout.rollout),
  },
  {
    name: 'Noticed by',
    shown: ({ rollout, start }) => [
      start ? (start.by ?? 'nothing') : rollout.scenarios.length === 0 ? 'not simulated' : 'not known',
    ],
    by: ({ start }) => start?.by ?? '',
  },
  {
    name: 'After',
    shown: ({ start }) => [start ? timeOf(start.noticed, '') : ''],
    by: ({ start }) => start?.noticed ?? Infinity,
    isNumber: true,
  },
  {
    name: 'At share',
    shown: ({ start }) => [start ? shareOf(start.share) : ''],
    by: ({ start }) => start?.share ?? Infinity,
    isNumber: true,
  },
  {
    name: 'Exposure',
    shown: ({ start }) => [start ? timeOf(start.exposure, 'no end') : ''],
    by: ({ start }) => start?.exposure ?? Infinity,
    isNumber: true,
  },
  ...(page.report.rollouts.some(({ requestsPerSecond }) => requestsPerSecond !== null)
    ? [
        {
          name: 'Requests',
          shown: (/** @type {Line} */ { start }) => [start?.requests == null ? '' : String(start.requests)],
          by: (/** @type {Line} */ { start }) => start?.requests ?? Infinity,
          isNumber: true,
        },
      ]
    : []),
  {
    name: 'Last request',
    shown: ({ start }) => [start ? goneOf(start) : ''],
    by: ({ start }) => start?.gone ?? Infinity,
    isNumber: true,
  },
  {
    name: 'Then',
    shown: ({ start }) => [start ? page.outcomes[start.outcome] : ''],
    by: ({ start }) => (start ? page.outcomes[start.outcome] : ''),
  },
  { name: 'Worst later', shown: (line) => words(laterOf(line)), by: laterOf },
  {
    name: 'File',
    shown: ({ rollout }) => pathParts(rollout.rollout.file),
    by: ({ rollout }) => rollout.rollout.file,
  },
];

/** @param {Line} line */
function rolloutButton(line) {
  return button(nameOf(line.rollout.rollout), () => show(line), {
    class: 'link',
    'data-rollout': line.said.key,
  });
}

function drawRollouts() {
  byId('rollouts').hidden = lines.length < 2;
  if (lines.length < 2) return;
  byId('rollouts-name').textContent =
    `${lines.length} Rollouts${page.summary.length > 0 ? `: ${page.summary.join(', ')}` : ''}`;
  const classOf = (/** @type {Line} */ { said }) => said.level;
  sortedTable(byId('rollouts-table'), lines, columns, { classOf, drawn: markCurrent });
}

/** @param {readonly string[]} names @param {readonly string[]} numbers those of columns of numbers */
const headsOf = (names, numbers = []) =>
  names.map((name) =>
    element('th', { scope: 'col', ...(numbers.includes(name) ? { class: 'number' } : {}) }, name),
  );

/** What judges the new version, and what of it stops nothing. @param {Line} line */
function drawGates({ rollout: { gates, unknown }, said }) {
  byId('gates').hidden = gates.length + unknown.length === 0;
  const rows = gates.map(({ metric, analysis, template, idle, place }, at) =>
    element(
      'tr',
      idle === null ? {} : { class: 'warning' },
      element('td', {}, element('span', { class: 'name' }, metric)),
      element('td', {}, ...words(analysis)),
      element('td', {}, said.gates[at]?.measured ?? ''),
      element('td', {}, said.gates[at]?.failures ?? ''),
      element(
        'td',
        {},
        mark(idle === null ? 'good' : 'warning'),
        ...(idle === null ? ['counts'] : ['stops nothing, because ', ...words(idle)]),
      ),
      element('td', {}, `${template.kind} "${template.name}" `, ...pathParts(`${place.file}:${place.line}`)),
    ),
  );
  const others = unknown.map((analysis) =>
    element(
      'tr',
      { class: 'warning' },
      element('td', {}),
      element('td', {}, ...words(analysis)),
      element('td', {}, 'unknown'),
      element('td', {}, 'unknown'),
      element('td', {}, mark('unknown'), 'not known'),
      element('td', {}, 'its templates are not found'),
    ),
  );
  byId('gates-table').replaceChildren(
    tableOf(headsOf(['Metric', 'In', 'Measured', 'Fails after', 'Against a bad version', 'Template']), [
      ...rows,
      ...others,
    ]),
  );
}

/** What happens to versions that turn bad at each step. @param {Line} line */
function drawScenarios({ rollout }) {
  const { scenarios } = rollout;
  const isCounted = rollout.requestsPerSecond !== null;
  const known = (/** @type {string} */ text) => (isCostKnown(rollout) ? text : 'not known');
  const rows = scenarios.map((scenario) => {
    const { id, title, by, noticed, share, exposure, requests, outcome } = scenario;
    return element(
      'tr',
      { 'data-moment': id },
      element(
        'th',
        { scope: 'row' },
        button(title, () => turn(id), { class: 'link' }),
      ),
      element('td', {}, by ?? 'nothing'),
      element('td', { class: 'number' }, timeOf(noticed, '')),
      element('td', { class: 'number' }, known(shareOf(share))),
      element('td', { class: 'number' }, known(timeOf(exposure, 'no end'))),
      ...(isCounted
        ? [element('td', { class: 'number' }, known(requests === null ? '' : String(requests)))]
        : []),
      element('td', { class: 'number' }, known(goneOf(scenario))),
      element('td', {}, page.outcomes[outcome]),
    );
  });
  const numbers = ['After', 'At share', 'Exposure', ...(isCounted ? ['Requests'] : []), 'Last request'];
  byId('scenarios').replaceChildren(
    tableOf(headsOf(['Turns bad', 'Noticed by', ...numbers, 'Then'], numbers), rows),
  );
}
