// How the traffic moves over time, as far as the manifests and what is assumed tell.
// @ts-check
'use strict';

function drawTime() {
  const isSplit = line.some(({ weight }) => weight !== undefined);
  byId('time').hidden = line.length < 2;
  byId('plot').hidden = byId('pauses').hidden = !isSplit;
  if (!isSplit) return;
  const known = line.map(({ lasts }) => (typeof lasts === 'number' ? lasts : 0));
  const total = known.reduce((sum, seconds) => sum + seconds, 0);
  const bars = line.map((frame) => {
    const { id, weight, lasts, title } = frame;
    const kind = lasts === undefined ? 'short' : lasts === 'endless' ? 'endless' : 'timed';
    const bar = element(
      'div',
      {
        class: `moment ${kind}`,
        'data-frame': id,
        title: `${title}: ${weight ?? 0} % canary${lastsWords(frame, ', ')}`,
      },
      element('div', {}),
      element('span', {}, kind === 'endless' ? '∞' : kind === 'timed' ? duration(Number(lasts)) : ''),
    );
    bar.style.setProperty('--weight', `${weight ?? 0}%`);
    if (kind === 'timed') bar.style.flexGrow = String(Math.max(Number(lasts) / Math.max(1, total), 0.01));
    bar.addEventListener('click', () => choose(frame));
    return bar;
  });
  const chart = byId('chart');
  chart.replaceChildren(...bars);
  chart.setAttribute(
    'aria-label',
    `Share of the canary over time: ${line
      .filter(({ lasts }) => lasts !== undefined)
      .map((frame) => `${frame.weight ?? 0} %${lastsWords(frame, ' ')}`)
      .join(', then ')}`,
  );
  byId('pauses').textContent = pausesText(total);
}

/** @param {number} total */
function pausesText(total) {
  const endless = line.filter(({ lasts }) => lasts === 'endless').length;
  const parts = [
    ...(total > 0 ? [`Pods, pauses and analyses take ${duration(total)} together.`] : []),
    ...(endless > 0
      ? [`∞ ${endless === 1 ? 'One moment lasts' : `${endless} moments last`} until a person acts.`]
      : []),
    'Moments that take no time are drawn narrow.',
  ];
  return parts.join(' ');
}
