// Which Rollouts there are, the worst first.
// @ts-check
'use strict';

/** @type {Record<string, string>} */
const sumNames = {
  error: 'with errors',
  unknown: 'that cannot be judged',
  warning: 'with warnings',
  good: 'without a problem',
};

/** The Rollouts, the worst first. */
function drawIndex() {
  byId('index').hidden = data.traces.length < 2;
  if (data.traces.length < 2) return;
  const order = [...levels.slice(0, 3), 'good'];
  const verdicts = data.traces.map(verdictOf);
  const rows = data.traces
    .map((one, at) => ({ one, verdict: verdicts[at] ?? verdictOf(one) }))
    .sort((left, right) => order.indexOf(left.verdict.level) - order.indexOf(right.verdict.level))
    .map(({ one, verdict }) =>
      element(
        'li',
        {},
        mark(verdict.level),
        button(nameOf(one), () => show(one), { class: 'link', 'data-rollout': one.key }),
        element('span', { class: 'words' }, verdict.words),
        element('span', { class: 'file' }, ...pathParts(one.file)),
      ),
    );
  const sums = order.flatMap((level) => {
    const count = verdicts.filter((verdict) => verdict.level === level).length;
    return count === 0 ? [] : [`${count} ${sumNames[level] ?? level}`];
  });
  byId('index').replaceChildren(
    element('h2', {}, `${data.traces.length} Rollouts: ${sums.join(', ')}`),
    element('ul', { tabindex: '0', 'aria-label': 'Rollouts, the worst first' }, ...rows),
  );
}
