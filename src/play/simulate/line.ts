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

  constructor(
    protected readonly film: Film,
    protected readonly start: Moment,
    /** The frame of the main line that a branch leaves from. */
    protected readonly from?: Frame,
  ) {
    this.play = film.play(start);
  }

  /** Plays the event that a rollout waits for. */
  protected moveOn(waiting: Waiting): void {
    switch (waiting.for) {
      case 'pods':
        this.events.push('pods start and stop');
        this.isShown = false;
        this.play.pods();
        break;
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
          this.play.elapse(waiting.seconds + 1); // A pause ends after its time, not exactly with it.
        }
    }
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
    const isReady = this.getReady((rests) => {
      this.showRound(
        { id: `${this.idOf(kind)}-scaling`, kind: 'scaling', title: `${title}, waiting for pods` },
        rests,
      );
    });
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
    for (let round = 0; this.play.isScaling; round++) {
      this.checkRound(round);
      onWait?.(rests);
      this.moveOn({ for: 'pods' });
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
      },
      {
        objects: moment.objects,
        rollout,
        roles,
        error,
        isSettled,
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
      error.condition !== undefined || remaining.some(({ message }) => message === error.message);
    for (const [index, frame] of this.frames.entries()) {
      if (frame.errors.every(stays)) continue;
      const errors = frame.errors.map((error) => (stays(error) ? error : { ...error, isTransient: true }));
      this.change(index, { errors });
    }
  }

  private change(index: number, now: Partial<Pick<Frame, 'errors' | 'endsItself'>>): void {
    const frame = { ...this.frames[index]!, ...now };
    this.frames[index] = frame;
    this.film.replace(frame);
  }
}
