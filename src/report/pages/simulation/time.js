// How the traffic moves over time, as far as the manifests and what is assumed tell.
// @ts-check
'use strict';

function drawTime() {
  const hasShares = line.some(({ share, weight }) => (share ?? weight) !== undefined);
  byId('time').hidden = line.length < 2;
  byId('plot').hidden = !hasShares;
  const known = line.map(({ lasts }) => (typeof lasts === 'number' ? lasts : 0));
  const total = known.reduce((sum, seconds) => sum + seconds, 0);
  byId('time-name').textContent = hasShares ? 'Traffic over time' : 'The update over time';
  byId('pauses').textContent = pausesText(total);
  if (!hasShares) return;
  const bars = line.map((frame) => {
    const { id, lasts, title } = frame;
    const kind = lasts === undefined ? 'short' : lasts === 'endless' ? 'endless' : 'timed';
    const bar = element(
      'div',
      {
        class: `moment ${kind}`,
        'data-frame': id,
        title: `${title}: ${shareWords(frame)}${lastsWords(frame, ', ')}`,
      },
      element('div', {}),
      element('span', {}, kind === 'endless' ? '∞' : kind === 'timed' ? duration(Number(lasts)) : ''),
    );
    bar.style.setProperty('--weight', `${frame.share ?? frame.weight ?? 0}%`);
    if (kind === 'timed') bar.style.flexGrow = String(Math.max(Number(lasts) / Math.max(1, total), 0.01));
    bar.addEventListener('click', () => choose(frame));
    return bar;
  });
  const chart = byId('chart');
  chart.replaceChildren(...bars);
  chart.setAttribute(
    'aria-label',
    `Share of the new version over time: ${line
      .filter(({ lasts }) => lasts !== undefined)
      .map((frame) => `${frame.share ?? frame.weight ?? 0} %${lastsWords(frame, ' ')}`)
      .join(', then ')}`,
  );
}

/** @param {PageFrame} frame */
function shareWords({ share, weight, isPromoted }) {
  if (isPromoted) return 'the new version is stable and has all requests';
  return `${share ?? weight ?? 0} % canary`;
}

/** When blue-green gives all requests to the new version. */
function switchText() {
  const at = line.find(({ share, weight }) => weight === undefined && share === 100)?.at;
  return at === undefined ? [] : [`All requests go to the new version after ${duration(at)}.`];
}

/** @param {number} total */
function pausesText(total) {
  const endless = line.filter(({ lasts }) => lasts === 'endless').length;
  const parts = [
    ...switchText(),
    ...(total > 0 ? [`Pods, pauses and analyses take ${duration(total)} together.`] : []),
    ...(endless > 0
      ? [`∞ ${endless === 1 ? 'One moment lasts' : `${endless} moments last`} until a person acts.`]
      : []),
    'Moments that take no time are drawn narrow.',
  ];
  return parts.join(' ');
}
