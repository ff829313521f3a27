// What stops a bad version of the Rollouts in the field corpus, as `rolloutkit protect` sees them.
import { spawnSync } from 'node:child_process';

/** @typedef {{ metric: string, idle: string | null, mixed: boolean, fixed: string | null }} Gate */
/** @typedef {{ outcome: string, by: string | null }} Scenario */
/** @typedef {{ gates: Gate[], unknown: string[], scenarios: Scenario[] }} Protection */

const stopsAll = 'a metric stops it, and every good version, too';
const notices = 'a metric notices it';
const person = 'only a person stops it';
const mixed = 'only metrics of both versions may notice it';
const idle = 'it has metrics, but none can stop it';
const nothing = 'it has no analysis, and is promoted after timed pauses or at once';
const stuck = 'it neither continues nor is aborted';
const missing = 'its templates are not found, so it is not known';
const refused = 'no update can be simulated';

/** In the order of the table. */
const classes = [nothing, idle, mixed, stuck, person, stopsAll, notices, missing, refused];

/** What happens to a version of a Rollout that is bad from the start. @param {Protection} protection */
function classOf({ gates, unknown, scenarios: [start] }) {
  if (!start) return refused;
  const { outcome, by } = start;
  if (outcome === 'aborted' || outcome === 'paused')
    return gates.some(({ fixed, metric }) => fixed !== null && metric === by) ? stopsAll : notices;
  if (unknown.length > 0) return missing;
  if (outcome === 'person') return person;
  if (outcome === 'stuck') return stuck;
  if (gates.some((gate) => gate.mixed)) return mixed;
  return gates.length > 0 ? idle : nothing;
}

/** The Rollouts of a checkout; none if it has none. @param {string} bin @param {string} folder @returns {Protection[]} */
function protectionsIn(bin, folder) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [bin, 'protect', '--format', 'json'], {
    ...{ cwd: folder, encoding: 'utf8', timeout: 600_000, maxBuffer: 1 << 30 },
  });
  // Without a Rollout it prints nothing and exits with 2.
  if (status === 2 && stdout === '' && stderr.includes('no Rollout')) return [];
  if (stdout === '') throw new Error(`${folder}: exit ${status} ${stderr.trim().split('\n')[0]}`);
  return JSON.parse(stdout).rollouts;
}

/** @param {string} bin @param {readonly string[]} folders the checkouts */
export function protectTable(bin, folders) {
  /** @type {Map<string, number>} */
  const counts = new Map(classes.map((one) => [one, 0]));
  let repositories = 0;
  for (const folder of folders) {
    const protections = protectionsIn(bin, folder);
    if (protections.length > 0) repositories += 1;
    for (const one of protections) counts.set(classOf(one), (counts.get(classOf(one)) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [
    `${all} Rollouts in ${repositories} repositories:`,
    '',
    '| a version that is bad from the start | Rollouts | share |',
    '| --- | --- | --- |',
    ...classes.map((one) => {
      const count = counts.get(one) ?? 0;
      return `| ${one} | ${count} | ${((100 * count) / Math.max(all, 1)).toFixed(0)} % |`;
    }),
  ].join('\n');
}
