import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutsVersion } from '../../kubernetes/objects/version.js';
import type { Setup } from './cluster-of.js';
import { Branch, isBackgroundRun } from './branch.js';
import type { Assumptions } from './clock.js';
import { type Failing, Failures, healthy, type JudgedMoment } from './failing.js';
import type { Film } from './film.js';
import { type End, isInconclusive, MainLine } from './main-line.js';
import { readyPods, type Share, shareOf } from './share.js';
import { Play } from './play.js';
import { type Caches, type Moment } from './moment.js';
import type { Frame, ReplicaCounts } from './trace.js';

const noPods: ReplicaCounts = { desired: 0, available: 0 };

/** The events of branches, in this order. */
type Turn = 'abort' | 'rollBack' | 'loseCanary' | 'delete' | 'failAnalysis' | 'beInconclusive';

/** The event of a branch, and where it leaves the main line. */
interface Course {
  readonly moment: Moment;
  readonly frame: Frame;
  readonly turn: Turn;
}

/** When the controller aborted or paused an update by itself, in seconds since it began, and the message of its status. */
export interface Stopped {
  readonly at: number;
  readonly message: string;
}

export interface TimelineOptions {
  readonly cachesLag: boolean;
  /** What the manifests do not say about time. */
  readonly assumptions?: Assumptions | undefined;
  /** What goes wrong in the update. */
  readonly fail?: readonly Failing[] | undefined;
}

/** Simulates a Rollout and collects the frames: first the main line, then the branches of each of its frames. */
export class Timeline implements Film {
  readonly frames: Frame[] = [];
  readonly notes: string[] = [];
  /** The whole cluster at each frame, by its id. */
  readonly moments = new Map<string, Moment>();
  readonly caches: Caches;
  began: number | undefined;
  private readonly assumptions: Assumptions;
  readonly failures: Failures;
  readonly isFailing: boolean;
  /** How the update ended; undefined if it did not begin. */
  end: End | undefined;
  /** The share of the traffic that the new version has, from each moment on at which that changes. */
  readonly shares: Share[] = [];
  /** The share of the new version where the update waits for a person, by the frame. A person who acts at once may change it at that second. */
  readonly awaited = new Map<string, number>();
  /** When the controller stopped the update by itself, and its words. */
  stopped: Stopped | undefined;
  /** The pod hash of the new version. */
  private newHash: string | undefined;
  /** The pod template before the update. */
  template: PodTemplate | undefined;
  /** Whether lagging caches made a difference on the main line. */
  private isMainLagging = false;
  /** The branches in which they did, with their frames. */
  private readonly lagging = new Map<Course, readonly Frame[]>();

  constructor(
    readonly setup: Setup,
    private readonly version: RolloutsVersion,
    private readonly options: TimelineOptions,
  ) {
    const { cachesLag, assumptions = {}, fail = [] } = options;
    this.assumptions = assumptions;
    this.failures = new Failures(fail, assumptions);
    this.isFailing = fail.length > 0;
    this.caches = { lag: cachesLag, mattered: false };
  }

  /** The only frame for manifests that the API server refuses or the controller cannot decode. */
  reject(rejections: readonly string[], title = 'refused by the API server'): void {
    this.frames.push({
      id: 'invalid',
      kind: 'invalid',
      title,
      step: undefined,
      from: undefined,
      event: undefined,
      at: undefined,
      weight: undefined,
      replicas: { stable: noPods, canary: noPods, others: noPods },
      routes: [],
      objects: new Map(),
      writes: [],
      phase: '',
      message: undefined,
      errors: rejections.map((message) => ({ condition: undefined, message, isTransient: false })),
      isSettled: true,
      rewrites: [],
    });
  }

  playMainLine(abortAt: number | undefined): void {
    const { cluster } = this.setup;
    const line = new MainLine(this, { objects: cluster.snapshot(), now: cluster.now });
    if (line.install()) {
      this.template = line.template;
      this.end = line.update(abortAt);
      if (this.end === 'step') line.abort();
      if (this.end !== 'stuck' && this.end !== 'inconclusive') line.scaleDown();
      line.end();
    }
    this.isMainLagging = this.caches.mattered;
  }

