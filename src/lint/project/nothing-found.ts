import path from 'node:path';
import { existsSync } from '../../repository/files/disk.js';
import { isScript } from '../../model/command-files.js';
import type { Source } from '../../model/source.js';
import type { Note } from '../../report/report.js';
import { shellWord } from './shell-word.js';
import { some } from './some.js';

/** The results of a run that found nothing to lint. */
export interface Looked {
  /** The command line that the note suggests. */
  readonly command: string;
  readonly paths: readonly string[];
  readonly sources: readonly Source[];
  /** The files from which some of the sources were rendered. */
  readonly written?: readonly Source[] | undefined;
  readonly resources: number;
  readonly rollouts: number;
  readonly deployments: number;
}

/** Explains why nothing was linted and how to continue; undefined if something was. */
export function nothingNote(given: Looked): Note | undefined {
  const looked = { ...given, sources: given.sources.filter(({ path: file }) => !isScript(file)) };
  if (looked.sources.length === 0) return { message: noFile(looked.paths) };
  if (looked.resources === 0) return { message: noResource(looked) };
  return looked.rollouts === 0 && looked.deployments > 0 ? { message: noRollout(looked) } : undefined;
}

/**
 * One note for files that were named explicitly and contain nothing to check. If nothing else was read, the note also
 * explains what a manifest is.
 */
export function emptyNotes(
  empty: readonly Source[],
  { command, resources }: Pick<Looked, 'command' | 'resources'>,
): readonly Note[] {
  if (empty.length === 0) return [];
  if (resources === 0) return [{ message: noResource({ command, sources: empty }) }];
  const [it, files] = empty.length === 1 ? ['it', 'the file'] : ['them', 'the files'];
  return [
    {
      message: `${some(empty.map(({ name }) => name))}: not checked, because no Kubernetes resource was found in ${it}. For a chart or kustomization made of ${files}, give its folder and --render.`,
    },
  ];
}

function noFile(paths: readonly string[]): string {
  return `No .yaml, .yml or .json file was found in ${some(paths)}. Give the folder with the manifests. Files ignored by .gitignore are read only if they are tracked by Git or named.`;
}

function noResource({ command, sources }: Pick<Looked, 'command' | 'sources'>): string {
  const nothing = `No Kubernetes resource was found in ${some(sources.map(({ name }) => name))}.`;
  const chart = sources.map(chartOf).find((folder) => folder !== undefined);
  return chart === undefined
    ? `${nothing} A manifest has apiVersion, kind and metadata at the top level.`
    : `${nothing} Render the chart: rolloutkit ${command} --render ${shellWord(chart)}`;
}

function noRollout({ command, written = [], deployments }: Looked): string {
  const template = written.find(isTemplateOfRollout);
  if (template) {
    const chart = template.name.replace(/\/?templates\/.*$/, '') || '.';
    return `No canary was found: the values of ${chart} leave the Rollout of ${template.name} off. Give those that turn it on: rolloutkit ${command} --helm-values FILE ${shellWord(chart)}`;
  }
  const have = deployments === 1 ? 'only 1 Deployment' : `only ${deployments} Deployments`;
  return `No canary was found, ${have} and no Rollout. To write a service with a canary: rolloutkit new`;
}

/** Whether a file is a template of a chart that may make a Rollout. */
function isTemplateOfRollout(source: Source): boolean {
  return (
    /(?:^|\/)templates\/[^/]/.test(source.name) &&
    existsSync(path.join(source.path.replace(/\/templates\/.*$/, ''), 'Chart.yaml')) &&
    /^kind: *["']?Rollout\b/m.test(source.read())
  );
}

/** The chart to which a values file belongs. */
function chartOf({ name, path: file }: Source): string | undefined {
  if (!/(?:^|\/)values[^/]*\.ya?ml$/.test(name)) return undefined;
  return existsSync(path.join(path.dirname(file), 'Chart.yaml')) ? path.dirname(name) : undefined;
}
