import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgoCdVersion } from '../../src/argocd/version.js';
import { parseConfig } from '../../src/repository/config/parse-config.js';
import { driftOf } from '../../src/play/drift/drift.js';
import { renewPatternWork } from '../../src/kubernetes/kinds/go-pattern.js';
import { more, readers } from '../hostile/readers.js';
import type { Graph } from '../../src/repository/graph/graph.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lint } from '../../src/lint/lint.js';
import { ruleNames, selectRules } from '../../src/lint/select-rules.js';
import { toValue } from '../../src/model/node.js';
import type { Source } from '../../src/model/source.js';
import { splitDocuments } from '../../src/yaml/parse/documents.js';
import { parseTree } from '../../src/yaml/parse/tree.js';
import driftJson, { driftJsonPart } from '../../src/report/drift-json.js';
import { tallyOf } from '../../src/play/drift/judged.js';
import { driftSummary, driftText } from '../../src/report/drift-text.js';
import { impactFiles } from '../../src/report/impact-page/page.js';
import json from '../../src/report/json.js';
import {
  type PageFiles,
  type PageParts,
  pagePartsOf,
  renderPage,
} from '../../src/report/simulation-page/page.js';
import simulationJson from '../../src/report/simulation-json.js';
import { simulationSummary, TracesText } from '../../src/report/simulation-text.js';
import { colored, plain } from '../../src/report/style.js';
import text, { blocks } from '../../src/report/text.js';
import { rules } from '../../src/rules/index.js';
import { exceededBy } from '../../src/play/protect/limits.js';
import { protectionOf } from '../../src/play/protect/protect.js';
import { simulate } from '../../src/play/simulate/simulate.js';
import protectJson, { type ProtectReport } from '../../src/report/protect-json.js';
import { protectTable, protectText } from '../../src/report/protect-text.js';
import { editsAll, impactAll, migrateAll, rollbackAll } from './changes.js';
import { commandAll } from './commands.js';
import { initAll } from './init.js';
import { languageAll } from './language.js';
import type { Input } from './input.js';
import { serverAll } from './servers.js';
import { cdk8sAll, formatsAll } from './told.js';
import { severitiesOf } from '../../src/lint/project/overriding.js';

/** What a run said, for whoever counts what has been reached. */
export interface Played {
  readonly rules: readonly string[];
}

/** Feeds an input to its target as the command does, reports included. Throws what the target throws. */
export function play(input: Input): Played | Promise<Played> {
  const sources = Object.entries(input.files).map(([name, its]): Source => ({
    path: `/repository/${name}`,
    name,
    read: () => its,
  }));
  switch (input.target) {
    case 'reader':
      for (const its of Object.values(input.files)) readText(its);
      return input.options.lints ? lintAll(sources, input) : { rules: readAll(sources) };
    case 'texts':
      return takeApart(input);
    case 'lint':
      return lintAll(sources, input);
    case 'simulate':
      return simulateAll(sources, input);
    case 'drift':
      return driftAll(sources, input);
    case 'formats':
      return formatsAll(sources);
    case 'cdk8s':
      return cdk8sAll(input);
    case 'impact':
      return impactAll(input, pageParts(impactFiles));
    case 'migrate':
      return migrateAll(sources, input);
    case 'rollback':
      return rollbackAll(input);
    case 'edits':
      return editsAll(sources);
    case 'language':
      return languageAll(sources);
    case 'lsp':
    case 'mcp':
      return serverAll(input);
    case 'init':
      return initAll(input);
    case 'commands':
      return commandAll(input);
  }
}

/** What is thrown for a text that is wrong has a class of ours. */
const mistakes: ReadonlySet<string> = new Set(['RangeError', 'ReferenceError', 'SyntaxError', 'TypeError']);

function takeApart({ files, options: { takes = '' } }: Input): Played {
  const { text = '', other = '' } = files;
  renewPatternWork();
  try {
    ({ ...readers, ...more })[takes]?.(text, other);
  } catch (error) {
    if (!(error instanceof Error) || mistakes.has(error.name)) throw error;
  }
  return { rules: [takes] };
}

function readText(its: string): void {
  for (const { start, end } of splitDocuments(its)) {
    const { root } = parseTree(its, start, end);
    if (root) toValue(root);
  }
}

function readAll(sources: readonly Source[]): readonly string[] {
  const read = readGraph(sources);
  read.examine();
  read.faults.rethrow();
  return read.problems.map(({ rule }) => rule);
}

