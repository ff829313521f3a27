import { messageOf } from '../../src/model/finding.js';
import { lint } from '../../src/lint/lint.js';
import type { Resource } from '../../src/model/resource.js';
import type { Graph } from '../../src/repository/graph/graph.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { serviceAccountField } from '../../src/kubernetes/kinds/workload.js';
import { rules } from '../../src/rules/index.js';
import { isStandIn } from '../../src/play/drift/applications.js';
import { type Drift, driftOf } from '../../src/play/drift/drift.js';
import { isUsual } from '../../src/play/drift/judged.js';
import { impactOf } from '../../src/play/impact/impact.js';
import { changedSources, touchedPairs } from '../../src/play/impact/touched.js';
import { flowsIn } from '../../src/play/impact/traffic.js';
import { restOf, servicesIn, unansweredAtRest } from '../../src/play/outcome/at-rest.js';
import { flawsOf } from '../../src/play/outcome/flaws.js';
import type { Shot } from '../../src/play/outcome/outcome.js';
import { playedFor } from '../../src/play/outcome/played.js';
import { firstScenario } from '../../src/play/protect/protection.js';
import { protectionOf } from '../../src/play/protect/protect.js';
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
  /** What is wrong after the edit and was not before, by the frames and by the deployed objects; empty if nothing. */
  readonly worse: readonly string[];
  /**
   * What the edit changes besides, by a criterion that is not a finding: the course of the update, or where requests arrive.
   * A finding may be right then, and so may silence.
   */
  readonly changed: readonly Change[];
  /**
   * The findings and conclusions that were not there before, such as `lint istio/host-exists`. Effects of impact are among them
   * only where they decide whether the edit is missed or has a finding without harm.
   */
  readonly said: readonly string[];
  /** Those that an edit without harm must not have. */
  readonly alarms: readonly string[];
}

/**
 * The update goes another way; requests arrive elsewhere; objects come, go or have another name; a sync of any commit takes away
 * what the controller wrote; or a part is added or misspelt and nothing else changes, so that it is without effect. An object is removed without effect where
 * nothing prunes it.
 */
export type Change = 'course' | 'requests' | 'objects' | 'sync' | 'idle';

/** Edits that add a part, or turn one into something that no reader looks for. */
const idling: ReadonlySet<string> = new Set(['entry twice', 'object twice', 'key misspelt']);

export interface EditRun {
  readonly count: number;
  readonly seed: number;
  /** Edits that are not wanted are made and counted, and not judged. */
  readonly isWanted?: (edit: SystemEdit) => boolean;
}

/** What single edits by chance do to systems, and whether lint, drift, simulate or impact says so. Systems that are not healthy before are left out. */
export function* editOutcomes(
  systems: readonly (readonly File[])[],
  { count, seed, isWanted = () => true }: EditRun,
): Generator<EditOutcome> {
  const random = randomFrom(seed);
  const healthy = systems.flatMap((files) => {
    const start = startOf(files);
    return start ? [start] : [];
  });
  if (healthy.length === 0) return;
  const seen = new Set<string>();
  for (let tries = 0, done = 0; done < count && tries < count * 20; tries++) {
    const start = random.pick(healthy);
    const edit = newEdit(start, random, seen);
    if (!edit) continue;
    done += 1;
    if (isWanted(edit)) yield outcomeOfEdit(start, edit);
  }
}

/** A system before an edit. */
interface Start {
  readonly files: readonly File[];
  readonly before: Judged;
  said: readonly string[] | undefined;
}

/** What the predicates say of a system. */
interface Judged {
  readonly graph: Graph;
  /** How the Applications among the files see the Rollouts. */
  readonly drifts: readonly Drift[];
  /** Whether a sync, or kubectl apply, of any commit takes away what the controller wrote. */
  readonly isWrittenBack: boolean;
  readonly wrong: ReadonlySet<string>;
  /** The frames of all updates, without the objects. */
  readonly course: string;
  /** Where requests arrive in them, by lane. */
  readonly requests: ReadonlyMap<string, string>;
  /** The Services that are deployed. */
  readonly services: ReadonlySet<string>;
}

/**
 * A healthy system has nothing wrong, except what a deletion of the Rollout leaves in the routers of any, and bad versions that nothing
 * stops: most systems have no analysis, and an edit that takes one away is told from them.
 */
function startOf(files: readonly File[]): Start | undefined {
  const own = rewritten(files);
  const { graph } = readGraph(sourcesOf(own));
  if (graph.rollouts.length === 0) return undefined;
  const before = judgedOf(own);
  return [...before.wrong].every((one) => /^(?:left-behind|unguarded)\b/.test(one))
    ? { files: own, before, said: undefined }
    : undefined;
}

