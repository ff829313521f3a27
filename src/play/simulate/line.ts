import { LimitError } from '../../model/limit-error.js';
import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { isSame, maxPasses } from '../../rollouts/controllers/settle.js';
import { partsRefusal } from '../../rollouts/controllers/experiment-objects.js';
import { jobsRefusal } from '../../rollouts/controllers/metric-jobs.js';
import type { Setup } from './cluster-of.js';
import { frameOf, type Heading } from './frames.js';
import type { Moment, Play } from './play.js';
import type { Frame, FrameError } from './trace.js';
import { endsItself, rewritesNote } from './rewrites.js';
import { awaitedRuns, isOpen, type Waiting } from './waiting.js';

/** Receives the frames of a line. */
export interface Film {
  readonly setup: Setup;
  /** When the update began, in seconds since 1970; undefined before it. */
  began: number | undefined;
  play(moment: Moment): Play;
  add(frame: Frame, moment: Moment): void;
  /** Replaces the frame with the same id. */
  replace(frame: Frame): void;
  note(message: string | undefined): void;
}

/** Nearly every Rollout has settled by then. */
const usualPasses = 8;

/** Rounds of pods that come and go, and of promotions. With `maxSurge: 1` each pod takes one. */
const maxRounds = 1000;

/** How many rounds of one wait for pods are shown: with `maxSurge: 1` each pod takes one. */
const maxShownRounds = 8;

/** The observable state at a moment, for a frame that is created later. */
export interface Look {
  readonly moment: Moment;
  readonly rollout: RolloutObject;
  readonly roles?: RolloutObject;
  readonly error: string | undefined;
  readonly mark: number;
  readonly rewrites: readonly string[];
}

/** One sequence of events, and its frames. */
export class Line {
  protected readonly play: Play;
  protected readonly frames: Frame[] = [];
  /** What has happened since the last frame. */
  protected events: string[] = [];
  /** Whether nothing has changed since the last frame. */
  protected isShown = false;
  /** Whether the controller has aborted the update, although nothing went wrong that was asked for. */
  protected abortsItself = false;

  constructor(
    protected readonly film: Film,
    protected readonly start: Moment,
    /** The frame of the main line that a branch leaves from. */
    protected readonly from?: Frame,
  ) {
    this.play = film.play(start);
  }

  /**
   * Plays the event that a rollout waits for, when its time has come. Before that, `interrupted` returns to the controller at the
   * time of one of its own deadlines; `never` says that the event does not come and no deadline runs.
   */
  protected moveOn(waiting: Waiting): 'done' | 'interrupted' | 'never' {
    const passed = this.passTime(this.dueOf(waiting));
    if (passed === 'done') return this.happen(waiting);
    return passed;
  }

  /** When the event comes that a rollout waits for. */
  private dueOf(waiting: Waiting): number {
    switch (waiting.for) {
      case 'pods':
        return this.play.podsDue ?? this.play.now;
      case 'promotion':
        // A pause ends after its time, not exactly with it.
        return waiting.until === undefined
          ? this.play.now
          : Math.max(this.play.now, waiting.until + this.play.tick);
      case 'begin':
      case 'result':
        return this.play.now;
    }
  }

  /** Lets time pass until a moment, or until the controller looks at the Rollout before that. */
  protected passTime(until: number): 'done' | 'interrupted' | 'never' {
    const next = Math.min(until, this.play.nextLook);
    if (next === Infinity) return 'never';
    this.play.passTo(next);
    return next === until ? 'done' : 'interrupted';
  }