function lintAll(sources: readonly Source[], { files, options }: Input): Played {
  const names = ruleNames(rules);
  const config = Object.entries(files).flatMap(([name, its]) => {
    const parsed = /(^|\/)rolloutkit\.yaml$/.test(name) ? parseConfig(its, name, names) : undefined;
    return parsed && 'config' in parsed ? [parsed.config] : [];
  })[0];
  const chosen = selectRules(rules, { only: [], skip: [], severities: severitiesOf(config?.rules ?? []) });
  const result = lint(sources, chosen.rules);
  for (const { error } of result.faults) throw error; // What is contained is a fault all the same.
  const findings = result.findings.map((one) => chosen.adjust(one)).filter((one) => one !== undefined);
  const report = {
    findings,
    suppressed: [],
    notes: [],
    failures: [],
    faults: result.faults,
    resources: result.resources,
    rollouts: result.rollouts,
    rules: chosen.count,
    unchecked: [],
    milliseconds: 0,
  };
  json(report);
  text(report, options.columns === 40 ? colored : plain, { columns: options.columns, most: 3 });
  return { rules: findings.map(({ rule }) => rule) };
}

const parts = new Map<PageFiles | undefined, PageParts>();

/** The page is told apart from what fills it. */
function pageParts(files?: PageFiles): PageParts {
  const folder = path.join(__dirname, '../../src/report/pages/simulation');
  let known = parts.get(files);
  if (!known) {
    known = { ...pagePartsOf((name) => readFileSync(path.join(folder, name), 'utf8'), files), script: '' };
    parts.set(files, known);
  }
  return known;
}

function simulateAll(sources: readonly Source[], { options }: Input): Played {
  const read = readGraph(sources);
  const { graph } = read;
  const traces = graph.rollouts
    .filter(({ isReadable }) => isReadable)
    .map((rollout) =>
      simulate(graph, rollout, {
        ...(options.rollouts && { version: options.rollouts }),
        ...(options.branches === undefined ? {} : { branches: options.branches }),
      }),
    );
  read.faults.rethrow();
  const report = {
    traces,
    findings: read.problems,
    notes: [],
    failures: [],
    unchecked: [],
    faults: read.faults.all,
  };
  for (const part of simulationJson(traces, () => report)) part.slice(1);
  for (const most of [0, traces.length]) {
    const text = new TracesText(plain, options.columns, most);
    for (const trace of traces) text.add(trace);
    text.lines.slice(1);
    simulationSummary(text.played, report, colored, 0);
  }
  blocks(report.findings, plain);
  if (options.html) renderPage(pageParts(), traces);
  protectAll(graph, { ...report, exceeded: [] }, options);
  return { rules: traces.flatMap(({ frames }) => frames.map(({ kind }) => kind)) };
}

/** What a bad version costs, by the same graph; it plays several updates, so only for a few Rollouts. */
function protectAll(
  graph: Graph,
  report: Omit<ProtectReport, 'protections'>,
  options: Input['options'],
): void {
  const protections = graph.rollouts
    .filter(({ isReadable }) => isReadable)
    .slice(0, 2)
    .map((rollout) => protectionOf(graph, rollout, options.rollouts ? { version: options.rollouts } : {}));
  const exceeded = protections.flatMap((one) => exceededBy(one, { exposure: 1, detection: 1 }, String));
  for (const one of protections) protectText(one, plain, options.columns);
  protectTable(protections, plain, options.columns);
  protectJson({ ...report, protections, exceeded });
}

function driftAll(sources: readonly Source[], { options }: Input): Played {
  const read = readGraph(sources);
  const { graph } = read;
  const argocd = options.argocd === undefined ? undefined : parseArgoCdVersion(options.argocd);
  const { drifts, notes } = driftOf(
    graph,
    graph.rollouts.filter(({ isReadable }) => isReadable),
    {
      ...(argocd && { argocd }),
      ...(options.rollouts && { rollouts: options.rollouts }),
      ...(options.branches === undefined ? {} : { branches: options.branches }),
    },
  );
  read.faults.rethrow();
  const { faults } = read;
  const result = {
    tally: tallyOf(drifts),
    leftOut: [],
    findings: read.problems,
    failures: [],
    unchecked: [],
    faults: faults.all,
  };
  const report = { ...result, notes: notes.map((message) => ({ message })) };
  for (const part of driftJson(drifts.map(driftJsonPart), report)) part.slice(1);
  for (const drift of drifts) driftText(drift, plain, options.columns);
  blocks(read.problems, plain);
  driftSummary(result, colored, 0);
  if (options.html) renderPage(pageParts(), [...new Set(drifts.map(({ trace }) => trace))], drifts);
  return { rules: drifts.flatMap(({ frames }) => frames.map(({ status }) => status)) };
}
