// The results in work/results, one file for each finished play.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { work } from './build.mjs';

export const recordings = join(import.meta.dirname, '../../conformance/live/recordings');

/** @typedef {import('../../test/conformance/live/recording.js').SeenPlay & { problem?: string }} Played */
/** @typedef {import('../../test/conformance/live/judge.js').Defaults} Defaults */
/** @typedef {import('../../test/conformance/live/argocd.js').ToldPlay & { problem?: string }} Told */

/** @param {'plays' | 'defaults' | 'argocd'} kind @param {string} system @param {string} [name] */
export const fileOf = (kind, system, name = 'all') => join(work, 'results', kind, system, `${name}.json`);

/** @param {string} file @param {unknown} value */
export function keep(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(value));
  renameSync(`${file}.part`, file);
}

/** Whether something was played to its end. @param {string} file */
export function isPlayed(file) {
  return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).problem === undefined;
}

/** @param {string} system @returns {Map<string, Played>} */
export const playedOf = (system) => all('plays', system);

/** @param {string} system @returns {Map<string, Told>} */
export const toldOf = (system) => all('argocd', system);

/** The played results, or else the recorded ones. @param {string} system @returns {Defaults} */
export function defaultsFor(system) {
  const file = fileOf('defaults', system);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  return JSON.parse(readFileSync(join(recordings, `${system}.json`), 'utf8')).defaults;
}

/**
 * All plays of a system by name, the main line first.
 * @param {'plays' | 'argocd'} kind @param {string} system @returns {Map<string, any>}
 */
function all(kind, system) {
  const folder = dirname(fileOf(kind, system));
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
  names.sort((one, other) => Number(other === 'main') - Number(one === 'main') || (one < other ? -1 : 1));
  return new Map(names.map((name) => [name, JSON.parse(readFileSync(fileOf(kind, system, name), 'utf8'))]));
}
