import { driftOf } from '../../src/play/drift/drift.js';
import { judgeFragment, notesOn } from '../../src/lint/fragments/fragment.js';
import { lintRead } from '../../src/lint/lint.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import type { Source } from '../../src/model/source.js';
import { findingsJson, type FindingJson } from '../../src/report/json.js';
import { renderPage, type PageParts } from '../../src/report/simulation-page/page.js';
import { rules } from '../../src/rules/index.js';
import type { Rule } from '../../src/rules/rule.js';
import { simulate } from '../../src/play/simulate/simulate.js';

export interface Text {
  readonly name: string;
  readonly text: string;
}

export type Finding = FindingJson;

/** Rules about lost traffic run first; the final findings are independent of the order of rules. */
const soonest = [...rules].sort((left, right) => Number(losesTraffic(right)) - Number(losesTraffic(left)));

function losesTraffic({ meta }: Rule): boolean {
  return meta.consequence === 'lost-traffic' && meta.severity === 'error';
}

/** The findings in given texts. */
export interface Judgement {
  readonly findings: readonly Finding[];
  readonly resources: number;
  readonly rollouts: number;
  /** Other information, such as what was left out. */
  readonly notes: readonly string[];
}

/**
 * Lints all texts together, like the files of a folder; a fragment of an object is linted as such.
 * @param onFirst called with the first that are certain, before all findings are there
 */
export function judge(
  texts: readonly Text[],
  onFirst: (findings: readonly Finding[]) => void = () => undefined,
): Judgement {
  const sources = sourcesOf(texts);
  const read = readGraph(sources, { isNamed: () => true });
  let isFirst = read.graph.resources.length > 0;
  const { findings, resources, rollouts, templates, faults, limits } = lintRead(read, soonest, {
    onCertain: (certain) => {
      if (isFirst) onFirst(findingsJson(certain));
      isFirst = false;
    },
  });
  const notes = [
    ...templates.map(({ name }) => `${name} is a template of a chart. Paste what helm template prints.`),
    ...limits,
    ...faults.map(({ error }) => `This is a bug of rolloutkit: ${String(error)}`),
  ];
  if (resources > 0) return { findings: findingsJson(findings), resources, rollouts, notes };
  const fragments = sources.map((source) => judgeFragment(source));
  const all = fragments.some(Boolean) ? fragments.flatMap((one) => one?.findings ?? []) : findings;
  fragments.forEach((fragment, index) => {
    if (fragment) notes.push(...notesOn(fragment, sources[index]!.name));
  });
  return { findings: findingsJson(all), resources, rollouts, notes };
}

/**
 * The page of `rolloutkit drift` if the texts contain an Application, else that of `simulate`; undefined without a
 * Rollout.
 */
export function pageOf(texts: readonly Text[], parts: PageParts): string | undefined {
  const { graph, faults } = readGraph(sourcesOf(texts), { isNamed: () => true });
  const rollouts = graph.rollouts.filter(({ isReadable }) => isReadable);
  if (rollouts.length === 0) return undefined;
  if (graph.ofKind('Application', 'argoproj.io').length > 0) {
    const { drifts } = driftOf(graph, rollouts, {
      rollouts: graph.rolloutsVersion,
      argocd: graph.argoCdVersion,
      faults,
    });
    if (drifts.length > 0) return renderPage(parts, [...new Set(drifts.map(({ trace }) => trace))], drifts);
  }
  const version = graph.rolloutsVersion;
  const traces = rollouts.flatMap(
    (rollout) => faults.contain('simulate', rollout, () => simulate(graph, rollout, { version })) ?? [],
  );
  return traces.length === 0 ? undefined : renderPage(parts, traces);
}

/** Treats all texts as files of one folder. */
function sourcesOf(texts: readonly Text[]): readonly Source[] {
  return texts.map(({ name, text }) => ({ path: `/pasted/${name}`, name, read: () => text }));
}
