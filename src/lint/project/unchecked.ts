import type { LintResult } from '../lint.js';
import type { Resource } from '../../model/resource.js';
import { lineAt, lineStarts, presentText } from '../../model/lines.js';
import type { Source } from '../../model/source.js';
import type { UnreadPatch } from '../../repository/graph/application-set.js';
import { shellWord } from './shell-word.js';
import type { Note } from '../../report/report.js';
import { emptyNotes } from './nothing-found.js';
import { some } from './some.js';

/**
 * Notes about the inputs that were not checked, and a short form for the summary line. Every command uses the same
 * wording.
 */
export function uncheckedInputs(
  left: Unchecked,
  { command, resources, isRendered }: { command: string; resources: number; isRendered: boolean },
): { readonly notes: readonly Note[]; readonly unchecked: readonly string[] } {
  return {
    notes: [
      ...(left.unread ?? []),
      ...templateNotes(left.templates, command, isRendered),
      ...unlistedNotes(left.undeployed),
      ...kustomizeNotes(left.unrendered ?? []),
      ...patchNotes(left.patches ?? []),
      ...emptyNotes(left.empty ?? [], { command, resources }),
    ],
    unchecked: uncheckedOf(left),
  };
}

/** One note for each folder of unrendered Helm templates, with instructions. */
function templateNotes(templates: readonly Source[], command: string, isRendered: boolean): readonly Note[] {
  const folders = new Map<string, number>();
  for (const { name } of templates) {
    const folder = templatesFolder(name);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders].map(([folder, count]) => {
    const files =
      count === 1 ? '1 file is an unrendered template' : `${count} files are unrendered templates`;
    return {
      message: `${folder}: ${files} and ${count === 1 ? 'was' : 'were'} skipped. ${advice(folder, command, isRendered)}`,
    };
  });
}

/** The `templates` folder of a chart with its content, or else the folder of the file. */
function templatesFolder(name: string): string {
  const folder = /^(?:.*\/)?templates(?=\/)/.exec(name)?.[0];
  return folder ?? (name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : name);
}

/** Suggests rendering with rolloutkit, which maps findings to lines of templates, unless it has already rendered. */
function advice(folder: string, command: string, isRendered: boolean): string {
  const chart = /^(?:(.*)\/)?templates(?:\/|$)/.exec(folder);
  if (!chart) return `Render them first and pipe in the output: … | rolloutkit ${command} -`;
  const name = shellWord(chart[1] ?? '.');
  const [verb, ...others] = command.split(' ');
  const purpose = others.length === 0 && verb === 'lint' ? 'To lint' : 'To read';
  return isRendered
    ? `${purpose} the rendered output: helm template ${name} | rolloutkit ${command} -`
    : `${purpose} the rendered output: rolloutkit ${command} --render ${name}`;
}

/** One note for all folders with kustomizations whose output is only partly known, because all need the same remedy. */
function kustomizeNotes(unrendered: readonly Source[]): readonly Note[] {
  if (unrendered.length === 0) return [];
  const they = unrendered.length === 1 ? 'it changes' : 'they change';
  return [
    {
      message: `${some(
        unrendered.map(({ name }) => name),
        'files',
      )}: not rendered, so what ${they} is unknown; render with --render.`,
    },
  ];
}

/** What a patch may change of an Application is unknown, and so is what follows from it. */
function patchNotes(patches: readonly UnreadPatch[]): readonly Note[] {
  return patches.map(({ set, reason }) => {
    const { source, start } = set.at('spec', 'templatePatch').place;
    const line = lineAt(lineStarts(presentText(source)), start) + 1;
    return {
      message: `${source.name}:${line}: the templatePatch of ApplicationSet "${set.name}" is not evaluated, because ${reason}; what it may change of its Applications is unknown.`,
    };
  });
}

/**
 * One note for all files that a kustomization or chart does not list. Names them, so that a user who forgot to list one
 * finds it.
 */
function unlistedNotes({ unlisted }: LintResult['undeployed']): readonly Note[] {
  const names = [...new Set(unlisted.map(({ source }) => source.name))];
  if (names.length === 0) return [];
  return [
    {
      message: `${some(names, 'files')}: not checked, because the kustomization or chart of the folder does not deploy ${names.length === 1 ? 'it' : 'them'}. To deploy ${names.length === 1 ? 'it, add it' : 'them, add them'} to "resources" of kustomization.yaml or to the templates of the chart.`,
    },
  ];
}

/** The inputs that were not checked. */
export interface Unchecked
  extends
    Pick<LintResult, 'templates' | 'undeployed'>,
    Partial<Pick<LintResult, 'empty' | 'unrendered' | 'patches'>> {
  /** Notes for changed files with unknown effect, which replace notes about all other files. */
  readonly unread?: readonly Note[];
}

/** Restricts the inputs to the files of a change, because other files do not concern it. */
export function uncheckedIn(
  { templates, patches = [], undeployed: { unlisted, samples, live } }: Unchecked,
  isChanged: (source: Source) => boolean,
  unread: readonly Note[],
): Unchecked {
  const ofChange = (resources: readonly Resource[]): readonly Resource[] =>
    resources.filter(({ source }) => isChanged(source));
  return {
    templates: unread.length > 0 ? [] : templates.filter(isChanged),
    patches: patches.filter(({ set }) => isChanged(set.source)),
    undeployed: { unlisted: ofChange(unlisted), samples: ofChange(samples), live: ofChange(live) },
    unread,
  };
}

/** The inputs that were not checked, in a few words each. */
export function uncheckedOf({
  templates,
  undeployed: { unlisted, samples, live },
  empty = [],
  unrendered = [],
  patches = [],
  unread = [],
}: Unchecked): readonly string[] {
  const counted = ({ length }: readonly unknown[], one: string, more = `${one}s`): readonly string[] =>
    length === 0 ? [] : [`${length} ${length === 1 ? one : more}`];
  return [
    ...(unread.length > 0 ? ['changed files that were not rendered or read'] : []),
    ...counted(templates, 'unrendered template'),
    ...counted(unrendered, 'unrendered kustomization'),
    ...counted(patches, 'templatePatch', 'templatePatches'),
    ...counted(empty, 'file without a Kubernetes resource', 'files without a Kubernetes resource'),
    ...counted(unlisted, 'object').map((text) => `${text} that no kustomization or chart lists`),
    ...counted(samples, 'object').map((text) => `${text} of tests and documentation`),
    ...counted(live, 'object').map((text) => `${text} of a dump`),
  ];
}
