// Which Rollouts there are, the worst first, as a table to sort.
// @ts-check
'use strict';

/** @type {Record<string, string>} */
const sumNames = {
  error: 'with errors',
  unknown: 'that cannot be judged',
  warning: 'with warnings',
  good: 'without a problem',
};

/** Verdicts, the worst first. */
const verdictOrder = [...levels.slice(0, 3), 'good'];

/** @typedef {{ one: PageTrace, verdict: ReturnType<typeof verdictOf>, rank: number, takes: number, waits: number }} IndexRow */

/** @param {PageTrace} one @returns {Omit<IndexRow, 'rank'>} */
function indexRow(one) {
  const main = one.frames.filter(({ from }) => from === undefined);
  return {
    one,
    verdict: verdictOf(one),
    takes: main.reduce((sum, { lasts }) => sum + (typeof lasts === 'number' ? lasts : 0), 0),
    waits: main.filter(({ lasts }) => lasts === 'endless').length,
  };
}

/** @type {readonly Column<IndexRow>[]} */
const indexColumns = [
  {
    name: 'Result',
    shown: ({ verdict }) => [mark(verdict.level), verdict.words],
    by: ({ rank }) => rank,
  },
  {
    name: 'Rollout',
    shown: ({ one }) => [button(nameOf(one), () => show(one), { class: 'link', 'data-rollout': one.key })],
    by: ({ one }) => nameOf(one),
  },
  {
    name: 'An update takes',
    shown: ({ takes }) => [takes === 0 ? '' : duration(takes)],
    by: ({ takes }) => takes,
    isNumber: true,
  },
  {
    name: 'Waits for a person',
    shown: ({ waits }) => [waits === 0 ? '' : waits === 1 ? 'once' : `${waits} times`],
    by: ({ waits }) => waits,
    isNumber: true,
  },
  { name: 'File', shown: ({ one }) => pathParts(one.file), by: ({ one }) => one.file ?? '' },
];

/** The Rollouts, the worst first. */
function drawIndex() {
  byId('index').hidden = data.traces.length < 2;
  if (data.traces.length < 2) return;
  const rankOf = (/** @type {Omit<IndexRow, 'rank'>} */ { verdict }) => verdictOrder.indexOf(verdict.level);
  const rows = data.traces
    .map(indexRow)
    .sort((left, right) => rankOf(left) - rankOf(right))
    .map((row, rank) => ({ ...row, rank }));
  const sums = verdictOrder.flatMap((level) => {
    const count = rows.filter(({ verdict }) => verdict.level === level).length;
    return count === 0 ? [] : [`${count} ${sumNames[level] ?? level}`];
  });
  const table = element('div', {
    class: 'scrolled',
    tabindex: '0',
    role: 'group',
    'aria-label': 'Rollouts, the worst first',
  });
  byId('index').replaceChildren(
    element('h2', {}, `${data.traces.length} Rollouts: ${sums.join(', ')}`),
    table,
  );
  // A change has no duration, and no person ends it.
  const used = indexColumns.filter(({ by, isNumber }) => !isNumber || rows.some((row) => by(row) !== 0));
  sortedTable(table, rows, used, { classOf: ({ verdict }) => verdict.level, drawn: markCurrent });
}

/** Marks the Rollout that is shown. */
function markCurrent() {
  for (const link of document.querySelectorAll('[data-rollout]'))
    if (link.getAttribute('data-rollout') === trace?.key) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
}
