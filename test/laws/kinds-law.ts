import { messageOf } from '../../src/model/finding.js';
import { lint } from '../../src/lint/lint.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { rules } from '../../src/rules/index.js';
import { driftOf } from '../../src/play/drift/drift.js';
import { impactOf } from '../../src/play/impact/impact.js';
import { changedSources, touchedPairs } from '../../src/play/impact/touched.js';
import { outcomesFor } from '../../src/play/outcome/played.js';
import { admit } from '../../src/play/simulate/admission.js';
import { simulate } from '../../src/play/simulate/simulate.js';
import { driftConclusions } from '../../src/report/drift-conclusions.js';
import type { Conclusion } from '../../src/report/conclusions.js';
import { simulationConclusions } from '../../src/report/simulation-conclusions.js';
import { type File, type Random, randomFrom } from '../support/random-repository.js';
import { textSource } from '../support/sources.js';
import { rewritten, type SystemEdit, systemEdit } from '../support/system-edits.js';

/** An edit of a healthy system, what it makes worse, and what is said of it. */
export interface EditOutcome {
  readonly edit: SystemEdit;
  /** What the frames show after the edit and did not before; empty if nothing. */
  readonly worse: readonly string[];
  /**
   * What else it does: the API server refuses an object or drops a field, Argo CD differs or deploys a field no more, or the change
   * breaks something on its way. The same functions say so, so this counts as no miss and no false alarm.
   */
  readonly harm: readonly string[];
  /** The findings, conclusions and effects that were not there before: `lint istio/host-exists`. */
  readonly said: readonly string[];
}

/** What single edits by chance do to systems, and whether lint, drift, simulate or impact says so. Systems that are not healthy before are left out. */
export function* editOutcomes(
  systems: readonly (readonly File[])[],
  count: number,
  seed: number,
): Generator<EditOutcome> {
  const random = randomFrom(seed);
  const healthy = systems.flatMap((files) => {
    const start = startOf(files);
    return start ? [start] : [];
  });
  if (healthy.length === 0) return;
  const seen = new Set<string>();
  for (let tries = 0, done = 0; done < count && tries < count * 20; tries++) {
    const outcome = outcomeOfEdit(random.pick(healthy), random, seen);
    if (!outcome) continue;
    done += 1;
    yield outcome;
  }
}

/** A system before an edit. */
interface Start {
  readonly files: readonly File[];
  readonly wrong: ReadonlySet<string>;
  said: readonly string[] | undefined;
}

/** Frames of a healthy system show nothing wrong, except what a deletion of the Rollout leaves in the routers of any. */
function startOf(files: readonly File[]): Start | undefined {
  const own = rewritten(files);
  const { graph } = readGraph(sourcesOf(own));
  if (graph.rollouts.length === 0) return undefined;
  const wrong = wrongIn(own);
  return [...wrong].every((one) => one.startsWith('left-behind'))
    ? { files: own, wrong, said: undefined }
    : undefined;
}

function outcomeOfEdit(start: Start, random: Random, seen: Set<string>): EditOutcome | undefined {
  const edit = systemEdit(start.files, random);
  const text = edit?.files.map((file) => file.text).join('\n');
  if (!edit || text === undefined || seen.has(text)) return undefined;
  if (text === start.files.map((file) => file.text).join('\n')) return undefined;
  seen.add(text);
  const worse = [...wrongIn(edit.files)].filter((one) => !start.wrong.has(one));
  start.said ??= saidOf(start.files);
  const effects = effectsOf(start.files, edit.files);
  const said = newIn(saidOf(edit.files), start.said);
  const harm = [
    ...newIn(harmIn(edit.files), harmIn(start.files)),
    ...said.filter((one) => one.startsWith('drift')),
    ...effects.filter((one) => one.startsWith('impact error')),
  ];
  return { edit, worse, harm, said: [...said, ...effects] };
}

function sourcesOf(files: readonly File[]): ReturnType<typeof textSource>[] {
  return files.map(({ path, text }) => textSource(path, text));
}

/** What is wrong by the frames, and what Argo CD never deploys. */
function wrongIn(files: readonly File[]): ReadonlySet<string> {
  const { graph } = readGraph(sourcesOf(files));
  return new Set(
    graph.rollouts
      .filter(({ isReadable }) => isReadable)
      .flatMap((rollout) =>
        outcomesFor(graph, rollout).map(({ kind, what }) => `${kind} ${rollout.name} ${what}`.trim()),
      ),
  );
}

/** What the API server refuses or drops. */
function harmIn(files: readonly File[]): readonly string[] {
  const { graph } = readGraph(sourcesOf(files));
  return graph.resources
    .filter(({ isReadable }) => isReadable)
    .flatMap((resource) => {
      const { object, dropped } = admit(resource, resource.name, resource.namespace);
      if (!object) return [`refused: ${resource.kind}`];
      return dropped.length > 0 ? [`dropped: ${resource.kind}`] : [];
    });
}

/** Everything that lint, simulate and drift report, as a list of kinds with their words without names and numbers. */
function saidOf(files: readonly File[]): readonly string[] {
  const sources = sourcesOf(files);
  const { graph } = readGraph(sources);
  const { findings } = lint(sources, rules);
  return [
    ...findings
      .filter(({ severity }) => severity !== 'info')
      .map((finding) => `lint ${finding.rule}: ${plain(messageOf(finding))}`),
    ...graph.rollouts
      .filter(({ isReadable }) => isReadable)
      .flatMap((rollout) => spoken('simulate', simulationConclusions(simulate(graph, rollout)))),
    ...driftOf(graph, graph.rollouts).drifts.flatMap((drift) => spoken('drift', driftConclusions(drift))),
  ];
}

function spoken(command: string, conclusions: readonly Conclusion[]): readonly string[] {
  return conclusions
    .filter(({ level }) => level === 'error' || level === 'warning')
    .map(({ text }) => `${command}: ${plain(text)}`);
}

/** Names and numbers change where objects are renamed, which says nothing new. */
function plain(text: string): string {
  return text.replaceAll(/"[^"]*"/g, '…').replaceAll(/\d+/g, '0');
}

/** What one list has more often than the other. */
function newIn(after: readonly string[], before: readonly string[]): readonly string[] {
  const left = [...before];
  return after.filter((one) => {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** What impact says of the edit as a change. */
function effectsOf(before: readonly File[], after: readonly File[]): readonly string[] {
  const [earlier, later] = [sourcesOf(before), sourcesOf(after)];
  const graphs = { before: readGraph(earlier).graph, after: readGraph(later).graph };
  return touchedPairs(graphs.before, graphs.after, changedSources(earlier, later)).flatMap((pair) =>
    (impactOf(graphs, pair)?.effects ?? [])
      .filter(({ severity }) => severity !== 'info')
      .map(({ severity, detail }) => `impact ${severity} ${detail.kind}`),
  );
}
