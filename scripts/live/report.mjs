// Compares what was played with the predictions, and writes the recordings.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { defaultsFor, playedOf, recordings, toldOf } from './results.mjs';

const root = join(import.meta.dirname, '../..');
const page = join(root, 'docs/fidelity.md');

/** @typedef {import('./run.mjs').Live} Live */
/** @typedef {import('./run.mjs').System} System */

/** @param {Live} live @param {System[]} systems @param {(play: string) => boolean} isWanted */
export function judgePlays(live, systems, isWanted) {
  const sum = { plays: 0, states: 0, frames: 0, deviations: 0, unexplained: 0, problems: 0 };
  for (const system of systems) {
    const played = new Map([...playedOf(system.name)].filter(([name]) => isWanted(name)));
    if (played.size === 0) continue;
    for (const [name, { problem }] of played) {
      if (problem === undefined) continue;
      sum.problems += 1;
      console.log(`! ${system.name} ${name}: ${problem}`);
    }
    const verdict = live.verdictOn(system.name, recordingOf(live, system, played));
    const unexplained = live.unexplained(verdict);
    for (const text of unexplained) console.log(`≠ ${text.slice(0, 320)}`);
    sum.plays += played.size;
    sum.states += verdict.states;
    sum.frames += verdict.frames;
    sum.deviations += verdict.deviations.length - unexplained.length;
    sum.unexplained += unexplained.length;
  }
  console.log(
    `${sum.plays} plays, ${sum.states} states, ${sum.frames} lasting frames: ${sum.deviations} deviations that are known, ` +
      `${sum.unexplained} that are not; ${sum.problems} plays ended early.`,
  );
  return sum.states > 0 && sum.unexplained === 0 && sum.problems === 0;
}

/** @param {Live} live @param {System[]} systems @param {(variant: string) => boolean} isWanted */
export function judgeDeployments(live, systems, isWanted) {
  const sum = { plays: 0, states: 0, frames: 0, verdicts: 0, differ: 0, problems: 0 };
  for (const system of systems) {
    /** @type {Record<string, ReturnType<typeof live.toldStates>>} */
    const variants = {};
    for (const [variant, told] of toldOf(system.name)) {
      if (!isWanted(variant)) continue;
      sum.plays += 1;
      if (told.problem !== undefined) {
        sum.problems += 1;
        console.log(`! ${system.name} ${variant}: ${told.problem}`);
      }
      variants[variant] = live.toldStates(told, system, defaultsFor(system.name));
      const { states } = variants[variant];
      for (const state of states) {
        const { compared, differ } = live.compareTold(state, told.application.answer, told.namespace);
        sum.states += 1;
        sum.frames += state.frame === undefined ? 0 : 1;
        sum.verdicts += compared;
        sum.differ += differ.length;
        for (const text of differ)
          console.log(`≠ ${system.name} ${variant} [${state.event}] ${state.frame}: ${text}`);
        if (state.frame === undefined)
          console.log(`  ${system.name} ${variant} [${state.event}] is no frame: ${state.nearest}`);
      }
    }
    const { differ } = live.compareOperations({ manifests: system.manifests, variants });
    sum.differ += differ.length;
    for (const text of differ) console.log(`≠ ${system.name} ${text}`);
  }
  console.log(
    `${sum.plays} Applications, ${sum.states} states, of which ${sum.frames} are frames: ${sum.verdicts} verdicts compared, ` +
      `${sum.differ} differ; ${sum.problems} ended early.`,
  );
  return sum.verdicts > 0 && sum.differ === 0 && sum.problems === 0;
}

/** Writes recordings and statistics. @param {Live} live @param {System[]} systems */
export async function record(live, systems) {
  mkdirSync(join(recordings, 'argocd'), { recursive: true });
  for (const system of systems) {
    if (system.name.startsWith('folder-')) continue;
    const played = playedOf(system.name);
    if (played.has('main'))
      writeFileSync(join(recordings, `${system.name}.json`), live.textOf(recordingOf(live, system, played)));
    const told = toldOf(system.name);
    if (told.size === 0) continue;
    const file = join(recordings, 'argocd', `${system.name}.json`);
    const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    writeFileSync(file, live.toldText(system, told, defaultsFor(system.name), before));
  }
  await writeFigures(live);
}

/** @param {Live} live */
async function writeFigures(live) {
  const rows = [
    ...live.playFigures(recordingsIn(recordings)),
    ...live.toldFigures(
      recordingsIn(join(recordings, 'argocd')).map(([, recording]) => [
        recording,
        (variant) => answerOf(recording, variant),
      ]),
    ),
  ];
  const table = [
    '| What | How many |',
    '| --- | --- |',
    ...rows.map(([what, count]) => `| ${what} | ${count} |`),
  ];
  const text = readFileSync(page, 'utf8');
  const written = text.replace(/(<!-- figures -->\n)[^]*?(<!-- end -->)/, `$1\n${table.join('\n')}\n\n$2`);
  writeFileSync(page, await format(written, { ...(await resolveConfig(page)), filepath: page }));
}

/** The answer of drift for a recorded Application. @param {any} recording @param {string} variant */
function answerOf({ manifests, variants }, variant) {
  const folder = mkdtempSync(join(tmpdir(), 'live-'));
  mkdirSync(join(folder, 'app'));
  for (const [index, manifest] of manifests.entries())
    writeFileSync(join(folder, `app/${index}.yaml`), JSON.stringify(manifest));
  writeFileSync(join(folder, 'application.yaml'), variants[variant].application);
  const args = [join(root, 'bin/rolloutkit.js'), 'drift', folder, '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { maxBuffer: 2 ** 28 });
  rmSync(folder, { recursive: true });
  return JSON.parse(String(stdout));
}

/** @param {string} folder @returns {[name: string, recording: any][]} */
function recordingsIn(folder) {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8'))]);
}

/** @param {Live} live @param {System} system @param {Map<string, import('./results.mjs').Played>} played */
function recordingOf(live, system, played) {
  const whole = [...played].filter(([, { problem }]) => problem === undefined);
  const plays = live.recorded(new Map(whole.map(([name, one]) => [name, live.liveStates(one)])));
  return { manifests: system.manifests, defaults: defaultsFor(system.name), plays };
}