  private happen(waiting: Waiting): 'done' | 'interrupted' {
    switch (waiting.for) {
      case 'pods': {
        const { available } = this.play;
        this.play.pods();
        // Ready pods that are not available yet are a progress, but nothing to see.
        if (this.play.available === available && this.play.podsDue !== undefined) return 'interrupted';
        this.events.push('pods start and stop');
        this.isShown = false;
        break;
      }
      case 'begin':
        this.begin();
        break;
      case 'result':
        this.events.push(`the ${waiting.of} succeeds`);
        if (waiting.of === 'analysis')
          for (const run of awaitedRuns(this.play)) this.play.setAnalysisPhase(run, 'Successful');
        else
          for (const experiment of this.play.experiments.filter(isOpen))
            this.play.setExperimentPhase(experiment, 'Successful');
        break;
      case 'promotion':
        if (waiting.seconds === undefined) {
          this.events.push('the Rollout is promoted');
          this.play.promote();
        } else {
          this.events.push(`${waiting.seconds} s pass`);
        }
    }
    return 'done';
  }

  private begin(): void {
    for (const run of this.play.analysisRuns)
      if (isOpen(run) && run.status?.phase === undefined) {
        const refusal = jobsRefusal(run);
        if (refusal === undefined) this.play.setAnalysisPhase(run, 'Running');
        else this.fail('analysis', () => this.play.setAnalysisPhase(run, 'Error', refusal));
      }
    for (const experiment of this.play.experiments)
      if (isOpen(experiment) && experiment.status?.phase === undefined) {
        const refusal = partsRefusal(experiment);
        if (refusal === undefined) this.play.setExperimentPhase(experiment, 'Running');
        else this.fail('experiment', () => this.play.setExperimentPhase(experiment, 'Error', refusal));
      }
  }

  /** Ends a run in an error, because the API server refuses one of its objects. */
  private fail(what: string, end: () => void): void {
    this.events.push(`the ${what} ends in an error`);
    end();
  }

  /** Aborts the update. */
  abort(): void {
    this.play.abort();
    this.events.push('the Rollout is aborted');
    this.branch('aborted', 'aborted');
  }

  protected branch(kind: 'aborted' | 'rolled-back', words: string): void {
    const title = `${words} ${this.place}`;
    const waits = {
      id: `${this.idOf(kind)}-scaling`,
      kind: 'scaling',
      title: `${title}, waiting for pods`,
    } as const;
    const { stable } = this.play.replicas;
    // Pods of a version that the controller has aborted are not waited for.
    const isReady =
      this.abortsItself && stable.available >= stable.desired
        ? this.rest()
        : this.getReady((rests) => this.showRound(waits, rests));
    this.show({ id: this.idOf(kind), kind, title }, isReady);
    if (kind !== 'aborted') return;
    this.film.note(rewritesNote(this.play));
    if (endsItself(this.play)) this.change(this.frames.length - 1, { endsItself: true });
  }

  /** Shows that the rollout waits for pods, for the first rounds. */
  protected showRound(heading: Heading, isSettled: boolean): void {
    if (!this.play.lacksPods) return;
    const round =
      this.frames.filter(({ id }) => id === heading.id || id.startsWith(`${heading.id}-`)).length + 1;
    if (round > maxShownRounds)
      this.film.note(`Only the first ${maxShownRounds} rounds of waiting for pods are shown.`);
    else this.show(round === 1 ? heading : { ...heading, id: `${heading.id}-${round}` }, isSettled);
  }

  protected idOf(kind: string): string {
    return this.from ? `${this.from.id}-${kind}` : kind;
  }

  protected get place(): string {
    const step = this.from?.step ?? this.frames.at(-1)?.step;
    return step === undefined ? 'at the preview' : `at steps[${step}]`;
  }

  /**
   * Runs passes until one changes nothing and Kubernetes has created and deleted all pods, none of which become available.
   * False if that never happens; undefined if the watcher has stopped it.
   */
  protected rest(): boolean;
  protected rest(watcher: (before: Look) => boolean): boolean | undefined;
  protected rest(watcher?: (before: Look) => boolean): boolean | undefined {
    for (let round = 0; ; round++) {
      this.checkRound(round);
      const rests = this.passes(watcher);
      if (!rests || !this.play.countPods()) return rests;
      this.isShown = false;
    }
  }

