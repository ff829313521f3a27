// Goes through the frames, by itself or by a button.
// @ts-check
'use strict';

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
