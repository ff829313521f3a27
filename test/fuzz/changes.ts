import { parseArgoCdVersion } from '../../src/argocd/version.js';
import { driftOf } from '../../src/play/drift/drift.js';
import { patchOf } from '../../src/play/drift/patch.js';
import { isPatched, patched } from '../../src/lint/fix/patch-application.js';
import { type FixRun, settled } from '../../src/lint/fix/settle.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { impactOf } from '../../src/play/impact/impact.js';
import type { RolloutImpact } from '../../src/play/impact/rollout-impact.js';
import { changedSources, touchedPairs } from '../../src/play/impact/touched.js';
import { lint } from '../../src/lint/lint.js';
import { UnfitProps } from '../../src/constructs/manifests/manifest.js';
import { migrationJson } from '../../src/write/migrate/json.js';
import { planMigration } from '../../src/write/migrate/plan.js';
import { isRefusal } from '../../src/write/migrate/refusal.js';
import { stepsText } from '../../src/write/migrate/text.js';
import type { Source } from '../../src/model/source.js';
import { parseValues } from '../../src/yaml/parse/values.js';
import impactJson, { type ImpactResult } from '../../src/report/impact-json.js';
import impactMarkdown from '../../src/report/impact-markdown.js';
import impactPage from '../../src/report/impact-page/page.js';
import { impactSummary, impactText } from '../../src/report/impact-text.js';
import type { PageParts } from '../../src/report/simulation-page/page.js';
import { plain } from '../../src/report/style.js';
import { helmNames, helmTargets } from '../../src/write/rollback/helm.js';
import { restore } from '../../src/write/rollback/restore.js';
import { targetsOf } from '../../src/write/rollback/targets.js';
import { rules } from '../../src/rules/index.js';
import { Effort } from '../../src/play/simulate/effort.js';
import { BrokenError, isSound, leaves } from './broken.js';
import { type Input, states } from './input.js';
import type { Played } from './play.js';

/** The files of one of two states. */
export function stateIn({ files }: Input, state: keyof typeof states): readonly Source[] {
  return Object.entries(files).flatMap(([name, text]): readonly Source[] => {
    if (!name.startsWith(states[state])) return [];
    const its = name.slice(states[state].length);
    return [{ path: `/repository/${its}`, name: its, read: () => text }];
  });
}

export function impactAll(input: Input, parts: PageParts): Played {
  const [before, after] = [stateIn(input, 'before'), stateIn(input, 'after')];
  const { argocd, rollouts: version, html, columns } = input.options;
  const read = readGraph(after, { keepsReadings: true });
  const earlier = readGraph(before, { known: read });
  const effort = new Effort();
  const release = argocd === undefined ? undefined : parseArgoCdVersion(argocd);
  const changed = changedSources(before, after);
  const impacts: RolloutImpact[] = [];
  for (const pair of touchedPairs(earlier.graph, read.graph, changed)) {
    if ((pair.after ?? pair.before)?.isReadable !== true) continue;
    const impact = impactOf({ before: earlier.graph, after: read.graph }, pair, {
      ...(version && { version }),
      ...(release && { argocd: release }),
      effort,
    });
    if (impact) impacts.push(impact);
  }
  read.faults.rethrow();
  earlier.faults.rethrow();
  if (changed.before.size + changed.after.size === 0 && impacts.length > 0)
    throw new BrokenError('What has not changed has an effect.');
  const result: ImpactResult = {
    ...{
      impacts,
      untouched: 0,
      findings: read.problems,
      unknown: [],
      notes: [],
      failures: [],
      unchecked: [],
    },
    faults: [],
  };
  JSON.parse(impactJson(result));
  impactMarkdown(result);
  for (const impact of impacts) impactText(impact, plain, columns);
  impactSummary(result, plain, 0);
  if (html) impactPage(parts, result, read.graph.rolloutsVersion);
  return { rules: impacts.flatMap(({ effects }) => effects.map(({ detail }) => detail.kind)) };
}

export function migrateAll(sources: readonly Source[], { options }: Input): Played {
  const { graph } = readGraph(sources);
  const [workload] = [...graph.ofKind('Deployment', 'apps'), ...graph.rollouts];
  const { router, way } = options;
  try {
    const plan = planMigration(sources, workload?.name ?? 'shop', {
      router,
      way,
      isMeant: (one) => one.source.path === workload?.source.path,
    });
    stepsText(plan, false, plain, options.columns);
    JSON.parse(migrationJson({ workload: plan.deployment, isUndo: false, ...plan }));
    const known = new Map(sources.map((source) => [source.path, String(source.read())]));
    for (const { changes, id } of plan.steps)
      for (const { path, before, after } of changes) {
        if (before !== known.get(path))
          throw new BrokenError(`Step ${id} does not begin where the one before ends.`);
        if (after === undefined) known.delete(path);
        else known.set(path, after);
        if (after !== undefined && !isSound(after) && (before === undefined || isSound(before)))
          throw new BrokenError(`Step ${id} writes what is no YAML.`);
      }
    return { rules: [...plan.steps.map(({ id }) => id), plan.refusal ? 'refused' : 'planned'] };
  } catch (error) {
    if (!isRefusal(error) && !(error instanceof UnfitProps)) throw error;
    return { rules: ['refused'] };
  }
}

