import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';
import type { RolloutStatus } from '../../kubernetes/objects/rollout-status.js';
import { progressDeadline } from '../../rollouts/controllers/conditions.js';
import { isSameSnapshot } from '../../rollouts/controllers/settle.js';
import { errorsOf } from './frames.js';
import type { FilmLook } from './film.js';
import { lateAnalysisNote } from './late-analysis.js';
import { Line } from './line.js';
import { oldPodsKept } from './old-pods.js';
import { addressNote } from './rewrites.js';
import { stepsOf } from '../../rollouts/controllers/steps.js';
import { stepTitle } from './steps.js';
import { updateAnnotation, withRevision } from './update-annotation.js';
import { type Waiting, waitingFor } from './waiting.js';

/** How an update ends: `aborted` by the controller itself, `inconclusive` if a person has to decide about a result. */
export type End = 'promoted' | 'step' | 'stuck' | 'rest' | 'aborted' | 'inconclusive';

/** The first deployment, and an update that goes well as far as the manifests let it. */
export class MainLine extends Line {
  /** The state just after the controller has noticed the update. */
  private noticed: FilmLook | undefined;
  /** The pod hash of an update that was in progress when this line began: it continues instead of starting. */
  private readonly underWay = this.play.status.currentPodHash;
  /** Whether the update was aborted before this line saw it. */
  private wasAborted = this.play.status.abort === true;

  get template(): PodTemplate | undefined {
    return this.play.template;
  }

  /** The first deployment; false if it does not complete. */
  install(): boolean {
    if (this.play.rollout.spec.paused) {
      this.film.note(
        '"paused: true" prevents even the first pods from starting, so the simulation promotes the Rollout first.',
      );
      this.play.promote();
    }
    const rests = this.getReady();
    if (this.isRefused) {
      this.show({ id: 'invalid', kind: 'invalid', title: 'rejected by the controller' });
      this.film.note(addressNote(this.play));
      return false;
    }
    this.show({ id: 'installed', kind: 'installed', title: 'first deployment' }, rests);
    return rests;
  }

  /** Changes the pod template and follows the update to its end, or to a step. */
  update(until: number | undefined): Exclude<End, 'rest'> {
    const { template } = this;
    this.film.note(`The update is simulated by adding annotation ${updateAnnotation} to the pod template.`);
    return this.deploy(withRevision(template, '2'), until);
  }

  /** Deploys another pod template and follows the update. */
  deploy(template: PodTemplate | undefined, until?: number): Exclude<End, 'rest'> {
    this.play.template = template;
    this.film.began = this.play.now;
    this.events.push('the pod template changes');
    const end = this.follow(until);
    return end === 'rest' ? this.stop(this.reason) : end;
  }

  /** Plays events and promotions until nothing more happens; `rest` without an update. */
  follow(until?: number): End {
    let paused: Snapshot[] = [];
    let moved: { readonly how: ReturnType<Line['moveOn']>; readonly from: string } | undefined;
    for (let round = 0; ; round++) {
      this.checkRound(round);
      const rest = this.rest((before) => this.watch(before) === until && until !== undefined);
      if (rest === undefined) return 'step';
      if (this.abortsNow) return this.endAborted();
      if (this.isHeld) return this.endInconclusive();
      // The status says so before everything is done, and a refused write ends each pass before that.
      if (rest && this.isPromoted && this.play.isRefused) return this.stop(this.reason, rest);
      if (rest && this.isPromoted) {
        this.film.note(lateAnalysisNote(this.play));
        this.show({ id: 'promoted', kind: 'promoted', title: 'the new revision is stable' });
        return 'promoted';
      }
      // An invalid Rollout makes no progress, whatever it waits for.
      const waiting = this.isRefused ? undefined : waitingFor(this.play);
      if (!waiting && rest && !this.isRevision) return 'rest';
      if (!waiting) return this.stop(rest ? this.reason : 'the controller does not settle', rest);
      const isTold = moved?.how === 'interrupted' && moved.from === waiting.for;
      const shown = isTold ? this.showOverdue(waiting, rest) : this.showWaiting(waiting, rest);
      if (shown !== undefined && shown === until) return 'step';
      // A pause that outlasts its time will stay: an error ends each pass too early.
      const { objects } = this.play.moment;
      const isTimed = waiting.for === 'promotion' && waiting.seconds !== undefined;
      if (isTimed && !isTold && paused.some((earlier) => isSameSnapshot(earlier, objects)))
        return this.stop(this.reason, rest);
      paused = isTimed ? [...paused, objects] : [];
      moved = { how: this.moveOn(waiting), from: waiting.for };
      if (moved.how !== 'never') continue;
      // Pods that never become ready do not end the wait for a person.
      if (isInconclusive(this.play.status) && this.isRevision) return this.endInconclusive();
      return this.stop(this.reason, rest);
    }
  }