  /** Plays the alternatives at each step of the main line. */
  playBranches(): void {
    for (const frame of [...this.frames]) {
      const moment = this.moments.get(frame.id);
      for (const turn of moment ? turnsOf(frame, moment) : [])
        this.playBranch({ moment: moment!, frame, turn });
    }
  }

  private playBranch(course: Course): void {
    const { moment, frame, turn } = course;
    const [{ mattered }, first] = [this.caches, this.frames.length];
    this.caches.mattered = false;
    const branch = new Branch(this, moment, frame);
    if (turn === 'rollBack') branch.rollBack(this.template);
    else branch[turn]();
    if (this.caches.mattered) this.lagging.set(course, this.frames.slice(first));
    this.caches.mattered ||= mattered;
  }

  /**
   * The frames with caches that show writes at once, which those of this line do not. Branches in which that makes no
   * difference are reused. Undefined if it makes a difference on the main line, and so in everything after.
   */
  get freshFrames(): readonly Frame[] | undefined {
    if (this.isMainLagging) return undefined;
    const fresh = new Timeline(this.setup, this.version, { ...this.options, cachesLag: false });
    fresh.began = this.began;
    fresh.template = this.template;
    for (const course of this.lagging.keys()) fresh.playBranch(course);
    const gone = new Set([...this.lagging.values()].flat());
    return [...this.frames.filter((frame) => !gone.has(frame)), ...fresh.frames];
  }

  play(moment: Moment): Play {
    const { caches, version, assumptions } = this;
    const { namespace, name, verifiesTargetGroups } = this.setup;
    return new Play({ namespace, name, version, caches, verifiesTargetGroups, assumptions }, moment);
  }

  judged(play: Play): JudgedMoment {
    const { began } = this;
    if (began === undefined) return healthy;
    const { currentPodHash, currentStepIndex: step = 0 } = play.status;
    const hasPods = (): boolean => readyPods(play.moment.objects, play.rollout, currentPodHash).own > 0;
    return this.failures.judged({ began, now: play.now, step, hasPods });
  }

  passes(play: Play): void {
    const { began } = this;
    if (began === undefined) return;
    const { now, rollout } = play;
    const { abort, message = '', stableRS, currentPodHash } = rollout.status ?? {};
    // An abort after the promotion takes nothing back.
    const isAborted = abort === true && stableRS !== currentPodHash;
    if (!this.stopped && (isAborted || isInconclusive(rollout.status ?? {})))
      this.stopped = { at: Math.floor(now - began), message };
    const share = this.shareIn(play);
    if (share !== (this.shares.at(-1)?.share ?? 0)) this.shares.push({ at: Math.floor(now - began), share });
  }

  waits(frame: string, play: Play): void {
    if (!this.awaited.has(frame)) this.awaited.set(frame, this.shareIn(play));
  }

  private shareIn({ rollout, moment }: Play): number {
    const { currentPodHash, stableRS } = rollout.status ?? {};
    if (currentPodHash !== stableRS) this.newHash ??= currentPodHash;
    return this.newHash === undefined ? 0 : shareOf(moment.objects, rollout, this.newHash);
  }

  add(frame: Frame, moment: Moment): void {
    this.frames.push(frame);
    this.moments.set(frame.id, moment);
  }

  replace(frame: Frame): void {
    this.frames[this.frames.findIndex(({ id }) => id === frame.id)] = frame;
  }

  note(message: string | undefined): void {
    if (message !== undefined && !this.notes.includes(message)) this.notes.push(message);
  }
}

/** What can happen at a frame of the main line instead of what does. */
function turnsOf(frame: Frame, { objects }: Moment): readonly Turn[] {
  const { kind, step, replicas } = frame;
  // A failed analysis of a step or in the background is an abort, which the frame of the step has.
  if (kind === 'running' && !frame.id.endsWith('-overdue'))
    return [step === undefined ? 'failAnalysis' : 'beInconclusive'];
  if (kind !== 'step' && kind !== 'preview') return [];
  const losses: readonly Turn[] = replicas.canary.available > 0 ? ['loseCanary'] : [];
  // Its result can come at any time; where the update waits, that is most likely.
  const hasRun = frame.phase === 'Paused' && [...objects.values()].some((object) => isBackgroundRun(object));
  return ['abort', 'rollBack', ...losses, 'delete', ...(hasRun ? (['beInconclusive'] as const) : [])];
}