export function rollbackAll(input: Input): Played {
  const [before, after] = [stateIn(input, 'before'), stateIn(input, 'after')];
  const texts = new Map(after.map((source) => [source.path, String(source.read())]));
  const old = new Map(before.map((source) => [source.path, String(source.read())]));
  const { graph } = readGraph(after);
  const files = { paths: [...texts.keys()], read: (path: string) => texts.get(path) };
  const applications = [...graph.ofKind('Application'), ...graph.ofKind('ApplicationSet')];
  const names = new Set([...graph.rollouts.map(({ name }) => name), ...helmNames(files, applications)]);
  const said: string[] = [];
  for (const name of names)
    for (const target of [...targetsOf(graph, name, files.read), ...helmTargets(files, applications, name)]) {
      target.differences({
        before: { text: (path) => old.get(path), named: (path) => path },
        now: { text: files.read, named: (path) => path },
        changedBelow: () => [],
      });
      for (const file of target.files) {
        const [now, then] = [texts.get(file.path), old.get(file.path)];
        if (now === undefined || then === undefined) continue;
        const restoration = restore(file, { now, before: then });
        said.push(!restoration ? 'unknown' : restoration.problem ? 'problem' : 'restored');
        if (restoration && restoration.text !== now)
          holdRestored(
            now,
            restoration.text,
            [...(file.read(then)?.values() ?? [])].map(({ value }) => value),
          );
      }
    }
  return { rules: said };
}

/** Only values may have changed, and each to one of those that were there then. */
function holdRestored(now: string, text: string, values: readonly string[]): void {
  if (isSound(now) && !isSound(text)) throw new BrokenError('What is restored is no YAML.');
  const [one, other] = [leaves(parseValues(now)), leaves(parseValues(text))];
  const known = new Set(values);
  for (const path of new Set([...one.keys(), ...other.keys()])) {
    const [is, becomes] = [one.get(path), other.get(path)];
    if (Object.is(is, becomes)) continue;
    // A tag may take the place of a digest: another key, with an old value all the same.
    if (
      becomes !== undefined &&
      !known.has(wordsOf(becomes)) &&
      ![...known].some((value) => Number(value) === Number(becomes))
    )
      throw new BrokenError('A value is written that was not there then.');
  }
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Makes all fixes of what is found, and writes the entries that Applications lack. */
export function editsAll(sources: readonly Source[]): Played {
  const runOver = (some: readonly Source[]): FixRun => {
    const { findings, faults } = lint(some, rules);
    for (const { error } of faults) throw error;
    return { sources: some, findings, reported: findings };
  };
  const said: string[] = [];
  const first = runOver(sources);
  for (const safety of ['safe', 'unsafe'] as const) {
    const { changed, made } = settled(first, runOver, safety);
    for (const [, { before, after }] of changed) {
      if (before === after) throw new BrokenError('A text is said to be changed that is not.');
      if (isSound(before) && !isSound(after)) throw new BrokenError('What is fixed is no YAML any more.');
    }
    said.push(...made.map(({ finding: { rule } }) => `${safety} ${rule}`));
  }
  return { rules: [...said, ...entriesIn(sources)] };
}

function entriesIn(sources: readonly Source[]): readonly string[] {
  const { graph } = readGraph(sources);
  const { drifts } = driftOf(graph, graph.rollouts.filter(({ isReadable }) => isReadable).slice(0, 2), {
    branches: false,
  });
  return drifts.flatMap((drift) => {
    const { application, set } = drift.deployer;
    const change = { patch: patchOf(drift), faults: drift.faults };
    const target = set ?? application;
    if (target.source.path === '' || (!change.patch && change.faults.length === 0)) return [];
    const path = set ? ['spec', 'template', 'spec'] : ['spec'];
    const text = String(target.source.read());
    const result = patched(target.at(...path), change, text);
    if ('unfit' in result) return ['unfit'];
    if (isSound(text) && !isSound(result.text))
      throw new BrokenError('What is written to an Application is no YAML.');
    const again = readGraph([
      { path: target.source.path, name: target.source.name, read: () => result.text },
    ]);
    const own = again.graph.resources.find(({ kind, name }) => kind === target.kind && name === target.name);
    return [own && isPatched(target.at(...path), own.at(...path), change) ? 'patched' : 'not as meant'];
  });
}
