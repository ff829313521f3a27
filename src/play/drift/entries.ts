import { podHashLabel, revisionAnnotation } from '../../kubernetes/objects/keys.js';
import { groupOf, kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type { Frame, Trace } from '../simulate/trace.js';
import type { Argo, Entry } from './argo.js';
import { leaves, type Step } from './changes.js';
import { derive, type Derivation, type Mistake } from './derive.js';
import { type Subject, targetAt, without } from './subject.js';

/** What has to be ignored of an object. */
export interface DerivedEntry {
  readonly subject: Subject;
  readonly entry: Entry;
  readonly derivation: Derivation;
}

/** What an Application has to ignore of each object of a Rollout, beside what it ignores. */
export function derivationsOf(
  argo: Argo,
  { frames }: Trace,
  subjects: readonly Subject[],
): readonly DerivedEntry[] {
  return subjects.flatMap((subject) => deriveFor(subject, argo, frames));
}

/** An object of Git and the live one, each time it is another. */
export interface Pair {
  readonly git: KubeObject;
  readonly live: KubeObject;
  /** What the API server takes of Git. */
  readonly stored: KubeObject;
}

export function pairsOf(subject: Subject, frames: readonly Frame[]): readonly Pair[] {
  const pairs = new Map<KubeObject, Pair>();
  for (const { objects } of frames) {
    const live = objects.get(subject.key);
    if (!live) continue;
    const git = targetAt(subject, live);
    const stored = subject.dropped.length === 0 ? git : targetAt({ git: subject.stored }, live);
    pairs.set(live, { git, live, stored });
  }
  return [...pairs.values()];
}

function deriveFor(subject: Subject, argo: Argo, frames: readonly Frame[]): readonly DerivedEntry[] {
  const all = pairsOf(subject, frames);
  const remaining = function* (expressions: Derivation['expressions']): Generator<string> {
    const judge = expressions.length === 0 ? argo : argo.with([entryFor(argo, subject, expressions)]);
    for (const { git, live } of all) {
      const verdict = judge.compare(git, live);
      if (verdict.status === 'out-of-sync') for (const path of verdict.paths) yield JSON.stringify(path);
    }
  };
  const controllers = controllersIn(subject.git);
  // The controller has written what is otherwise than the API server has taken it.
  const written = all.map(({ stored, live }) => ({
    git: without(stored, controllers),
    live: without(live, controllers),
  }));
  const derivation = derive(written, remaining, {
    passing: passingTexts(frames),
    mistakes: [...subject.dropped, ...controllers],
    knowsDefaults: argo.knowsDefaults(subject.git),
  });
  if (derivation.isQuiet && derivation.expressions.length === 0) return [];
  return [{ subject, entry: entryFor(argo, subject, derivation.expressions), derivation }];
}

/** What Git has that the controller writes anew in each update, mostly because somebody took a manifest from a cluster. */
function controllersIn(git: KubeObject): readonly Mistake[] {
  const isControllers = (path: readonly Step[]): boolean =>
    path.at(-1) === podHashLabel ||
    (git.kind === kinds.rollout.kind &&
      path.length === 3 &&
      path[0] === 'metadata' &&
      path[2] === revisionAnnotation);
  return leaves(git)
    .filter(isControllers)
    .map((path): Mistake => ({ path, why: 'controllers' }));
}

/** An entry for one object and no other, as the Application calls it. */
export function entryFor(
  argo: Argo,
  subject: Pick<Subject, 'git'>,
  expressions: Derivation['expressions'],
): Entry {
  const git = argo.named(subject.git);
  const of = (wanted: 'jsonPointers' | 'jqPathExpressions'): Partial<Entry> => {
    const texts = expressions.flatMap(({ field, text }) => (field === wanted ? [text] : []));
    return texts.length === 0 ? {} : { [wanted]: texts };
  };
  const group = groupOf(git.apiVersion);
  return {
    ...(group === '' ? {} : { group }),
    kind: git.kind,
    name: git.metadata.name,
    ...of('jsonPointers'),
    ...of('jqPathExpressions'),
  };
}

/** What is another text in each update: the controllers of pod templates. */
function passingTexts(frames: readonly Frame[]): readonly string[] {
  const controllers = new Set<string>();
  for (const { objects } of frames)
    for (const { kind, metadata } of objects.values()) {
      const hash = metadata.labels?.[podHashLabel];
      if (kind === kinds.replicaSet.kind && hash !== undefined) controllers.add(hash);
    }
  return [...controllers, ...['1', '2', '3', '4', '5', '6'].map((number) => `E${number}`)];
}