  private passes(watcher?: (before: Look) => boolean): boolean | undefined {
    const seen: Snapshot[] = [];
    for (let left = maxPasses; left > 0; left--) {
      const before = this.look();
      const hasChanged = this.play.pass();
      if (hasChanged) this.isShown = false;
      if (watcher?.(before)) return undefined;
      if (!hasChanged) return true;
      // Passes that repeat an earlier state repeat permanently; what remains is at which of these states the limit ends them.
      seen.push(before.moment.objects);
      const round = seen.length < usualPasses ? 0 : this.roundOf(seen);
      if (round > 0) left = ((left - 1) % round) + 1;
    }
    return false;
  }

  /** How many passes ago the state was the same; 0 if never. */
  private roundOf(seen: readonly Snapshot[]): number {
    const now = this.play.moment.objects;
    const index = seen.findLastIndex((earlier) => isSame(earlier, now));
    return index === -1 ? 0 : seen.length - index;
  }

  /** Plays all waits for pods; returns whether the controller has settled then. */
  protected getReady(onWait?: (rests: boolean) => void): boolean {
    let rests = this.rest();
    let moved: ReturnType<Line['moveOn']> = 'done';
    for (let round = 0; this.play.isScaling && moved !== 'never'; round++) {
      this.checkRound(round);
      if (moved === 'done') onWait?.(rests);
      moved = this.moveOn({ for: 'pods' });
      rests = this.rest();
    }
    return rests;
  }

  /** Throws if an update takes too many rounds, because its further course is then unknown. */
  protected checkRound(round: number): void {
    if (round < maxRounds) return;
    const { name } = this.play.rollout.metadata;
    throw new LimitError(
      `Rollout "${name}" is too large to be simulated: it did not settle after ${maxRounds} rounds of pods and pauses.`,
    );
  }

  protected has(id: string): boolean {
    return this.frames.some((frame) => frame.id === id);
  }

  protected look(): Look {
    const { moment, rollout, error, mark, rewrites } = this.play;
    return { moment, rollout, error: error?.message, mark, rewrites };
  }

  /** Adds a frame of this or an earlier moment. */
  protected show(heading: Heading, isSettled = true, look = this.look()): void {
    const { moment, rollout, roles, error, mark, rewrites } = look;
    const frame = frameOf(
      this.film.setup,
      {
        id: heading.id,
        kind: heading.kind,
        title: heading.title,
        step: heading.step,
        from: this.from && (this.frames.at(-1)?.id ?? this.from.id),
        event: this.takeEvents(),
        at: this.film.began === undefined ? undefined : Math.floor(moment.now - this.film.began),
      },
      {
        objects: moment.objects,
        rollout,
        roles,
        error,
        isSettled,
        abortsItself: this.abortsItself,
        rewrites,
        writes: this.play.takeWritten(mark),
      },
    );
    this.clearErrors(frame.errors);
    this.frames.push(frame);
    this.film.add(frame, moment);
    this.isShown = true;
  }

  private takeEvents(): string | undefined {
    const events = [...new Set(this.events)].join(', ');
    this.events = [];
    return events === '' ? undefined : events;
  }

  /** Marks errors in the controller's log that no longer occur as temporary. */
  protected clearErrors(remaining: readonly FrameError[]): void {
    const stays = (error: FrameError): boolean =>
      remaining.some(
        ({ condition, message }) => condition === error.condition && message === error.message,
      ) ||
      (error.condition !== undefined && error.condition !== 'Progressing');
    for (const [index, frame] of this.frames.entries()) {
      if (frame.errors.every(stays)) continue;
      const errors = frame.errors.map((error) => (stays(error) ? error : { ...error, isTransient: true }));
      this.change(index, { errors });
    }
  }

  protected change(
    index: number,
    now: Partial<Pick<Frame, 'errors' | 'endsItself' | 'waitsForPerson'>>,
  ): void {
    const frame = { ...this.frames[index]!, ...now };
    this.frames[index] = frame;
    this.film.replace(frame);
  }
}
