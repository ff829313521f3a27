import type { ArgoCdVersion } from '../argocd/version.js';
import type { RolloutsVersion } from '../kubernetes/objects/version.js';
import path from 'node:path';
import { type Config, configName } from '../repository/config/config.js';
import { findConfig } from '../repository/config/find-config.js';
import { userConfig } from '../repository/config/user-config.js';
import { Boundary } from '../repository/files/boundary.js';
import { readsOthers } from '../repository/files/chart-files.js';
import { discover } from '../repository/files/discover.js';
import { existing, workTreesAround } from '../repository/files/work-trees.js';
import type { ReadOptions } from '../repository/graph/read-graph.js';
import { newestKubernetes } from '../kubernetes/kinds/kubernetes-version.js';
import type { Finding } from '../model/finding.js';
import type { Target } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { isKustomizationFile, type Source } from '../model/source.js';
import { readAssumed } from '../lint/project/assumed.js';
import { type ChosenOverride, chosenOverrides } from '../lint/project/overriding.js';
import { readArgoCdVersion, readVersion } from '../lint/project/versions.js';
import { isWanted } from '../lint/project/wanted.js';
import type { Failure, Note } from '../report/report.js';
import type { inputOptions } from './commands.js';
import { UsageError } from './exit.js';
import type { Values } from './option.js';
import { list } from './options.js';
import { type GivenSchemas, readOwnSchemas } from '../lint/project/own-schemas.js';
import type { Inputs } from '../repository/render/inputs.js';
import { renderInputs } from './render.js';
import type { Surroundings } from './surroundings.js';

type InputValues = Values<typeof inputOptions> &
  Partial<Record<'rollouts' | 'argocd', string | undefined>> & {
    readonly 'aws-verify-target-group'?: boolean | undefined;
    readonly schemas?: readonly string[] | undefined;
  };

/** The input settings from the command line and the configuration file; the command line takes precedence. */
export interface Settings {
  readonly config: Config;
  readonly around: Surroundings;
  /** The folder to read in: the working folder, or the corresponding folder of a checkout. */
  readonly workingFolder: string;
  /** The folder of the configuration file. */
  readonly folder: string;
  readonly hasConfig: boolean;
  /** The path as shown to the user. */
  readonly configFile: string;
  /** A file whose name resembles that of a configuration file, and which is not read. */
  readonly unread: string | undefined;
  readonly renders: boolean;
  /** Whether charts are read that their values determine, without Helm. */
  readonly readsCharts: boolean;
  /** The configuration that asks for rendering without the user's permission. */
  readonly refused: string | undefined;
  readonly seconds: number;
  readonly helmValues: readonly (readonly string[])[];
  /** The folder to which paths of values files are relative, besides the chart. */
  readonly valuesFolder: string;
  /** Whether the values files come from the command line. */
  readonly trustsValues: boolean;
  readonly remoteBases: boolean;
  /** The Kubernetes release to render charts for. */
  readonly kubernetes: string;
  readonly rolloutsVersion: RolloutsVersion;
  /** Whether the controller runs with `--aws-verify-target-group`; undefined if unknown. */
  readonly verifiesTargetGroups: boolean | undefined;
  readonly argoCdVersion: ArgoCdVersion;
  /** Settings that apply only to a part of the repository. */
  readonly overrides: readonly ChosenOverride[];
  /** Maps a file of a checkout to its path in the repository. */
  readonly outside?: (file: string) => string;
  readonly assumed: readonly Target[];
  /** Folders of schemas that the user added. */
  readonly schemas: readonly string[];
}