/** One that changes the texts and was not made before. */
function newEdit(start: Start, random: Random, seen: Set<string>): SystemEdit | undefined {
  const edit = systemEdit(start.files, random);
  const text = edit?.files.map((file) => file.text).join('\n');
  if (!edit || text === undefined || seen.has(text)) return undefined;
  if (text === start.files.map((file) => file.text).join('\n')) return undefined;
  seen.add(text);
  return edit;
}

function outcomeOfEdit(start: Start, edit: SystemEdit): EditOutcome {
  const { before } = start;
  const after = judgedOf(edit.files, before.services);
  const worse = [
    ...[...after.wrong].filter((one) => !before.wrong.has(one)),
    ...[...before.requests.keys()]
      .filter((lane) => isOfCallers(lane) && !after.requests.has(lane) && !isElsewhere(lane, before, after))
      .map((lane) => `no-way ${lane}`),
    ...accountsGone(before.graph, after.graph).map((name) => `not-found ServiceAccount ${name}`),
  ];
  start.said ??= saidOf(start.files, before);
  const findings = newIn(saidOf(edit.files, after), start.said);
  const changed = changesOf(before, after);
  // What is removed from Git stays in the cluster, unless Argo CD prunes it.
  const isKept = edit.kind === 'object removed' && !isPruning(before.graph);
  // A part that changes nothing is said to be without effect, and what impact tells of an update that goes another way is that.
  const isIdle =
    isKept || (idling.has(edit.kind) && !changed.includes('course') && !changed.includes('requests'));
  // Impact takes as long as all else, and it only decides where nothing is found, or where nothing changes.
  const isDecided = worse.length > 0 && !isKept ? findings.length > 0 : isIdle || changed.length > 0;
  const effects = isDecided ? [] : effectsOf(start.files, edit.files);
  const alarms = isIdle ? [] : [...findings, ...effects];
  return {
    edit,
    worse: isKept ? [] : worse,
    changed: isIdle ? ['idle'] : changed,
    said: [...findings, ...effects],
    alarms,
  };
}

function changesOf(before: Judged, after: Judged): readonly Change[] {
  // Lanes of an object that is added are none of those that were there.
  const kept = new Map([...after.requests].filter(([lane]) => before.requests.has(lane)));
  return [
    ...(after.course === before.course ? [] : ['course' as const]),
    ...(textOf(kept) === textOf(before.requests) ? [] : ['requests' as const]),
    ...(namesIn(after) === namesIn(before) ? [] : ['objects' as const]),
    ...(before.isWrittenBack ? ['sync' as const] : []),
  ];
}

function isPruning(graph: Graph): boolean {
  return graph.allApplications.some(
    (one) => one.at('spec', 'syncPolicy', 'automated', 'prune').boolean === true,
  );
}

/** ServiceAccounts that pods run as and that Argo CD deletes, because they are not in Git any more. */
function accountsGone(before: Graph, after: Graph): readonly string[] {
  return after.rollouts.flatMap((rollout) => {
    const from = serviceAccountField(after.podTemplate(rollout) ?? rollout.at('spec', 'template'));
    const to = { group: '', kind: 'ServiceAccount', name: from.text ?? '' };
    const [account] = before.withManifestName(to);
    if (!account || after.withManifestName(to).length > 0) return [];
    const isPruned = before
      .applications(account)
      .some((one) => one.at('spec', 'syncPolicy', 'automated', 'prune').boolean === true);
    return isPruned ? [to.name] : [];
  });
}

function namesIn({ graph }: Judged): string {
  return graph.resources
    .map((one) => `${one.group}/${one.kind}/${graph.namespace(one)}/${one.name}`)
    .sort()
    .join();
}

