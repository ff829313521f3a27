import { version } from '../../package.json';
import { discover } from '../repository/files/discover.js';
import { reason } from '../repository/files/read-text.js';
import { type ReadGraph, readGraph } from '../repository/graph/read-graph.js';
import { ruleNames } from '../lint/select-rules.js';
import type { Note } from '../report/report.js';
import { plain } from '../report/style.js';
import { table } from '../report/table.js';
import { exitCodeOf } from './exit.js';
import { frugally } from './frugal.js';
import { prepare, readSettings, type Settings } from './inputs.js';
import { parse } from './options.js';
import { allRules } from './own-rules.js';
import { print, printText } from './output.js';
import type { Loaded } from './plugins.js';
import { programAt } from './program-at.js';
import type { Surroundings } from './surroundings.js';
import { uncheckedInputs } from '../lint/project/unchecked.js';
import { isNamedIn, isWanted } from '../lint/project/wanted.js';
import { counted } from '../model/wording.js';

/** The optional programs that rolloutkit starts, and their purpose. */
const programs = {
  git: '--changed, --staged and rollback',
  kustomize: 'rendering of kustomizations',
  kubectl: 'rendering of kustomizations without kustomize, and --context',
  helm: 'rendering of charts',
} as const;

/** The inputs and programs that a run would use. */
interface Examination {
  readonly rolloutkit: string;
  readonly node: string;
  readonly platform: string;
  readonly programs: readonly {
    readonly name: string;
    readonly for: string;
    readonly path: string | undefined;
  }[];
  readonly configuration: {
    readonly file: string | undefined;
    readonly overrides: number;
    readonly rendering: 'on' | 'off' | 'requested, but not enabled';
  };
  readonly plugins: readonly { readonly name: string; readonly file: string; readonly rules: number }[];
  /**
   * The folders in `schemas` of the configuration, with the number of CustomResourceDefinitions and JSON schemas in
   * each.
   */
  readonly schemas: {
    readonly folders: readonly string[];
    readonly definitions: number;
    readonly plain: number;
  };
  readonly releases: Readonly<Record<'rollouts' | 'argocd' | 'kubernetes', string>>;
  readonly read: Readonly<Record<'files' | 'resources' | 'rollouts', number>>;
  readonly skipped: readonly { readonly why: string; readonly files: readonly string[] }[];
  readonly notes: readonly string[];
  readonly failures: readonly string[];
}

/**
 * Prints what the other commands would read and skip, and the programs and releases that they would use. Starts a
 * program only to render.
 */
export function doctorCommand(args: string[], around: Surroundings): number {
  const { values, positionals } = parse('doctor', args);
  const paths = positionals.length > 0 ? positionals : ['.'];
  const { rules, plugins } = allRules(values.plugin, around);
  const settings = readSettings(values, positionals, around, ruleNames(rules));
  const found = examine(paths, settings, plugins, around);
  if (values.format === 'json')
    printText(around, `${JSON.stringify({ version: 1, ...found }, undefined, 2)}\n`);
  else print(around, examinationText(found));
  return exitCodeOf({ faults: [], failures: found.failures }, false);
}

function examine(
  paths: readonly string[],
  settings: Settings,
  plugins: readonly Loaded[],
  around: Surroundings,
): Examination {
  const discovered = discover(paths, settings.workingFolder, { stdin: around.descriptor });
  const wants = isWanted(paths, settings);
  const inputs = prepare(discovered.sources.filter(wants), settings, paths);
  const { sources } = inputs;
  const read = readGraph(sources, {
    graph: inputs.graph,
    isNamed: isNamedIn(paths, settings),
    ...frugally(sources.length),
  });
  const { graph } = read;
  const ignored = discovered.sources.filter((one) => !wants(one));
  return {
    rolloutkit: version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    programs: Object.entries(programs).map(([name, use]) => ({
      name,
      for: use,
      path: programAt(name, around),
    })),
    ...settingsIn(settings),
    plugins: plugins.map(({ name, file, rules }) => ({ name, file, rules: rules.length })),
    schemas: {
      folders: settings.schemas,
      definitions: inputs.graph.ownSchemas?.definitions.length ?? 0,
      plain: inputs.graph.ownSchemas?.plain.length ?? 0,
    },
    read: {
      files: sources.length,
      resources: graph.resources.length,
      rollouts: graph.rollouts.length,
    },
    skipped: skippedIn(read, ignored),
    notes: [...discovered.notes, ...inputs.notes, ...unrenderedNotes(read, settings)].map(
      ({ message }) => message,
    ),
    failures: [
      ...[...discovered.failures, ...inputs.failures].map(({ message }) => message),
      ...read.unreadable.map(({ source, error }) => `${source.name}: ${reason(error)}`),
    ],
  };
}