  /** Whether an inconclusive result holds the update. After the last step it does not: upstream promotes what has all its pods. */
  private get isHeld(): boolean {
    const { rollout, status, isScaling } = this.play;
    const isAfterSteps =
      rollout.spec.strategy?.canary !== undefined &&
      (status.currentStepIndex ?? 0) >= stepsOf(rollout).length;
    return isInconclusive(status) && this.isRevision && !(isAfterSteps && (isScaling || this.isPromoted));
  }

  /** Whether the controller has aborted the update by itself. */
  private get abortsNow(): boolean {
    const isAborted = this.play.status.abort === true;
    this.wasAborted &&= isAborted;
    return isAborted && !this.wasAborted && this.isRevision;
  }

  private endAborted(): 'aborted' {
    this.showStarted(this.noticed);
    if (this.events.some((event) => event.startsWith('no progress')))
      this.film.note(
        `The controller aborts the update, because progressDeadlineAbort is set and progressDeadlineSeconds is ${this.deadline}.`,
      );
    this.events.push('the controller aborts the update');
    this.abortsItself = true;
    this.branch('aborted', 'aborted');
    return 'aborted';
  }

  private get deadline(): number {
    return progressDeadline(this.play.rollout);
  }

  private endInconclusive(): 'inconclusive' {
    this.showStarted(this.noticed);
    this.branch('inconclusive', 'inconclusive');
    this.markPerson();
    return 'inconclusive';
  }

  /** Shows that the progress deadline has passed while the update still waits. */
  private showOverdue({ for: what }: Waiting, isSettled: boolean): undefined {
    const { id, title, step } = this.frames.at(-1) ?? {};
    if (
      !isOverdue(this.play.status) ||
      id === undefined ||
      id.endsWith('-overdue') ||
      this.has(`${id}-overdue`)
    )
      return;
    const kind = what === 'pods' ? 'scaling' : 'running';
    this.show({ id: `${id}-overdue`, kind, title: `${title ?? ''}, for too long`, step }, isSettled);
  }

  private get reason(): string {
    const [error] = errorsOf(this.play.status, this.play.error?.message);
    if (error) return `${error.condition === undefined ? '' : `${error.condition}: `}${error.message}`;
    return this.isRevision ? 'no simulated event continues it' : 'the controller does not notice it';
  }

  private get isRefused(): boolean {
    return errorsOf(this.play.status, undefined).some(({ condition }) => condition === 'InvalidSpec');
  }

  private get isRevision(): boolean {
    return this.noticed !== undefined;
  }

  private get isPromoted(): boolean {
    const { stableRS, currentPodHash } = this.play.status;
    return this.noticed !== undefined && stableRS !== undefined && stableRS === currentPodHash;
  }