function textOf(requests: ReadonlyMap<string, string>): string {
  return JSON.stringify([...requests].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Whether an object that was not there before routes the same requests, such as an Ingress under another name. */
function isElsewhere(lane: string, before: Judged, after: Judged): boolean {
  const [, kind = '', , route] = /^(\S*?\/\w+)\/(\S*)(?: (.*))?$/.exec(lane) ?? [];
  return [...after.requests.keys()].some(
    (other) =>
      !before.requests.has(other) && other.startsWith(`${kind}/`) && other.endsWith(` ${route ?? ''}`),
  );
}

/** Callers of a Service that only leads to the pods of an update are none; those of a route are. */
function isOfCallers(lane: string): boolean {
  return /^\/Service\/|Route\/|\/VirtualService\/|\/Ingress\//.test(lane);
}

function sourcesOf(files: readonly File[]): ReturnType<typeof textSource>[] {
  return files.map(({ path, text }) => textSource(path, text));
}

/** `known` are Services that were deployed before. */
function judgedOf(files: readonly File[], known: ReadonlySet<string> = new Set()): Judged {
  const { graph } = readGraph(sourcesOf(files));
  const wrong = new Set(flawsOf(graph).map(({ kind, resource, what }) => `${kind} ${resource.kind} ${what}`));
  const requests = new Map<string, string>();
  const course: string[] = [];
  const rollouts = graph.rollouts.filter(({ isReadable }) => isReadable);
  const plays = rollouts.flatMap((rollout) => {
    const played = playedFor(graph, rollout);
    // The controller cannot decode it.
    if (!played) wrong.add(`unread ${rollout.name}`);
    return played ? [{ ...played, rollout }] : [];
  });
  for (const { rollout, outcomes, shots } of plays) {
    for (const { kind, what } of outcomes) wrong.add(`${kind} ${rollout.name} ${what}`.trim());
    for (const { frame, objects } of shots) {
      course.push(courseOf(frame));
      for (const flow of flowsIn(objects, new Set())) {
        const [group, kind, , object] = flow.lane.object.split('/');
        const name = `${group}/${kind}/${object} ${flow.lane.route}`;
        const shares = [...flow.shares].map(([of, share]) => `${of}=${share.toFixed(1)}`).sort();
        requests.set(name, `${requests.get(name) ?? ''};${shares.join(',')}`);
      }
    }
  }
  for (const { rollout } of plays) for (const one of unguarded(graph, rollout)) wrong.add(one);
  const rest = restOf(
    graph,
    plays.flatMap(({ shots }) => shots),
  );
  const named = new Set(plays.flatMap(({ updateServices }) => updateServices));
  for (const one of unansweredAtRest(rest, { known, named })) wrong.add(`unanswered ${one}`);
  const all = driftOf(graph, rollouts).drifts;
  const drifts = all.filter(({ deployer }) => !isStandIn(deployer));
  for (const drift of drifts) for (const one of outOfSync(drift)) wrong.add(`out-of-sync ${one}`);
  const isWrittenBack = all.some(({ syncs }) => syncs.some(({ outcome }) => outcome !== 'kept'));
  return {
    graph,
    drifts,
    isWrittenBack,
    wrong,
    course: course.join('\n'),
    requests,
    services: servicesIn(rest),
  };
}

/** Whether nothing stops an update whose version is bad from the start, or a person alone. */
function unguarded(graph: Graph, rollout: Resource): readonly string[] {
  const { outcome } = firstScenario(protectionOf(graph, rollout, { onlyFromStart: true })) ?? {};
  if (outcome === undefined || outcome === 'aborted' || outcome === 'paused') return [];
  const alone = `unguarded ${rollout.name}`;
  return outcome === 'person' ? [alone] : [alone, `${alone} by anyone`];
}

/** What Argo CD shows as different at some moment, fails at, reverts or never deploys, by the engine and not by its sentences. */
function outOfSync({ frames, syncs, frozen, faults, lasting, entries }: Drift): readonly string[] {
  return [
    ...frames.flatMap(({ frame, status }) =>
      status === 'out-of-sync' || status === 'unknown' ? `${status} ${frame.kind}` : [],
    ),
    // What a sync of any commit takes away sends requests elsewhere, also where the controller writes it back.
    ...syncs
      .filter((one) => one.outcome !== 'kept' && !isUsual(one))
      .map(({ key, outcome }) => `${outcome} ${key}`),
    ...frozen.map(({ subject, where }) => `frozen ${subject.key} ${JSON.stringify(where)}`),
    ...faults.map(({ text }) => `fault ${text}`),
    ...lasting.map(({ subject, kind }) => `lasting ${subject.key} ${kind}`),
    ...entries.map(({ subject }) => `lacks ${subject.key}`),
  ];
}

function courseOf({ id, title, at, weight, replicas, routes, phase, isSettled }: Shot['frame']): string {
  return JSON.stringify({ id, title, at, weight, replicas, routes, phase, isSettled });
}

/** Everything that lint, simulate and drift report, as a list of kinds with their words without names and numbers. */
function saidOf(files: readonly File[], { graph, drifts }: Judged): readonly string[] {
  const { findings } = lint(sourcesOf(files), rules);
  return [
    ...findings
      .filter(({ severity }) => severity !== 'info')
      .map((finding) => `lint ${finding.rule}: ${plain(messageOf(finding))}`),
    ...graph.rollouts
      .filter(({ isReadable }) => isReadable)
      .flatMap((rollout) => spoken('simulate', simulationConclusions(simulate(graph, rollout)))),
    ...drifts.flatMap((drift) => spoken('drift', driftConclusions(drift))),
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
