import { isSameJson } from '../../kubernetes/objects/json.js';
import { type KubeObject, kinds } from '../../kubernetes/objects/object.js';
import type { PodTemplate, RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { errorsOf } from './frames.js';
import { Line } from './line.js';
import type { Moment } from './play.js';

/** An alternative course from a frame of the main line. */
export class Branch extends Line {
  /** Deploys the pod template from before the update. */
  rollBack(template: PodTemplate | undefined): void {
    this.play.template = template;
    this.events.push('the old pod template is restored');
    this.branch('rolled-back', 'rolled back');
  }

  /** Removes the pods of the canary, then lets them return. */
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

  /** Deletes the Rollout; what it wrote into other objects remains. */
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

  /** The objects that carry traffic: all except the Rollout and its pods. */
  private get trafficObjects(): readonly KubeObject[] {
    const others: ReadonlySet<string> = new Set([kinds.rollout.kind, kinds.replicaSet.kind]);
    return [...this.play.moment.objects.values()].filter(({ kind }) => !others.has(kind));
  }
}

/** A deleted Rollout. Of its status only the canary's share remains, if routers keep it. */
function withoutStatus(rollout: RolloutObject, keepsWeight: boolean): RolloutObject {
  const { canary } = rollout.status?.canary?.weights ?? {};
  const weights = canary && { canary: { weight: keepsWeight ? canary.weight : 0 }, stable: { weight: 0 } };
  return { ...rollout, status: { ...(weights && { canary: { weights } }) } };
}

/**
 * Whether the canary's share stays in the routers: permanently in VirtualServices, in an ALB Ingress as long as its actions
 * stay; the canary Ingress of nginx is deleted.
 */
function isWeightKept({ spec }: RolloutObject, before: Moment, after: Moment): boolean {
  const { istio, alb } = spec.strategy?.canary?.trafficRouting ?? {};
  if (istio || !alb) return istio !== undefined;
  return [...after.objects].every(
    ([key, object]) => object.kind !== kinds.ingress.kind || before.objects.get(key) === object,
  );
}
