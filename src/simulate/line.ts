import { isDeepStrictEqual } from 'node:util';
import { type KubeObject, kinds } from '../cluster/object.js';
import type { PodTemplate, RolloutObject } from '../cluster/rollout-object.js';
import { maxPasses } from '../controllers/settle.js';
import type { Setup } from './cluster-of.js';
import { errorsOf, frameOf, type Heading } from './frames.js';
import type { Moment, Play } from './play.js';
import { stepsOf, stepTitle } from './steps.js';
import type { Frame, FrameError } from './trace.js';
import { awaitedRuns, isOpen, type Waiting, waitingFor } from './waiting.js';

/** Where the frames of a line go. */
export interface Film {
  readonly setup: Setup;
  play(moment: Moment): Play;
  add(frame: Frame, moment: Moment): void;
  /** Puts a frame in the place of the one with its id. */
  replace(frame: Frame): void;
  note(message: string): void;
}

/** Rounds of pods that come and go, and of people who promote. With `maxSurge: 1` each pod takes a round. */
const maxRounds = 400;

/** Any change of a pod template is a new revision. */
const updateAnnotation = 'rolloutkit/revision';

/** What was to be seen at a moment, for a frame that is made of it later. */
interface Look {
  readonly moment: Moment;
  readonly rollout: RolloutObject;
  readonly roles?: RolloutObject;
  readonly error: string | undefined;
  readonly mark: number;
}

/** One course of events: the main one, or a branch that leaves it. */
export class Line {
  private readonly play: Play;
  private readonly frames: Frame[] = [];
  /** What has happened since the last frame. */
  private events: string[] = [];
  /** The rollout just after the controller has noticed the update. */
  private noticed: Look | undefined;
  /** Whether nothing has changed since the last frame. */
  private isShown = false;

  constructor(
    private readonly film: Film,
    private readonly start: Moment,
    /** The frame of the main line that a branch leaves from. */
    private readonly from?: Frame,
  ) {
    this.play = film.play(start);
  }

  get template(): PodTemplate | undefined {
    return this.play.template;
  }

  /** The first deployment; false when it does not come to anything. */
  install(): boolean {
    const rests = this.rest() && this.getReady();
    if (errorsOf(this.play.status, undefined).some(({ condition }) => condition === 'InvalidSpec')) {
      this.show({ id: 'invalid', kind: 'invalid', title: 'rejected by the controller' });
      return false;
    }
    this.show({ id: 'installed', kind: 'installed', title: 'first deployment' }, rests);
    return rests;
  }

  /** Changes the pod template and follows the update to its end, or to a step. */
  update(until: number | undefined): 'promoted' | 'step' | 'stuck' {
    const { template } = this;
    const annotations = { ...template?.metadata?.annotations, [updateAnnotation]: '2' };
    this.play.template = { ...template, metadata: { ...template?.metadata, annotations } };
    this.events.push('the pod template changes');
    this.film.note(`The update is simulated by an annotation ${updateAnnotation} on the pod template.`);

    for (let round = 0; round < maxRounds; round++) {
      const rest = this.rest((before) => this.watch(before) === until && until !== undefined);
      if (rest === undefined) return 'step';
      if (!rest) return this.stop('The update goes no further: the controller does not come to rest.', false);
      if (this.isPromoted) {
        this.show({ id: 'promoted', kind: 'promoted', title: 'the new revision is stable' });
        return 'promoted';
      }
      const waiting = waitingFor(this.play);
      if (!waiting) return this.stop(`The update goes no further: ${this.reason}`);
      const shown = this.showWaiting(waiting);
      if (shown !== undefined && shown === until) return 'step';
      this.moveOn(waiting);
    }
    return this.stop(`The rollout takes more than ${maxRounds} rounds of pods; the rest is not shown.`);
  }

  private get reason(): string {
    const [error] = errorsOf(this.play.status, this.play.error?.message);
    if (error) return `${error.condition === undefined ? '' : `${error.condition}: `}${error.message}`;
    return this.isRevision ? 'nothing that is simulated moves it on.' : 'the controller does not notice it.';
  }

  private get isRevision(): boolean {
    return this.noticed !== undefined;
  }

  private get isPromoted(): boolean {
    const { stableRS, currentPodHash } = this.play.status;
    return this.noticed !== undefined && stableRS !== undefined && stableRS === currentPodHash;
  }