/** `names` are the rules and areas that the configuration may name; without them, rule names are not checked. */
export function readSettings(
  values: InputValues,
  paths: readonly string[],
  around: Surroundings,
  names?: readonly string[],
): Settings {
  const { folder: workingFolder } = around;
  const { config, folder, name, isThere: hasConfig, unread } = findConfig(workingFolder, names, paths);
  if (values.render && values['no-render'])
    throw new UsageError('--render and --no-render cannot be used together.');
  const asked = (values['helm-values'] ?? []).map((text) => list([text]));
  const renders = rendering(values, config, around);
  return {
    config,
    around,
    workingFolder,
    folder,
    hasConfig,
    configFile: name,
    unread,
    renders: renders === 'granted',
    readsCharts: renders !== 'granted' && !values['no-render'] && config.render !== false,
    refused: renders === 'refused' ? name : undefined,
    seconds: readSeconds(values['render-timeout']),
    helmValues: asked.length > 0 ? asked : config.helmValues,
    valuesFolder: asked.length > 0 ? workingFolder : folder,
    trustsValues: asked.length > 0,
    remoteBases: values['allow-remote-bases'] === true,
    kubernetes: config.kubernetes ?? newestKubernetes,
    rolloutsVersion: readVersion(values.rollouts ?? config.rollouts),
    verifiesTargetGroups: values['aws-verify-target-group'] ?? config.awsVerifyTargetGroup,
    argoCdVersion: readArgoCdVersion(values.argocd ?? config.argocd),
    overrides: chosenOverrides({ config, folder, name }, values),
    assumed: [...config.assume, ...list(values.assume)].map(readAssumed),
    schemas: names ? schemasOf(values, around) : [],
  };
}

/** The folders from the command line and from the user's configuration. */
function schemasOf({ schemas }: InputValues, { folder, environment }: Surroundings): readonly string[] {
  const user = userConfig(folder, environment);
  return [...list(schemas), ...user.schemas.map((one) => path.resolve(user.folder, one))];
}

/**
 * Whether rendering is allowed. It runs programs on files of the repository, so the repository's own configuration can
 * only ask for it. The user permits it on the command line, in the environment or in the user's configuration.
 */
function rendering(
  values: InputValues,
  config: Config,
  { folder: workingFolder, environment }: Surroundings,
): 'granted' | 'refused' | 'unasked' {
  if (values['no-render']) return 'unasked';
  if (values.render === true || values['helm-values'] !== undefined) return 'granted';
  const variable = environment['ROLLOUTKIT_RENDER'] ?? '';
  if (!['', '0', '1'].includes(variable))
    throw new UsageError(`ROLLOUTKIT_RENDER is "${variable}"; it must be 1 or unset.`);
  if (variable === '1') return 'granted';
  if (config.render === false) return 'unasked';
  const user = userConfig(workingFolder, environment);
  if (user.render !== undefined) return user.render ? 'granted' : 'unasked';
  return config.render === true ? 'refused' : 'unasked';
}

function readSeconds(text: string | undefined): number {
  if (text === undefined) return 60;
  const seconds = Number(text);
  if (!/^\d{1,5}$/.test(text) || seconds === 0)
    throw new UsageError(`--render-timeout is "${text}"; it must be a number of seconds, such as 120.`);
  return seconds;
}

/** The manifests to read, rendered if requested. */
export interface CommandInputs {
  readonly sources: readonly Source[];
  readonly notes: readonly Note[];
  readonly failures: readonly Failure[];
  /** What the configuration asks to render but was not rendered, in a few words each. */
  readonly unchecked: readonly string[];
  readonly graph: NonNullable<ReadOptions['graph']>;
  /** The files from which the sources were rendered. */
  readonly written?: ReadOptions['written'];
  /** Whether a path is a file or the output of what was not rendered although it was requested. */
  readonly isUnbuilt?: (path: string) => boolean;
  /** The files from which an object was rendered. */
  readonly writtenIn?: (resource: Resource) => readonly string[];
  /** Moves findings from rendered output to the files that a user edits. */
  relocate(findings: readonly Finding[]): readonly Finding[];
}