function settingsIn(settings: Settings): Pick<Examination, 'configuration' | 'releases'> {
  const { renders, refused } = settings;
  return {
    configuration: {
      file: settings.hasConfig ? settings.configFile : undefined,
      overrides: settings.overrides.length,
      rendering: refused !== undefined ? 'requested, but not enabled' : renders ? 'on' : 'off',
    },
    releases: {
      rollouts: settings.rolloutsVersion,
      argocd: settings.argoCdVersion.text,
      kubernetes: settings.kubernetes,
    },
  };
}

function skippedIn(
  { graph, templates }: ReadGraph,
  ignored: readonly { readonly name: string }[],
): Examination['skipped'] {
  const { unlisted, samples, live } = graph.undeployed;
  const filesOf = (all: readonly { readonly source: { readonly name: string } }[]): readonly string[] => [
    ...new Set(all.map(({ source }) => source.name)),
  ];
  const skipped = {
    'ignored by rolloutkit.yaml': ignored.map(({ name }) => name),
    'unrendered templates': templates.map(({ name }) => name),
    'in no kustomization or chart of their folder': filesOf(unlisted),
    'tests and documentation': filesOf(samples),
    'dumps of a cluster': filesOf(live),
  };
  return Object.entries(skipped).flatMap(([why, files]) => (files.length === 0 ? [] : [{ why, files }]));
}

function unrenderedNotes({ graph, templates }: ReadGraph, { renders }: Settings): readonly Note[] {
  const { undeployed, opaqueKustomizations, resources, unreadPatches } = graph;
  const { notes } = uncheckedInputs(
    { templates, undeployed, unrendered: renders ? [] : opaqueKustomizations, patches: unreadPatches },
    { command: 'lint', resources: resources.length, isRendered: renders },
  );
  return notes;
}

/** Longer lists are cut. */
const maxNames = 5;

/** What is said of a release of Node, such as `v20.20.2`. 20 is past its end of life, and takes longer than 24, which was measured. */
export function releaseAdvice(node: string): string {
  return Number.parseInt(node.slice(1), 10) < 22 ? ' (Node 24 is recommended)' : '';
}

function examinationText(found: Examination): readonly string[] {
  const { configuration, schemas, releases, read, skipped, notes, failures } = found;
  const names = (files: readonly string[]): string =>
    [...files.slice(0, maxNames), ...(files.length > maxNames ? ['…'] : [])].join(', ');
  return [
    `rolloutkit ${found.rolloutkit}, Node ${found.node}${releaseAdvice(found.node)}, ${found.platform}`,
    '',
    ...grid('Configuration', [
      ['file', configuration.file ?? 'none'],
      ['overrides', String(configuration.overrides)],
      ['rendering', configuration.rendering],
      ...found.plugins.map(({ name, file, rules }) => ['plugin', `${name}, ${counted(rules, 'rule')}`, file]),
      ...(schemas.folders.length === 0
        ? []
        : [
            [
              'schemas',
              `${counted(schemas.definitions, 'definition')}, ${counted(schemas.plain, 'JSON schema')}`,
              schemas.folders.join(', '),
            ],
          ]),
      ['Argo Rollouts', releases.rollouts],
      ['Argo CD', releases.argocd],
      ['Kubernetes', releases.kubernetes],
    ]),
    '',
    ...grid(
      'Program',
      found.programs.map((one) => [one.name, one.path ?? 'not found', one.for]),
    ),
    '',
    ...grid(
      'Read',
      Object.entries(read).map(([what, counted]) => [what, String(counted)]),
    ),
    ...(skipped.length === 0
      ? []
      : [
          '',
          ...grid(
            'Skipped',
            skipped.map(({ why, files }) => [String(files.length), why, names(files)]),
          ),
        ]),
    ...(failures.length + notes.length === 0 ? [] : ['']),
    ...failures.map((message) => `× ${message}`),
    ...notes.map((message) => `i ${message}`),
  ];
}

function grid(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  const [first, ...others] = table(
    [{ title }, { title: '' }, { title: '' }],
    rows.map((cells) => ({ cells })),
    Infinity,
    plain,
  );
  return [...(first === undefined ? [] : [first]), ...others.map((line) => `  ${line}`)].map((line) =>
    line.trimEnd(),
  );
}