  /** Shows what has been reached after a pass; returns the step that it has ended. */
  private watch(before: Look): number | undefined {
    const old = before.rollout.status ?? {};
    const { status } = this.play;
    if (!this.noticed) {
      if (status.currentPodHash !== status.stableRS) this.noticed = this.look();
      return undefined;
    }
    const step = old.currentStepIndex;
    if (old.currentPodHash !== status.currentPodHash) return undefined;
    if (step !== undefined && step < (status.currentStepIndex ?? 0) && !this.has(`step-${step}`)) {
      this.showStarted(before);
      this.showStep(step);
      return step;
    }
    if (old.stableRS !== status.stableRS && this.weight === this.fullWeight) {
      this.showStarted(before);
      const title = 'all traffic to the new revision';
      this.show({ id: 'at-scale', kind: 'at-scale', title }, true, { ...this.look(), roles: before.rollout });
    }
    return undefined;
  }

  private get weight(): number | undefined {
    return this.film.setup.isRouted ? this.play.status.canary?.weights?.canary.weight : undefined;
  }

  private get fullWeight(): number {
    return this.play.rollout.spec.strategy?.canary?.trafficRouting?.maxTrafficWeight ?? 100;
  }

  private showStep(step: number): void {
    const action = stepsOf(this.play.rollout)[step];
    this.show({ id: `step-${step}`, kind: 'step', title: action ? stepTitle(action) : '', step });
  }

  private showStarted(look?: Look): void {
    if (this.has('started')) return;
    this.show(
      { id: 'started', kind: 'started', title: 'the update begins', step: this.firstStep },
      true,
      look,
    );
  }

  private get firstStep(): number | undefined {
    return stepsOf(this.play.rollout).length > 0 ? 0 : undefined;
  }

  /** Shows a rollout that waits, unless that has been shown; returns the step where it has done its part. */
  private showWaiting(waiting: Waiting): number | undefined {
    const { currentStepIndex: index } = this.play.status;
    const steps = stepsOf(this.play.rollout);
    const step = index !== undefined && index < steps.length ? index : undefined;
    const name = step === undefined ? 'last' : `step-${step}`;
    const title = step === undefined ? '' : stepTitle(steps[step] ?? {});
    switch (waiting.for) {
      case 'begin':
        return undefined;
      case 'pods':
        if (!this.play.lacksPods) return undefined;
        if (!this.has('started')) this.showStarted();
        else if (!this.has(`${name}-scaling`) && !this.has(name))
          this.show({
            id: `${name}-scaling`,
            kind: 'scaling',
            title: `${title || 'behind the last step'}, pods to come`,
            step,
          });
        return undefined;
      case 'result': {
        this.showStarted(this.noticed);
        const id = step === undefined ? `${this.analysisName()}-running` : `${name}-running`;
        if (!this.has(id))
          this.show({ id, kind: 'running', title: `${title || this.analysisName()}, running`, step });
        return undefined;
      }
      case 'promotion':
        this.showStarted(this.noticed);
        if (step === undefined) {
          if (!this.has('preview'))
            this.show({ id: 'preview', kind: 'preview', title: 'the preview has its pods' });
          return 0;
        }
        if (!this.has(name)) this.showStep(step);
        return step;
    }
  }

  private analysisName(): string {
    return this.play.status.blueGreen?.postPromotionAnalysisRunStatus ? 'post-promotion' : 'pre-promotion';
  }

