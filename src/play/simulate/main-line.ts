import type { Snapshot } from '../../kubernetes/objects/cluster.js';
import { isSameJson } from '../../kubernetes/objects/json.js';
import type { PodTemplate } from '../../kubernetes/objects/rollout-object.js';
import { isSame } from '../../rollouts/controllers/settle.js';
import { errorsOf } from './frames.js';
import { Line, type Look } from './line.js';
import { addressNote } from './rewrites.js';
import { stepsOf, stepTitle } from './steps.js';
import { updateAnnotation, withRevision } from './update-annotation.js';
import { type Waiting, waitingFor } from './waiting.js';

/** The first deployment, and an update that goes well. */
export class MainLine extends Line {
  /** The state just after the controller has noticed the update. */
  private noticed: Look | undefined;
  /** The pod hash of an update that was in progress when this line began: it continues instead of starting. */
  private readonly underWay = this.play.status.currentPodHash;

  get template(): PodTemplate | undefined {
    return this.play.template;
  }

  /** The first deployment; false if it does not complete. */
  install(): boolean {
    if (this.play.rollout.spec.paused) {
      this.film.note(
        '"paused: true" prevents even the first pods from starting; the Rollout is promoted before.',
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
  update(until: number | undefined): 'promoted' | 'step' | 'stuck' {
    const { template } = this;
    this.film.note(`The update is simulated by adding annotation ${updateAnnotation} to the pod template.`);
    return this.deploy(withRevision(template, '2'), until);
  }

  /** Deploys another pod template and follows the update. */
  deploy(template: PodTemplate | undefined, until?: number): 'promoted' | 'step' | 'stuck' {
    this.play.template = template;
    this.events.push('the pod template changes');
    const end = this.follow(until);
    return end === 'rest' ? this.stop(`The update does not progress: ${this.reason}`) : end;
  }

  /** Plays events and promotions until nothing more happens; `rest` without an update. */
  follow(until?: number): 'promoted' | 'step' | 'stuck' | 'rest' {
    let paused: Snapshot[] = [];
    for (let round = 0; ; round++) {
      this.checkRound(round);
      const rest = this.rest((before) => this.watch(before) === until && until !== undefined);
      if (rest === undefined) return 'step';
      // The status says so before everything is done, and a refused write ends each pass before that.
      if (rest && this.isPromoted && this.play.isRefused)
        return this.stop(`The update does not end: ${this.reason}`, rest);
      if (rest && this.isPromoted) {
        this.show({ id: 'promoted', kind: 'promoted', title: 'the new revision is stable' });
        return 'promoted';
      }
      // An invalid Rollout makes no progress, whatever it waits for.
      const waiting = this.isRefused ? undefined : waitingFor(this.play);
      if (!waiting && rest && !this.isRevision) return 'rest';
      if (!waiting)
        return this.stop(
          `The update does not progress: ${rest ? this.reason : 'the controller does not settle.'}`,
          rest,
        );
      const shown = this.showWaiting(waiting, rest);
      if (shown !== undefined && shown === until) return 'step';
      // A pause that outlasts its time will stay: an error ends each pass too early.
      const { objects } = this.play.moment;
      const isTimed = waiting.for === 'promotion' && waiting.seconds !== undefined;
      if (isTimed && paused.some((earlier) => isSame(earlier, objects)))
        return this.stop(`The update does not progress: ${this.reason}`, rest);
      paused = isTimed ? [...paused, objects] : [];
      this.moveOn(waiting);
    }
  }

  private get reason(): string {
    const [error] = errorsOf(this.play.status, this.play.error?.message);
    if (error) return `${error.condition === undefined ? '' : `${error.condition}: `}${error.message}`;
    return this.isRevision ? 'no simulated event continues it.' : 'the controller does not notice it.';
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

  private showStep(step: number, isSettled = true): void {
    const action = stepsOf(this.play.rollout)[step];
    this.show({ id: `step-${step}`, kind: 'step', title: action ? stepTitle(action) : '', step }, isSettled);
  }

  private showStarted(look?: Look, isSettled = true): void {
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
          return 0;
        }
        if (!this.has(name)) this.showStep(step, isSettled);
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
  private stop(note: string, isSettled = true): 'stuck' {
    if (this.isRevision) this.showStarted();
    if (!this.isShown || !isSettled || !this.isToldOfRefusal) {
      const { currentStepIndex: step } = this.play.status;
      this.show({ id: 'stuck', kind: 'stuck', title: 'the update does not progress', step }, isSettled);
    }
    this.film.note(note);
    return 'stuck';
  }

  /** Waits until the ReplicaSets of old revisions are gone. */
  scaleDown(): void {
    const before = this.play.replicas;
    for (let round = 0; ; round++) {
      this.checkRound(round);
      if (!this.getReady()) break;
      const seconds = this.play.secondsToScaleDown;
      if (seconds === undefined) break;
      this.events.push(`${seconds} s pass`);
      this.play.elapse(seconds);
    }
    if (!isSameJson(before, this.play.replicas))
      this.show({ id: 'scaled-down', kind: 'scaled-down', title: 'the old pods are gone' });
  }
}