  /** Shows what a pass has reached; returns the step that it has completed. */
  private watch(before: FilmLook): number | undefined {
    const old = before.rollout.status ?? {};
    const { status } = this.play;
    if (isOverdue(status) && !isOverdue(old)) this.events.push(`no progress for ${this.deadline} s`);
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

  private showStep(step: number, isSettled = true): void {
    const action = stepsOf(this.play.rollout)[step];
    this.show({ id: `step-${step}`, kind: 'step', title: action ? stepTitle(action) : '', step }, isSettled);
  }

  private showStarted(look?: FilmLook, isSettled = true): void {
    if (this.has('started') || this.isGoingOn) return;
    this.show(
      { id: 'started', kind: 'started', title: 'the update begins', step: this.firstStep },
      isSettled,
      look,
    );
  }

  private get isGoingOn(): boolean {
    return this.underWay !== undefined && this.play.status.currentPodHash === this.underWay;
  }

  private get firstStep(): number | undefined {
    return stepsOf(this.play.rollout).length > 0 ? 0 : undefined;
  }

  /** Shows a waiting rollout unless it is already shown; returns the step if it is complete. */
  private showWaiting(waiting: Waiting, isSettled: boolean): number | undefined {
    const { currentStepIndex: index } = this.play.status;
    const steps = stepsOf(this.play.rollout);
    const step = index !== undefined && index < steps.length ? index : undefined;
    const title = step === undefined ? '' : stepTitle(steps[step] ?? {});
    const name = step === undefined ? 'last' : `step-${step}`;
    const scaling = steps.length === 0 ? 'scaling' : `${name}-scaling`;
    switch (waiting.for) {
      case 'begin':
        return undefined;
      case 'pods':
        if (this.play.lacksPods && !this.has('started')) this.showStarted(undefined, isSettled);
        else if (!this.has(name)) {
          const place = steps.length === 0 ? '' : `${title || 'after the last step'}, `;
          this.showRound(
            { id: scaling, kind: 'scaling', title: `${place}waiting for pods`, step },
            isSettled,
          );
        }
        return undefined;
      case 'result': {
        this.showStarted(this.noticed);
        const id = step === undefined ? `${this.analysisName()}-running` : `${name}-running`;
        if (!this.has(id))
          this.show(
            { id, kind: 'running', title: `${title || this.analysisName()}, running`, step },
            isSettled,
          );
        return undefined;
      }
      case 'promotion':
        this.showStarted(this.noticed);
        if (step === undefined) {
          if (!this.has('preview'))
            this.show({ id: 'preview', kind: 'preview', title: 'the preview pods are available' }, isSettled);
          if (waiting.seconds === undefined) this.markPerson();
          return 0;
        }
        if (!this.has(name)) this.showStep(step, isSettled);
        if (waiting.seconds === undefined) this.markPerson();
        return step;
    }
  }

  private analysisName(): string {
    return this.play.status.blueGreen?.postPromotionAnalysisRunStatus ? 'post-promotion' : 'pre-promotion';
  }

  /** Whether the last frame already shows the refusal by the API server; a pass that ends there may change nothing. */
  private get isToldOfRefusal(): boolean {
    const { error, isRefused } = this.play;
    const told = this.frames.at(-1)?.errors ?? [];
    return !isRefused || told.some(({ message }) => message === error?.message);
  }

  /** Shows the last frame of an update that does not complete. */
  private stop(why: string, isSettled = true): 'stuck' {
    if (this.isRevision) this.showStarted();
    if (!this.isShown || !isSettled || !this.isToldOfRefusal) {
      const { currentStepIndex: step } = this.play.status;
      this.show({ id: 'stuck', kind: 'stuck', title: 'the update does not progress', step }, isSettled);
    }
    this.change(this.frames.length - 1, { stopsFor: why });
    return 'stuck';
  }

  /** Waits until the ReplicaSets of old revisions are gone. */
  scaleDown(): void {
    const before = this.play.replicas;
    for (let round = 0; ; round++) {
      this.checkRound(round);
      if (!this.getReady()) break;
      const { scaleDownDue, now } = this.play;
      if (scaleDownDue === undefined) break;
      const due = Math.max(scaleDownDue + this.play.tick, now + 1);
      if (this.passTime(due) === 'done') this.events.push(`${Math.floor(due - Math.floor(now))} s pass`);
    }
    if (!isSameJson(before, this.play.replicas)) {
      // After an abort the old pods stay, and those of the update go.
      const title = this.play.status.abort === true ? 'the new pods are gone' : 'the old pods are gone';
      this.show({ id: 'scaled-down', kind: 'scaled-down', title });
    }
    if (this.isPromoted) this.keepOldPods();
  }

  /** Shows what becomes of a promoted update whose old pods stay. */
  private keepOldPods(): void {
    const { note, until } = oldPodsKept(this.play) ?? {};
    this.film.note(note);
    if (until === undefined) return;
    for (let round = 0; this.passTime(until) === 'interrupted'; round++) {
      this.checkRound(round);
      this.rest();
    }
    const rests = this.rest();
    if (!isOverdue(this.play.status)) return;
    this.events.push(`no progress for ${this.deadline} s`);
    const title = 'the old pods stay, for too long';
    this.show({ id: 'promoted-overdue', kind: 'promoted', title }, rests);
  }
}

/** Whether the progress deadline has passed. */
function isOverdue({ conditions = [] }: RolloutStatus): boolean {
  return conditions.some(
    ({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded',
  );
}

/** Whether a person has to decide about an inconclusive result. */
export function isInconclusive({ pauseConditions = [] }: RolloutStatus): boolean {
  return pauseConditions.some(({ reason }) => reason.startsWith('Inconclusive'));
}
