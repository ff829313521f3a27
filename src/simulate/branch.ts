import { isDeepStrictEqual } from 'node:util';
import { type KubeObject, kinds } from '../cluster/object.js';
import type { PodTemplate } from '../cluster/rollout-object.js';
import { errorsOf } from './frames.js';
import { Line } from './line.js';

/** What would happen instead, from a frame of the main line on. */
export class Branch extends Line {
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
    const unharmed = new Branch(this.film, this.start);
    unharmed.getReady();
    if (isDeepStrictEqual(unharmed.trafficObjects, this.trafficObjects)) return;
    this.show({ id: this.idOf('recovered'), kind: 'recovered', title: `canary pods back ${this.place}` });
  }

  /** What carries the traffic: all but the Rollout and its pods. */
  private get trafficObjects(): readonly KubeObject[] {
    const others: ReadonlySet<string> = new Set([kinds.rollout.kind, kinds.replicaSet.kind]);
    return [...this.play.moment.objects.values()].filter(({ kind }) => !others.has(kind));
  }
}
