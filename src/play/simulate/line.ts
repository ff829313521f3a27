import { LimitError } from '../../model/limit-error.js';
import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { isSameSnapshot, maxPasses } from '../../rollouts/controllers/settle.js';
import type { JudgedMoment } from './failing.js';
import type { Film, FilmLook } from './film.js';
import { frameOf, type Heading } from './frames.js';
import type { Play } from './play.js';
import type { Moment } from './moment.js';
import type { Frame, FrameError } from './trace.js';
import { endsItself, rewritesNote } from './rewrites.js';
import { Runs } from './runs.js';
import type { Waiting } from './waiting.js';

/** Nearly every Rollout has settled by then. */
const usualPasses = 8;

/** Rounds of pods that come and go, and of promotions. With `maxSurge: 1` each pod takes one. */
const maxRounds = 1000;

/** How many rounds of one wait for pods are shown: with `maxSurge: 1` each pod takes one. */
const maxShownRounds = 8;

/** One sequence of events, and its frames. */
export class Line {
  protected readonly play: Play;
  protected readonly runs: Runs;
  protected readonly frames: Frame[] = [];
  /** What has happened since the last frame. */
  protected events: string[] = [];
  /** Whether nothing has changed since the last frame. */
  protected isShown = false;
  /** Whether the controller has aborted the update by itself. */
  protected abortsItself = false;

  constructor(
    protected readonly film: Film,
    protected readonly start: Moment,
    /** The frame of the main line that a branch leaves from. */
    protected readonly from?: Frame,
  ) {
    this.play = film.play(start);
    this.runs = new Runs(this.play, this.play.assumptions);
  }

  /**
   * Plays the event that a rollout waits for, when its time has come. Before that, `interrupted` returns to the controller: one of
   * its deadlines is over, or a run has changed. `never` says that the event does not come and no deadline runs.
   */
  protected moveOn(waiting: Waiting): 'done' | 'interrupted' | 'never' {
    const passed = this.passTime(this.dueOf(waiting));
    return passed === 'done' ? this.happen(waiting) : passed;
  }

  /** When the event comes that a rollout waits for. */
  private dueOf(waiting: Waiting): number {
    this.play.hasNoPods = this.judged.hasNoPods;
    const { now, podsDue, tick, assumptions } = this.play;
    switch (waiting.for) {
      case 'pods':
        return podsDue ?? now;
      case 'begin':
        return assumptions.isInstant ? now : this.runs.beginsAt(this.judged);
      case 'result':
        return assumptions.isInstant || this.whyPerson(waiting) !== undefined ? now : Infinity;
      case 'promotion':
        // A pause ends after its time, not exactly with it.
        return waiting.until === undefined ? now : Math.max(now, waiting.until + tick);
    }
  }

  /** Why only a person ends the experiment that is waited for, as a clause; undefined if something else does. */
  private whyPerson(waiting: Waiting): string | undefined {
    if (waiting.for !== 'result' || waiting.of !== 'experiment') return undefined;
    return this.runs.endless(this.film.isFailing);
  }

  /** Lets time pass until a moment, or until the controller looks at the Rollout before that. */
  protected passTime(until: number): 'done' | 'interrupted' | 'never' {
    for (;;) {
      const { nextLook, assumptions, now } = this.play;
      const runs = assumptions.isInstant ? Infinity : this.runs.due;
      const next = Math.max(now, Math.min(until, nextLook, runs));
      if (next === Infinity) return 'never';
      if (next > now && !this.from) this.film.passes(this.play);
      this.play.passTo(next);
      const happened = runs <= next ? this.runs.act(this.judged) : [];
      this.events.push(...happened);
      if (happened.length > 0 && until > next) return 'interrupted';
      if (until <= next) return 'done';
      if (nextLook <= next) return 'interrupted';
    }
  }

