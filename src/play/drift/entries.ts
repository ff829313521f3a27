import { podHashLabel, revisionAnnotation } from '../../kubernetes/objects/keys.js';
import { groupOf, kinds, type KubeObject } from '../../kubernetes/objects/object.js';
import type { Frame, Trace } from '../simulate/trace.js';
import type { Argo, IgnoreEntry } from './argo.js';
import { leaves, type Step } from './changes.js';
import { derive, type Derivation, type Mistake } from './derive.js';
import { type Subject, targetAt, withoutDropped } from './subject.js';

/** The entry that an object needs. */
export interface DerivedEntry {
  readonly subject: Subject;
  readonly entry: IgnoreEntry;
  readonly derivation: Derivation;
}

/** The additional entries that an Application needs for each object of a Rollout. */
export function derivationsOf(
  argo: Argo,
  { frames }: Trace,
  subjects: readonly Subject[],
): readonly DerivedEntry[] {
  return subjects.flatMap((subject) => deriveFor(subject, argo, frames));
}

/** An object in Git with each distinct version of the live object. */
export interface GitAndLive {
  readonly git: KubeObject;
  readonly live: KubeObject;
  /** The object of Git as the API server stores it. */
  readonly stored: KubeObject;
}

export function pairsOf(subject: Subject, frames: readonly Frame[]): readonly GitAndLive[] {
  const pairs = new Map<KubeObject, GitAndLive>();
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
  const derived = derivedEntry(argo, subject, pairsOf(subject, frames), passingTexts(frames));
  return derived ? [{ subject, ...derived }] : [];
}

/** The entry that an Application lacks for an object with these live states; undefined if it lacks none. */
export function derivedEntry(
  argo: Argo,
  subject: Pick<Subject, 'git' | 'dropped'>,
  all: readonly GitAndLive[],
  /** Strings that change in each update, such as pod hashes. */
  passing: readonly string[] = [],
): Omit<DerivedEntry, 'subject'> | undefined {
  const remaining = function* (expressions: Derivation['expressions']): Generator<string> {
    const judge = expressions.length === 0 ? argo : argo.with([entryFor(argo, subject, expressions)]);
    for (const { git, live } of all) {
      const verdict = judge.compare(git, live);
      if (verdict.status === 'out-of-sync') for (const path of verdict.paths) yield JSON.stringify(path);
    }
  };
  const others = [...controllersIn(subject.git), ...usersIn(subject.git)];
  // All other differences from the stored object are written by the controller.
  const written = all.map(({ stored, live }) => ({
    git: withoutDropped(stored, others),
    live: withoutDropped(live, others),
  }));
  const derivation = derive(written, remaining, {
    passing,
    mistakes: [...subject.dropped, ...others],
    knowsDefaults: argo.knowsDefaults(subject.git),
  });
  if (derivation.isQuiet && derivation.expressions.length === 0) return undefined;
  return { entry: entryFor(argo, subject, derivation.expressions), derivation };
}

/** Fields of Git that the controller sets in each update, which usually come from a manifest copied from a cluster. */
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

/**
 * Fields of a Rollout that users set by commands, and no code of the controller: a resume is simulated where Git has a pause.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/kubectl-argo-rollouts/cmd/promote/promote.go
 */
function usersIn(git: KubeObject): readonly Mistake[] {
  return git.kind === kinds.rollout.kind ? [{ path: ['spec', 'paused'], why: 'users' }] : [];
}

/** An entry for exactly one object, by the name that the Application uses. */
export function entryFor(
  argo: Argo,
  subject: Pick<Subject, 'git'>,
  expressions: Derivation['expressions'],
): IgnoreEntry {
  const git = argo.named(subject.git);
  const of = (wanted: 'jsonPointers' | 'jqPathExpressions'): Partial<IgnoreEntry> => {
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

/** Strings that change in each update: the pod hashes. */
export function passingTexts(frames: readonly Pick<Frame, 'objects'>[]): readonly string[] {
  const controllers = new Set<string>();
  for (const { objects } of frames)
    for (const { kind, metadata } of objects.values()) {
      const hash = metadata.labels?.[podHashLabel];
      if (kind === kinds.replicaSet.kind && hash !== undefined) controllers.add(hash);
    }
  return [...controllers, ...['1', '2', '3', '4', '5', '6'].map((number) => `E${number}`)];
}
