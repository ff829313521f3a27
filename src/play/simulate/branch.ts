import { isSameJson } from '../../kubernetes/objects/json.js';
import { type KubeObject, kinds } from '../../kubernetes/objects/object.js';
import type { PodTemplate, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { errorsOf } from './frames.js';
import { Line } from './line.js';
import type { Moment } from './play.js';

/** What would happen instead, from a frame of the main line on. */
export class Branch extends Line {
  /** Deploys the pod template of before the update. */
  rollBack(template: PodTemplate | undefined): void {
    this.play.template = template;
    this.events.push('the old pod template is restored');
    this.branch('rolled-back', 'rolled back');
  }

  /** Lets the pods of the canary go, and come back. */
  loseCanary(): void {
    this.play.pods({ canary: 0 });
    this.events.push('the canary pods are lost');
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
    if (isSameJson(unharmed.trafficObjects, this.trafficObjects)) return;
    this.show({ id: this.idOf('recovered'), kind: 'recovered', title: `canary pods back ${this.place}` });
  }

  /** Deletes the Rollout; what is left of it is what it has written into the objects of others. */
  delete(): void {
    const { moment: before, rollout } = this.play;
    this.play.delete();
    const { moment, mark } = this.play;
    this.events.push('the Rollout is deleted');
    this.show(
      { id: this.idOf('deleted'), kind: 'deleted', title: `the Rollout is deleted ${this.place}` },
      true,
      {
        moment,
        rollout: withoutStatus(rollout, isWeightKept(rollout, before, moment)),
        error: undefined,
        mark,
        rewrites: [],
      },
    );
  }

  /** What carries the traffic: all but the Rollout and its pods. */
  private get trafficObjects(): readonly KubeObject[] {
    const others: ReadonlySet<string> = new Set([kinds.rollout.kind, kinds.replicaSet.kind]);
    return [...this.play.moment.objects.values()].filter(({ kind }) => !others.has(kind));
  }
}

/** A Rollout that is gone: of its status nothing is left but the canary's share, where routers keep it. */
function withoutStatus(rollout: RolloutObject, keepsWeight: boolean): RolloutObject {
  const { canary } = rollout.status?.canary?.weights ?? {};
  const weights = canary && { canary: { weight: keepsWeight ? canary.weight : 0 }, stable: { weight: 0 } };
  return { ...rollout, status: { ...(weights && { canary: { weights } }) } };
}

/**
 * Whether the canary's share stays in the routers: in VirtualServices for good, in an ALB Ingress as long as its actions
 * stay; the canary Ingress of nginx is gone.
 */
function isWeightKept({ spec }: RolloutObject, before: Moment, after: Moment): boolean {
  const { istio, alb } = spec.strategy?.canary?.trafficRouting ?? {};
  if (istio || !alb) return istio !== undefined;
  return [...after.objects].every(
    ([key, object]) => object.kind !== kinds.ingress.kind || before.objects.get(key) === object,
  );
}