  /** What runs see of the version that they judge. */
  protected get judged(): JudgedMoment {
    return this.film.judged(this.play);
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
        this.events.push(...this.runs.begin(this.judged));
        break;
      case 'result':
        this.events.push(
          this.waitForPerson(waiting) ? 'the experiment is terminated' : `the ${waiting.of} succeeds`,
        );
        this.runs.end(waiting.of, 'Successful');
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

  /** Marks the wait for a person where only one ends what the rollout waits for. */
  private waitForPerson(waiting: Waiting): boolean {
    const why = this.play.assumptions.isInstant ? undefined : this.whyPerson(waiting);
    if (why === undefined) return false;
    this.markPerson();
    this.film.note(
      `The experiment ${this.place} never ends, because ${why}; the update waits until a person terminates it.`,
    );
    return true;
  }

  /** Tells of the last moment. */
  end(): void {
    this.film.passes(this.play);
  }

  /** Marks the last frame as one that lasts until a person acts. */
  protected markPerson(): void {
    const frame = this.frames.at(-1);
    if (!frame) return;
    this.change(this.frames.length - 1, { waitsForPerson: true });
    if (!this.from) this.film.waits(frame.id, this.play);
  }

  /** Aborts the update. */
  abort(): void {
    this.play.abort();
    this.events.push('the Rollout is aborted');
    this.branch('aborted', 'aborted');
  }

  protected branch(kind: 'aborted' | 'rolled-back' | 'inconclusive' | 'failed', words: string): void {
    const title =
      this.from?.kind === 'running' && this.from.step === undefined ? words : `${words} ${this.place}`;
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
  protected rest(watcher: (before: FilmLook) => boolean): boolean | undefined;
  protected rest(watcher?: (before: FilmLook) => boolean): boolean | undefined {
    for (let round = 0; ; round++) {
      this.checkRound(round);
      const rests = this.passes(watcher);
      if (!rests || !this.play.countPods()) return rests;
      this.isShown = false;
    }
  }

  private passes(watcher?: (before: FilmLook) => boolean): boolean | undefined {
    const seen: Snapshot[] = [];
    for (let left = maxPasses; left > 0; left--) {
      const before = this.look();
      const hasChanged = this.play.pass();
      if (hasChanged) this.isShown = false;
      if (watcher?.(before)) return undefined;
      if (!hasChanged) return true;
      this.letOthersAct();
      // Passes that repeat an earlier state repeat permanently; what remains is at which of these states the limit ends them.
      seen.push(before.moment.objects);
      const round = seen.length < usualPasses ? 0 : this.roundOf(seen);
      if (round > 0) left = ((left - 1) % round) + 1;
    }
    return false;
  }

  /**
   * What other controllers do before the next pass: they create and delete pods, and a new background analysis measures. After a
   * pass that ends in an error its result would come too late. Other analyses hold the update, which waits for their result
   * anyway.
   */
  private letOthersAct(): void {
    const { assumptions, now } = this.play;
    if (assumptions.isInstant) return;
    // A control plane that runs counts created pods only after the passes that follow each other at once.
    if (this.runs.hasNewBackground || this.play.hasPodsToDelete) this.play.countPods();
    this.runs.notice(() => this.judged);
    if (!this.runs.hasNewBackground) return;
    this.events.push(...this.runs.begin(this.judged));
    if (this.runs.due <= now) this.events.push(...this.runs.act(this.judged));
  }

  /** How many passes ago the state was the same; 0 if never. */
  private roundOf(seen: readonly Snapshot[]): number {
    const now = this.play.moment.objects;
    const index = seen.findLastIndex((earlier) => isSameSnapshot(earlier, now));
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

  protected look(): FilmLook {
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
        isAbortWrong: this.abortsItself && !this.film.isFailing,
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
    now: Partial<Pick<Frame, 'errors' | 'endsItself' | 'stopsFor' | 'waitsForPerson'>>,
  ): void {
    const frame = { ...this.frames[index]!, ...now };
    this.frames[index] = frame;
    this.film.replace(frame);
  }
}
