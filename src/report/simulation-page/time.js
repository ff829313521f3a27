// How the traffic moves over time, as far as the manifests say how long something lasts; and what plays it.
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

/** @param {PageFrame} frame @param {string} separator */
function lastsWords({ lasts }, separator) {
  if (lasts === undefined) return '';
  return `${separator}${lasts === 'endless' ? 'until the update is promoted' : `for ${duration(lasts)}`}`;
}

/** @param {number} total */
function pausesText(total) {
  const endless = line.filter(({ lasts }) => lasts === 'endless').length;
  const parts = [
    ...(total > 0 ? [`Timed pauses take ${duration(total)} together.`] : []),
    ...(endless > 0
      ? [`∞ ${endless === 1 ? 'One pause lasts' : `${endless} pauses last`} until the update is promoted.`]
      : []),
    'How long pods and analyses take is not known: these moments are drawn narrow.',
  ];
  return parts.join(' ');
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let player;

/** From the chosen frame to the end of the main line, or to a hold. */
function play() {
  if (player !== undefined) return stop();
  if (mainOf(chosen) === line.at(-1) && line[0]) choose(line[0]);
  byId('play').textContent = 'Stop';
  player = setInterval(() => {
    const next = line[line.indexOf(mainOf(chosen)) + 1];
    if (!next) return stop();
    choose(next);
  }, 1200);
}

function stop() {
  clearInterval(player);
  player = undefined;
  byId('play').textContent = 'Play';
}

/** @param {number} by */
function go(by) {
  stop();
  const next = line[line.indexOf(mainOf(chosen)) + by];
  if (next) choose(next);
}

byId('play').addEventListener('click', play);
byId('previous').addEventListener('click', () => go(-1));
byId('next').addEventListener('click', () => go(1));