  /** Lets happen what a rollout waits for. */
  private moveOn(waiting: Waiting): void {
    switch (waiting.for) {
      case 'pods':
        this.events.push('pods come and go');
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
          this.events.push('somebody promotes');
          this.play.promote();
        } else {
          this.events.push(`${waiting.seconds} s pass`);
          this.play.elapse(waiting.seconds + 1); // A pause ends after its time, not with it.
        }
    }
  }

  private begin(): void {
    for (const run of this.play.analysisRuns)
      if (isOpen(run) && run.status?.phase === undefined) this.play.setAnalysisPhase(run, 'Running');
    for (const experiment of this.play.experiments)
      if (isOpen(experiment) && experiment.status?.phase === undefined)
        this.play.setExperimentPhase(experiment, 'Running');
  }

  /** Shows the last frame of an update that does not come to its end. */
  private stop(note: string, isSettled = true): 'stuck' {
    if (this.isRevision) this.showStarted();
    if (!this.isShown || !isSettled) {
      const { currentStepIndex: step } = this.play.status;
      this.show({ id: 'stuck', kind: 'stuck', title: 'the rollout goes no further', step }, isSettled);
    }
    this.film.note(note);
    return 'stuck';
  }

  /** Aborts the update. */
  abort(): void {
    this.play.abort();
    this.events.push('somebody aborts');
    this.branch('aborted', 'aborted');
  }

  /** Deploys the pod template of before the update. */
  rollBack(template: PodTemplate | undefined): void {
    this.play.template = template;
    this.events.push('the old pod template comes back');
    this.branch('rolled-back', 'rolled back');
  }

  /** Lets the pods of the canary go, and come back. */
  loseCanary(): void {
    this.play.pods({ canary: 0 });
    this.events.push('the pods of the canary go');
    const rests = this.rest();
    this.show(
      { id: this.idOf('canary-lost'), kind: 'canary-lost', title: `canary pods lost ${this.place}` },
      rests,
    );
    this.events.push('the pods come back');
    this.getReady();
    this.clearErrors(errorsOf(this.play.status, this.play.error?.message));
    if (!this.from) return;
    const unharmed = new Line(this.film, this.start);
    unharmed.rest();
    unharmed.getReady();
    if (isDeepStrictEqual(unharmed.trafficObjects, this.trafficObjects)) return;
    this.show({ id: this.idOf('recovered'), kind: 'recovered', title: `canary pods back ${this.place}` });
  }

  /** What carries the traffic: all but the Rollout and its pods. */
  private get trafficObjects(): readonly KubeObject[] {
    const others: ReadonlySet<string> = new Set([kinds.rollout.kind, kinds.replicaSet.kind]);
    return [...this.play.moment.objects.values()].filter(({ kind }) => !others.has(kind));
  }

  private branch(kind: 'aborted' | 'rolled-back', words: string): void {
    const title = `${words} ${this.place}`;
    if (this.rest() && this.play.lacksPods)
      this.show({ id: `${this.idOf(kind)}-scaling`, kind: 'scaling', title: `${title}, pods to come` });
    const rests = this.getReady();
    this.show({ id: this.idOf(kind), kind, title }, rests);
  }

  private idOf(kind: string): string {
    return this.from ? `${this.from.id}-${kind}` : kind;
  }

  private get place(): string {
    const step = this.from?.step ?? this.frames.at(-1)?.step;
    return step === undefined ? 'at the preview' : `at step ${step}`;
  }

  /** Waits until the ReplicaSets of old revisions are gone. */
  scaleDown(): void {
    const before = this.play.replicas;
    for (let round = 0; round < maxRounds; round++) {
      this.getReady();
      const seconds = this.play.secondsToScaleDown;
      if (seconds === undefined) break;
      this.events.push(`${seconds} s pass`);
      this.play.elapse(seconds);
      if (!this.rest()) break;
    }
    if (!isDeepStrictEqual(before, this.play.replicas))
      this.show({ id: 'scaled-down', kind: 'scaled-down', title: 'the old pods are gone' });
  }

  /** Runs passes until one changes nothing. False when that never happens, undefined when the watcher has seen enough. */
  private rest(): boolean;
  private rest(watcher: (before: Look) => boolean): boolean | undefined;
  private rest(watcher?: (before: Look) => boolean): boolean | undefined {
    for (let pass = 0; pass < maxPasses; pass++) {
      const before = this.look();
      const hasChanged = this.play.pass();
      if (hasChanged) this.isShown = false;
      if (watcher?.(before)) return undefined;
      if (!hasChanged) return true;
    }
    return false;
  }

  /** Lets all pods come and go that are to, until nothing changes. */
  private getReady(): boolean {
    for (let round = 0; round < maxRounds && this.play.isScaling; round++) {
      this.moveOn({ for: 'pods' });
      if (!this.rest()) return false;
    }
    return true;
  }

  private has(id: string): boolean {
    return this.frames.some((frame) => frame.id === id);
  }

  private look(): Look {
    const { moment, rollout, error, mark } = this.play;
    return { moment, rollout, error: error?.message, mark };
  }

  /** Adds a frame of this moment, or of one that has gone by. */
  private show(heading: Heading, isSettled = true, look = this.look()): void {
    const { moment, rollout, roles, error, mark } = look;
    const frame = frameOf(
      this.film.setup,
      { ...heading, from: this.from && (this.frames.at(-1)?.id ?? this.from.id), event: this.takeEvents() },
      { objects: moment.objects, rollout, roles, error, isSettled, writes: this.play.takeWritten(mark) },
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

  /** Errors of the controller's log that are not met any more were there for a time only. */
  private clearErrors(remaining: readonly FrameError[]): void {
    const stays = (error: FrameError): boolean =>
      error.condition !== undefined || remaining.some(({ message }) => message === error.message);
    for (const [index, frame] of this.frames.entries()) {
      if (frame.errors.every(stays)) continue;
      const errors = frame.errors.map((error) => (stays(error) ? error : { ...error, isTransient: true }));
      this.frames[index] = { ...frame, errors };
      this.film.replace(this.frames[index]);
    }
  }
}
