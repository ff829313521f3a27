// Plays an update of a system, or a branch at one of its pauses, and records each stable state.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bin } from './build.mjs';
import { kubeconfig } from './control-plane.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {import('./space.mjs').Rest & { event: string, phase?: string, message?: string }} Recorded */
/** @typedef {import('../../test/conformance/live/systems.js').System} System */

const run = promisify(execFile);
const updateAnnotation = 'rolloutkit/revision';
/** A pod template change that no controller reacts to in this time has no effect. */
const unnoticed = 15_000;

/** The time without a write after which a plugin is considered done. */
const slowQuiet = 7000;

/** One system in its own namespace. */
export class Player {
  /** @type {Recorded[]} */
  states = [];
  /** Until this is set, states are passed without recording them. */
  isRecording = true;

  /**
   * @param {import('./space.mjs').Space} space @param {KubeObject[]} manifests @param {number} quiet
   */
  constructor(space, manifests, quiet) {
    this.space = space;
    this.manifests = manifests;
    // Each of its passes takes seconds, because the plugin is slow on purpose and writes in between.
    const hasPlugin = manifests.some(
      (manifest) => manifest['spec']?.strategy?.canary?.trafficRouting?.plugins,
    );
    this.quiet = hasPlugin ? Math.max(quiet, slowQuiet) : quiet;
    this.rollout = /** @type {KubeObject} */ (manifests.find(({ kind }) => kind === 'Rollout'));
    this.name = String(this.rollout.metadata['name']);
    /** The controller backs off while it waits for the pods of a DestinationRule. */
    this.backsOff = manifests.some(({ kind }) => kind === 'DestinationRule');
  }

  get status() {
    return this.space.get('Rollout', this.name)?.['status'] ?? {};
  }

  get replicaSets() {
    return this.space.list('ReplicaSet');
  }

  /** Waits for a stable state and records it. @param {string} event @param {number} [quiet] */
  async keep(event, quiet = this.quiet) {
    const rest = await this.space.rest(
      this.isRecording || quiet >= slowQuiet ? quiet : Math.min(quiet, 1000),
    );
    const { phase, message } = this.status;
    if (this.isRecording) this.states.push({ event, phase, message, ...rest });
  }

  /** Makes the awaited pods ready. */
  async release() {
    const { waiting } = this.space;
    const youngest = Math.max(...waiting.map(({ metadata }) => Date.parse(metadata['creationTimestamp'])));
    const oldest = Math.min(...waiting.map(({ metadata }) => Date.parse(metadata['creationTimestamp'])));
    await this.space.setReady(waiting, true);
    const waited = Number.isFinite(youngest) ? Date.now() - oldest : 0;
    return this.backsOff ? Math.max(this.quiet, waited + 1500) : this.quiet;
  }

  /** The first deployment. */
  async install() {
    // The Rollout comes last, because without its referenced objects it would be invalid for a moment.
    const rest = this.manifests.filter((manifest) => manifest !== this.rollout);
    for (const manifest of [...rest, this.rollout]) await this.space.api.apply(manifest);
    await this.space.until('a status', () => this.status.phase !== undefined, 60_000);
    for (let turn = 0; turn < 20; turn++) {
      await this.space.rest(Math.min(this.quiet, 1500));
      if (this.space.waiting.length === 0) break;
      await this.release();
    }
    await this.space.until('health', () => this.status.phase === 'Healthy' || this.isInvalid).catch(() => {});
    await this.keep('install');
  }

  /** The manifest with the pod template. */
  get templateOwner() {
    const { workloadRef } = this.rollout['spec'];
    if (!workloadRef) return this.rollout;
    const { kind, name } = workloadRef;
    const owner = this.manifests.find(
      (manifest) => manifest.kind === kind && manifest.metadata['name'] === name,
    );
    if (!owner) throw new Error('there is no pod template');
    return owner;
  }

  /** @param {string | null} value */
  async annotate(value) {
    const owner = this.templateOwner;
    const before = owner['spec'].template.metadata?.annotations;
    const annotations = value === null && !before ? null : { [updateAnnotation]: value };
    await this.space.api.patch(owner, { spec: { template: { metadata: { annotations } } } });
  }

  async update() {
    await this.annotate('2');
    await this.space
      .until('a second ReplicaSet', () => this.replicaSets.length > 1, unnoticed)
      .catch(() => {});
    await this.keep('update');
  }

  /** What the Rollout waits for. */
  get wait() {
    const { pauseConditions, phase } = this.status;
    if (this.space.waiting.length > 0) return 'pods';
    if (pauseConditions?.length) return 'pause';
    return phase === 'Healthy' && this.old.length > 0 ? 'old pods' : 'run';
  }

  /** Whether the controller rejects its input and does nothing. */
  get isInvalid() {
    return String(this.status.message).startsWith('InvalidSpec');
  }

  /** Whether an update has ended, successfully or not. */
  get isDone() {
    const { phase, stableRS } = this.status;
    if (phase === 'Degraded') return true;
    const others = this.replicaSets.filter(
      ({ metadata, spec }) =>
        spec.replicas > 0 && metadata['labels']['rollouts-pod-template-hash'] !== stableRS,
    );
    return phase === 'Healthy' && others.length === 0 && this.wait === 'run';
  }

