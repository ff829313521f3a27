import {
  argoCdLines,
  type ArgoCdVersion,
  defaultArgoCdVersion,
  parseArgoCdVersion,
} from '../argocd/version.js';
import type { RolloutsVersion } from '../cluster/version.js';
import { type Drift, driftOf } from '../drift/drift.js';
import { isUncovered } from '../drift/patch.js';
import type { Graph } from '../graph/graph.js';
import { readGraph } from '../graph/read-graph.js';
import type { Resource } from '../model/resource.js';
import driftJson, { type DriftResult } from '../report/drift-json.js';
import { driftSummary, driftText } from '../report/drift-text.js';
import type { Note } from '../report/report.js';
import { renderPage } from '../report/simulation-page/page.js';
import { colored, plain } from '../report/style.js';
import { blocks } from '../report/text.js';
import { didYouMean, exitCodes, UsageError } from './exit.js';
import { reason } from '../files/discover.js';
import { list, oneOf, parse, wantsColor } from './options.js';
import { pageParts, readVersion } from './simulate.js';
import { discoverInputs, inputOptions, prepare, readSettings, type Settings } from './inputs.js';
import { kustomizeNotes, templateNotes } from './templates.js';
import { writeEntries } from './write-entries.js';

const formats = ['text', 'json', 'html'] as const;

/** Prints what Argo CD would say at each moment of an update, and what to ignore so that it says nothing. */
export function driftCommand(args: string[]): number {
  const started = performance.now();
  const options = readOptions(args);
  const { settings } = options;
  const { sources: found, notes, failures } = discoverInputs(options.paths, settings);
  const inputs = prepare(found, settings);
  const { sources } = inputs;
  const read = readGraph(sources, { graph: inputs.graph });
  const unread = [
    ...failures,
    ...inputs.failures,
    ...read.unreadable.map(({ source, error }): Note => ({ message: `${source.name}: ${reason(error)}` })),
  ];
  const chosen = choose(read.graph, options.names).filter(({ isReadable }) => isReadable);
  const report = driftOf(read.graph, sources, chosen, options);
  const result: DriftResult = {
    drifts: report.drifts,
    findings: inputs.relocate(read.problems),
    notes: [
      ...notes,
      ...inputs.notes,
      ...report.notes.map((message) => ({ message })),
      ...templateNotes(read.templates, 'drift'),
      ...(settings.renders ? [] : kustomizeNotes(read.graph.opaqueKustomizations)),
    ],
    failures: unread,
  };
  if (result.drifts.length + unread.length + result.findings.length === 0) {
    const messages = [
      'There is no Rollout in the files given.',
      ...result.notes.map(({ message }) => message),
    ];
    throw new UsageError(messages.join('\n'));
  }
  const written = options.writes ? writeEntries(result.drifts) : [];
  process.stdout.write(
    print({ ...result, notes: [...result.notes, ...written] }, options, performance.now() - started),
  );

  if (unread.length > 0) return exitCodes.unread;
  return isWrong(result) ? exitCodes.findings : exitCodes.clean;
}

function isWrong({ drifts, findings }: DriftResult): boolean {
  return findings.some(({ severity }) => severity === 'error') || drifts.some(isUncovered);
}

/** The Rollouts that are meant, in the order of their files. */
function choose(graph: Graph, names: readonly string[]): readonly Resource[] {
  const { rollouts } = graph;
  const called = (rollout: Resource): readonly string[] => {
    const namespace = graph.namespace(rollout);
    return [rollout.name, ...(namespace === undefined ? [] : [`${namespace}/${rollout.name}`])];
  };
  const known = [...new Set(rollouts.flatMap(called))];
  for (const name of names)
    if (!known.includes(name))
      throw new UsageError(`There is no Rollout "${name}".${didYouMean(name, known)}`);
  return names.length === 0
    ? rollouts
    : rollouts.filter((rollout) => called(rollout).some((name) => names.includes(name)));
}

function print(result: DriftResult, options: Options, milliseconds: number): string {
  const { drifts, findings, notes, failures } = result;
  const style = options.isColored ? colored : plain;
  if (options.format === 'json') return driftJson(result);
  if (options.format === 'html') return renderPage(pageParts(), tracesOf(drifts), drifts);
  const { isTTY, columns } = process.stdout;
  return [
    ...blocks(findings, style).map((block) => `${block}\n`),
    ...drifts.map((drift) => `${driftText(drift, style, isTTY ? columns : undefined)}\n`),
    driftSummary(drifts, style, milliseconds),
    ...failures.map(({ message }) => `${style.red('×')} ${message}\n`),
    ...notes.map(({ message }) => `${style.blue('i')} ${message}\n`),
  ].join('');
}

function tracesOf(drifts: readonly Drift[]): readonly Drift['trace'][] {
  return [...new Set(drifts.map(({ trace }) => trace))];
}

interface Options {
  readonly settings: Settings;
  readonly paths: readonly string[];
  readonly format: (typeof formats)[number];
  readonly names: readonly string[];
  readonly rollouts: RolloutsVersion;
  readonly argocd: ArgoCdVersion;
  readonly writes: boolean;
  readonly isColored: boolean;
}

const optionTypes = {
  ...inputOptions,
  rollout: { type: 'string', multiple: true },
  rollouts: { type: 'string' },
  argocd: { type: 'string' },
  format: { type: 'string' },
  write: { type: 'boolean' },
  'no-color': { type: 'boolean' },
} as const;

function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args, optionTypes);
  const settings = readSettings(values);
  return {
    settings,
    paths: positionals.length > 0 ? positionals : ['.'],
    format: oneOf('--format', values.format ?? 'text', formats),
    names: list(values.rollout),
    rollouts: readVersion(values.rollouts ?? settings.config.rollouts),
    argocd: readArgoCdVersion(values.argocd ?? settings.config.argocd),
    writes: values.write === true,
    isColored: wantsColor(values['no-color']),
  };
}

function readArgoCdVersion(text: string | undefined): ArgoCdVersion {
  if (text === undefined) return defaultArgoCdVersion;
  const version = parseArgoCdVersion(text);
  if (!version)
    throw new UsageError(`--argocd is "${text}"; it can be a release of ${argoCdLines.join(', ')}.`);
  return version;
}