/** The manifests in the paths, except those that the configuration ignores. */
export function discoverInputs(paths: readonly string[], settings: Settings): ReturnType<typeof discover> {
  const { sources, notes, failures } = discover(paths, settings.workingFolder, {
    stdin: settings.around.descriptor,
    // The files of a checkout come from a state of the repository, so Git tracks all of them.
    isAllTracked: settings.outside !== undefined,
  });
  return { sources: sources.filter(isWanted(paths, settings)), notes, failures };
}

export function prepare(
  given: readonly Source[],
  settings: Settings,
  paths: readonly string[],
  /** The build output that is known without running a program. */
  built?: Inputs,
): CommandInputs {
  const sources = built?.sources ?? given;
  const { assumed, workingFolder } = settings;
  const { rolloutsVersion, verifiesTargetGroups, argoCdVersion } = settings;
  const workTrees = workTreesAround(paths.map((given) => path.resolve(workingFolder, given)));
  const misnamed = unreadConfig(settings);
  const own = schemasGiven(settings);
  const ownSchemas = own?.schemas;
  const toNotes = (messages: readonly string[]): readonly Note[] => messages.map((message) => ({ message }));
  if (!settings.renders) {
    const refused = settings.refused === undefined ? [] : toNotes([refusal(settings.refused)]);
    return {
      sources,
      notes: [...misnamed, ...refused],
      failures: own?.failures ?? [],
      unchecked: settings.refused !== undefined && given.some(isForRendering) ? ['what is not rendered'] : [],
      graph: {
        assumed,
        workTrees,
        rolloutsVersion,
        verifiesTargetGroups,
        argoCdVersion,
        exists: existing,
        readsOthers,
        ownSchemas,
        ...(built && { asWritten: built.asWritten }),
      },
      ...(built && { writtenIn: built.writtenIn, written: built.written }),
      relocate: (findings) => findings,
    };
  }
  const rendered = renderInputs(sources, { ...settings, workTrees }, boundaryOf(settings, paths));
  return {
    sources: rendered.sources,
    notes: [...misnamed, ...toNotes(rendered.notes)],
    failures: [...(own?.failures ?? []), ...rendered.failures],
    unchecked: [],
    graph: {
      assumed,
      workTrees,
      rolloutsVersion,
      verifiesTargetGroups,
      argoCdVersion,
      exists: existing,
      readsOthers,
      asWritten: rendered.asWritten,
      ownSchemas,
    },
    written: rendered.written,
    isUnbuilt: rendered.isUnbuilt,
    writtenIn: (resource) => rendered.writtenIn(resource),
    relocate: (findings) => rendered.relocate(findings),
  };
}

/** The files that may be read. */
export function boundaryOf({ around, workingFolder }: Settings, paths: readonly string[]): Boundary {
  return around.isRoot === true ? Boundary.within(workingFolder) : Boundary.around(workingFolder, paths);
}

/** Whether the folder of a file is input of a renderer. */
function isForRendering({ path: file }: Source): boolean {
  return isKustomizationFile(file) || /\/(?:Chart|cdk8s)\.yaml$/.test(file);
}

/** Cached, because the inputs can be prepared several times. */
const schemasRead = new WeakMap<readonly string[], GivenSchemas>();

function schemasGiven({ schemas, around }: Settings): GivenSchemas | undefined {
  if (schemas.length === 0) return undefined;
  let given = schemasRead.get(schemas);
  if (!given) schemasRead.set(schemas, (given = readOwnSchemas(schemas, around.folder, around.descriptor)));
  return given;
}

function unreadConfig({ unread }: Settings): readonly Note[] {
  if (unread === undefined) return [];
  const right = path.join(path.dirname(unread), configName);
  return [{ message: `${unread} is not the name of a configuration file; rename it to ${right}.` }];
}

function refusal(config: string): string {
  return `${config} has "render: true", but a repository cannot enable rendering itself, because rendering runs programs on its files: they were read without rendering. Enable it with --render or ROLLOUTKIT_RENDER=1.`;
}
