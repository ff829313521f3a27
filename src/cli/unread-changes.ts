import path from 'node:path';
import { isManifestName } from '../repository/files/discover.js';
import { groupBy } from '../model/multimap.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import type { Graph } from '../repository/graph/graph.js';
import type { Opaque } from '../repository/graph/opaque.js';
import { repositoryPath, sources as applicationSources } from '../kubernetes/kinds/application.js';
import type { Failure, Note } from '../report/report.js';
import type { RepositoryChange, ChangedPath } from './found-change.js';
import type { Settings } from './inputs.js';
import { some } from '../lint/project/some.js';

/** The unread parts of a state of the files. */
export interface ReadState {
  readonly opaque: readonly Opaque[];
  readonly templates: readonly Source[];
}

/**
 * Returns a note for each effect of a change that is unknown: a chart or kustomization that was not rendered, or a file
 * that was not read. `states` are those after and before the change, of the same folder.
 */
export function unreadChanges(
  change: Pick<RepositoryChange, 'files' | 'isUnread'>,
  states: readonly ReadState[],
  settings: Pick<Settings, 'workingFolder' | 'renders'>,
): readonly Note[] {
  const relativeName = (file: string): string =>
    path.relative(settings.workingFolder, file).split(path.sep).join('/') || '.';
  const namesOf = (files: readonly ChangedPath[]): string =>
    some(files.map((file) => relativeName(file.path)));
  const explained = new Set<ChangedPath>();
  const notes: Note[] = [];
  const told = new Set<string>();
  for (const one of states.flatMap(({ opaque }) => opaque)) {
    const key = `${one.kind} ${one.folder}`;
    if (told.has(key)) continue;
    told.add(key);
    const files = change.files.filter((file) => one.isMadeOf(file.path));
    if (files.length === 0) continue;
    for (const file of files) explained.add(file);
    notes.push({
      message: `${namesOf(files)}: ${reasonOf(one, relativeName(one.folder), settings.renders)}`,
    });
  }
  const templates = new Set(states.flatMap((state) => state.templates.map((source) => source.path)));
  const others = change.files.filter((file) => !explained.has(file));
  const raw = others.filter((file) => templates.has(file.path));
  if (raw.length > 0)
    notes.push({
      message: `${namesOf(raw)}: not rendered, so the effect of this change is unknown; pipe in the rendered output.`,
    });
  const unread = others.filter((file) => !file.isGone && isManifestName(file.path) && change.isUnread(file));
  if (unread.length > 0)
    notes.push({ message: `${namesOf(unread)}: not read, so the effect of this change is unknown.` });
  return notes;
}

function reasonOf({ kind, resource }: Opaque, folder: string, renders: boolean): string {
  const unknown = 'so the effect of this change on it is unknown';
  const remedy = renders ? '' : '; render with --render';
  switch (kind) {
    case 'kustomization':
      return `the build of ${resource?.source.name ?? folder} is not rendered, ${unknown}${remedy}.`;
    case 'chart':
      return `chart ${folder} is not rendered, ${unknown}${remedy}.`;
    case 'plugin':
      return `Application "${resource?.name ?? ''}" has Argo CD run a plugin or Jsonnet in ${folder}, ${unknown}; pipe in its output.`;
  }
}

/**
 * Returns a note for each Application whose deployed objects may change in a way that the given files do not show:
 * another revision, a chart from a chart repository, or images in `source.kustomize`.
 */
export function unreadApplications(
  before: Graph,
  after: Graph,
  { renders }: Pick<Settings, 'renders'>,
): readonly Note[] {
  const earlier = groupBy(before.allApplications, applicationKey);
  const notes: Note[] = [];
  const tell = (application: Resource, what: string): void => {
    notes.push({
      message: `${application.source.name}: Application "${application.name}" ${what}, so the effect of this change is unknown.`,
    });
  };
  for (const application of after.allApplications) {
    const key = applicationKey(application);
    const [same, ...others] = earlier.get(key) ?? [];
    if (others.length > 0) earlier.set(key, others);
    else earlier.delete(key);
    const isElsewhere = after.deploysElsewhere(application);
    if (!same) {
      if (isElsewhere) tell(application, 'is new and deploys objects that are not among the files');
    } else if (sourcesText(same, renders) !== sourcesText(application, renders))
      tell(
        application,
        isElsewhere
          ? 'has a source that is not among the files'
          : 'has another revision or other settings of its source, which are not applied here',
      );
  }
  for (const application of [...earlier.values()].flat())
    if (before.deploysElsewhere(application))
      tell(application, 'was removed, and the objects that it deployed are not among the files');
  const known = new Set(before.unexpanded);
  notes.push(
    ...after.unexpanded.filter((message) => !known.has(message)).map((message): Note => ({ message })),
  );
  return notes;
}

function applicationKey(application: Resource): string {
  return `${application.namespace ?? ''}/${application.name}`;
}

/** The sources of an Application, without the parts whose effect the given files show. */
function sourcesText(application: Resource, renders: boolean): string {
  const known = new Set(['path', 'directory', ...(renders ? ['helm'] : [])]);
  return JSON.stringify(
    applicationSources(application).map(({ entries, value }) => {
      const isGiven = entries.some(({ key }) => key === 'path');
      if (!isGiven) return value;
      return entries
        .filter(({ key }) => !known.has(String(key)))
        .map(({ key, text, value: its }) => [key, key === 'repoURL' ? repositoryPath(text ?? '') : its]);
    }),
  );
}

/**
 * The failures of the state before a change that the state after it does not have. `inside` maps a file of the repository to that of
 * the earlier state.
 */
export function failuresBefore(
  before: readonly Failure[],
  after: readonly Failure[],
  inside: (file: string) => string,
): readonly Failure[] {
  const known = new Set(after.map(({ message }) => message));
  return before
    .filter(({ message }) => !known.has(message))
    .map(({ message, isMadeOf, ...rest }) => ({
      ...rest,
      message: `Before the change: ${message}`,
      isMadeOf: isMadeOf && ((file) => isMadeOf(inside(file))),
    }));
}

/**
 * The failures that affect a change. A chart elsewhere that cannot be rendered must not block it, so that failure
 * becomes a note.
 */
export function reachedFailures(
  failures: readonly Failure[],
  change: RepositoryChange | undefined,
): { readonly failures: readonly Failure[]; readonly notes: readonly Note[] } {
  if (!change) return { failures, notes: [] };
  const isReached = ({ isMadeOf }: Failure): boolean => isMadeOf === undefined || change.reaches(isMadeOf);
  return {
    failures: failures.filter(isReached),
    notes: failures.filter((failure) => !isReached(failure)).map(({ message }) => ({ message })),
  };
}
