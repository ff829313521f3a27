import { soundValues } from '../../yaml/parse/values.js';
import { join } from './kustomization.js';
import { NotEvaluated } from '../template/unknown.js';
import { versionFits } from '../template/version-fits.js';

/** A dependency of a chart that is a folder of the repository: `repository: file://../common`. */
export interface LocalDependency {
  readonly name: string;
  readonly folder: string;
}

type Mapping = Readonly<Record<string, unknown>>;

/**
 * The dependencies of a chart that `helm dependency build` packs from folders. Those with an absolute path are left out: it says
 * nothing about another state of the repository. So are those whose version does not fit, which Helm refuses.
 * https://github.com/helm/helm/blob/v3.19.0/pkg/downloader/manager.go (tarFromLocalDir)
 */
export function localDependencies(
  chart: string,
  read: (file: string) => string | undefined,
): readonly LocalDependency[] {
  const { dependencies } = aboutOf(chart, read);
  const all: readonly unknown[] = Array.isArray(dependencies) ? dependencies : [];
  const found = new Map<string, LocalDependency>();
  for (const one of all) {
    const { name, version, repository } = asMapping(one);
    if (typeof name !== 'string' || typeof repository !== 'string' || !isFolderName(name)) continue;
    const path = /^file:\/\/(?!\/)(.+)$/.exec(repository)?.[1];
    if (path === undefined) continue;
    const folder = join(chart, path);
    const its = aboutOf(folder, read);
    if (its['name'] === name && versionSuits(version, its['version'])) found.set(name, { name, folder });
  }
  return [...found.values()];
}

/** The folders that a chart depends on, and those that these depend on. */
export function localFolders(chart: string, read: (file: string) => string | undefined): readonly string[] {
  const found = new Set<string>();
  const left = [chart];
  for (let one = left.pop(); one !== undefined; one = left.pop())
    for (const { folder } of localDependencies(one, read)) {
      if (found.has(folder)) continue;
      found.add(folder);
      left.push(folder);
    }
  return [...found];
}

function aboutOf(chart: string, read: (file: string) => string | undefined): Mapping {
  return asMapping(soundValues(read(`${chart}/Chart.yaml`) ?? '')?.[0]);
}

function asMapping(value: unknown): Mapping {
  return typeof value === 'object' && value !== null ? (value as Mapping) : {};
}

/** A name becomes that of a folder. */
function isFolderName(name: string): boolean {
  return /^[\w-][\w.-]*$/.test(name);
}

function versionSuits(constraint: unknown, version: unknown): boolean {
  if (typeof version !== 'string') return false;
  if (constraint === version || constraint === undefined || constraint === '') return true;
  // Only an exact constraint is certain to accept a prerelease.
  if (typeof constraint !== 'string' || version.includes('-')) return false;
  try {
    return versionFits(constraint, version);
  } catch (error) {
    if (error instanceof NotEvaluated) return false;
    throw error;
  }
}