  /** ReplicaSets that wait for their scale-down delay. */
  get old() {
    return this.replicaSets.filter(
      ({ metadata, spec }) => metadata['annotations']?.['scale-down-deadline'] && spec.replicas > 0,
    );
  }

  /** The frame of the pause in which an update is. */
  get pause() {
    if (this.wait !== 'pause') return undefined;
    const { canary } = this.rollout['spec'].strategy;
    return canary ? `step-${this.status.currentStepIndex}` : 'preview';
  }

  get isTimed() {
    const { canary, blueGreen } = this.rollout['spec'].strategy;
    if (blueGreen) return blueGreen.autoPromotionSeconds > 0;
    return canary.steps?.[this.status.currentStepIndex]?.pause?.duration !== undefined;
  }

  /** Follows an update to its end, or to a pause. @param {string} [until] */
  async follow(until) {
    for (let turn = 0; turn < 60; turn++) {
      const { wait } = this;
      if (this.isDone || (until !== undefined && this.pause === until)) return;
      await this.goOn(wait);
    }
    throw new Error('it goes round');
  }

  /** @param {string} wait */
  async goOn(wait) {
    if (wait === 'pods') {
      const quiet = await this.release();
      await this.keep('pods', quiet);
    } else if (wait === 'pause' && !(this.isTimed && this.isRecording)) {
      await this.command('promote', this.name);
      await this.keep('promote');
    } else if (wait === 'old pods') {
      await this.space.until('old pods gone', () => this.old.length === 0);
      await this.keep('old pods go');
    } else {
      const { pause } = this;
      const before = this.space.written.length;
      await this.space.until(wait === 'pause' ? 'end of the pause' : 'end of a run', () =>
        wait === 'pause' ? this.pause !== pause : this.space.written.length > before,
      );
      await this.keep(wait === 'pause' ? 'pause ends' : 'run');
    }
  }

  /** The kubectl plugin of Argo Rollouts. @param {string[]} args */
  async command(...args) {
    await run(join(bin, 'kubectl-argo-rollouts'), [
      ...args,
      '-n',
      this.space.namespace,
      '--kubeconfig',
      kubeconfig,
    ]);
  }

  /** Makes pods ready until no more are awaited. */
  async settle() {
    for (let turn = 0; turn < 20 && this.space.waiting.length > 0; turn++) await this.goOn('pods');
  }

  /**
   * Makes pods of an aborted update ready and removes others, as predicted. With a traffic router, canary pods stay for
   * 30 s, and nothing else is awaited.
   */
  async recover() {
    const { canary } = this.rollout['spec'].strategy;
    if (!canary || (canary.trafficRouting && !canary.dynamicStableScale)) return;
    for (let turn = 0; turn < 20; turn++) {
      await this.space.rest(1000);
      if (this.space.waiting.length === 0) return;
      await this.release();
    }
  }

  /** Plays a branch at a pause. @param {string} branch @param {number} scaledBy */
  async branch(branch, scaledBy) {
    const canary = () => this.space.living(this.status.currentPodHash);
    switch (branch) {
      case 'aborted':
        await this.command('abort', this.name);
        await this.keep('abort');
        await this.settle();
        if (this.old.length === 0) return;
        await this.space.until('the canary pods are gone', () => this.old.length === 0);
        return await this.keep('canary pods go');
      case 'retried':
        await this.command('abort', this.name);
        await this.space.until('the abort', () => this.status.phase === 'Degraded');
        await this.recover();
        await this.command('retry', 'rollout', this.name);
        await this.keep('retry');
        return await this.settle();
      case 'rolled-back':
        await this.annotate(null);
        await this.keep('roll back');
        return await this.settle();
      case 'canary-lost':
        await this.space.setReady(canary(), false);
        await this.keep('canary lost');
        await this.space.setReady(canary(), true);
        return await this.keep('canary back', this.backsOff ? this.quiet + 5000 : this.quiet);
      case 'deleted':
        await this.space.api.delete(this.rollout);
        await this.space.until('gone', () => this.space.get('Rollout', this.name) === undefined);
        await this.space.rest(1000);
        // The controller cleans up an Ingress at its next event, such as a load balancer in its status.
        for (const ingress of this.space.list('Ingress'))
          await this.space.api.patch(
            ingress,
            { status: { loadBalancer: { ingress: [{ ip: '10.2.0.1' }] } } },
            '/status',
          );
        return await this.keep('delete');
      case 'scaled':
        await this.space.api.patch(this.rollout, {
          spec: { replicas: (this.rollout['spec'].replicas ?? 1) + scaledBy },
        });
        await this.keep('scale');
        return await this.settle();
      case 'changed':
        await this.annotate('3');
        await this.space
          .until('a third ReplicaSet', () => this.space.hashes.length > 2, unnoticed)
          .catch(() => {});
        await this.keep('another update');
        return await this.settle();
    }
  }
}
