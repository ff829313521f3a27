// All recorded runs as tables of a Markdown file.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/**
 * @typedef {{ target: string, seed: number, from: number, inputs: number, commit: string, megabytesFed: number,
 *   seconds: number, worstCpuSeconds: number, peakMegabytes: number, said: number, faults: Record<string, number> }} Run
 */

const [begin, end] = ['<!-- runs -->', '<!-- end of runs -->'];

/** @param {readonly (string | number)[][]} rows */
const table = ([head = [], ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** @param {Run['faults']} faults */
const timesOf = (faults) => Object.values(faults).reduce((sum, times) => sum + times, 0);

/**
 * Writes the runs into one file, and their tables between the marks of another.
 * @param {readonly Run[]} runs
 * @param {string} json
 * @param {string} markdown
 */
export async function writeRuns(runs, json, markdown) {
  await writeFormatted(json, JSON.stringify(runs));
  const before = readFileSync(markdown, 'utf8');
  await writeFormatted(
    markdown,
    before.slice(0, before.indexOf(begin)) + tablesOf(runs) + before.slice(before.indexOf(end) + end.length),
  );
}

/** @param {string} file @param {string} text */
async function writeFormatted(file, text) {
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}

/** @param {readonly Run[]} runs */
function tablesOf(runs) {
  const targets = [...new Set(runs.map(({ target }) => target))];
  const totals = targets.map((target) => {
    const own = runs.filter((run) => run.target === target);
    return [
      target,
      own.reduce((sum, { inputs }) => sum + inputs, 0),
      own.reduce((sum, { faults }) => sum + timesOf(faults), 0),
      `${Math.max(...own.map(({ worstCpuSeconds }) => worstCpuSeconds))} s`,
      `${Math.max(...own.map(({ peakMegabytes }) => peakMegabytes))} MB`,
    ];
  });
  const each = runs.map(({ target, seed, from, inputs, commit, seconds, faults }) => [
    ...[target, seed, from, inputs, `${seconds} s`, commit],
    Object.entries(faults)
      .map(([fault, times]) => `${times} × ${fault.replaceAll('|', '\\|')}`)
      .join('<br>') || 'none',
  ]);
  return [
    begin,
    '',
    table([['target', 'inputs', 'faults', 'most CPU for one', 'most memory'], ...totals]),
    '',
    table([['target', 'seed', 'first', 'inputs', 'time', 'commit', 'faults'], ...each]),
    '',
    end,
  ].join('\n');
}
