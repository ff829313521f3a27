import type { Field } from '../../model/field.js';
import { canary, serviceField, steps } from '../../kubernetes/kinds/rollout.js';
import { routersOf } from '../../rollouts/routers/support.js';
import { whereKnown } from '../../kubernetes/objects/unknown.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { podsAt, weightKeptByAbort } from '../../rollouts/controllers/replicas.js';
import { scaledRollouts } from '../facts/scaled-rollouts.js';
import { judgementOn } from '../facts/rollout/violations.js';
import { leastReplicas } from '../../kubernetes/kinds/autoscaler.js';
import type { RolloutObject } from '../../kubernetes/objects/rollout-object.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/abort-settles',
    description: 'Require the controller to settle after an abort.',
    why: 'While an aborted canary has pods, each pass of the controller points the canary Service at them and back at the stable pods, and each write starts the next pass: hundreds a minute. Requests to that Service reach either revision. With a delay this lasts until the pods are removed; with 0 it never ends.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    otherwise: {
      kept: {
        when: 'With dynamicStableScale, up to release 1.10',
        consequence: 'misdirected-traffic',
        why: 'The controller lowers the weight of an aborted canary only as far as its pods allow, and removes these pods only at weight 0. Pods that abortScaleDownDelaySeconds keeps hold the weight, so the aborted version serves its share until a person intervenes.',
        severity: 'warning',
      },
    },
    messages: {
      kept: 'If Rollout "{rollout}" is aborted at weight {from}, its canary keeps weight {kept} permanently: with dynamicStableScale, the pods that abortScaleDownDelaySeconds keeps prevent release {version} from lowering it; remove the delay.',
      endless:
        'Rollout "{rollout}" keeps its canary after an abort: abortScaleDownDelaySeconds is 0 and the first step asks for pods, so the controller rewrites canary Service "{service}" without end; set a delay in seconds.',
    },
    fixes: ['unsafe'],
    links: [
      'https://github.com/argoproj/argo-rollouts/issues/3078',
      'https://github.com/argoproj/argo-rollouts/issues/4898',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/service.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/trafficrouting.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const delay = canary(rollout).at('abortScaleDownDelaySeconds');
    const dynamic = canary(rollout).at('dynamicStableScale');
    const kept =
      (delay.number ?? 0) > 0 && routersOf(rollout).length > 0 ? keptWeight(graph, rollout) : undefined;
    if (kept) {
      const { from, to } = kept;
      const least = leastOf(graph, rollout);
      report(
        delay,
        'kept',
        { rollout: rollout.name, from, kept: to, version: graph.rolloutsVersion },
        {
          case: 'kept',
          rests: [dynamic, least ?? rollout.at('spec', 'replicas'), ...steps(rollout)],
          related: [
            { at: dynamic, message: 'scales the stable pods down' },
            ...(least?.exists ? [{ at: least, message: 'with this number of pods' }] : []),
          ],
          fix: () => removalOf(delay, 'unsafe'),
        },
      );
    }
    const service = serviceField(rollout, 'canary');
    const [first] = steps(rollout);
    if (delay.number !== 0 || !service.text || !first || routersOf(rollout).length === 0) return;
    if (!asksForPods(first.at('setCanaryScale'))) return;
    report(
      delay,
      'endless',
      { rollout: rollout.name, service: service.text },
      {
        rests: [service, first],
        related: [
          { at: first, message: 'an aborted update goes back to this step' },
          { at: service, message: 'this Service is rewritten' },
        ],
      },
    );
  },
});

/** The highest weight at which an abort leaves the canary with another one, as far as the Rollout is known. */
function keptWeight(
  graph: Graph,
  rollout: Resource,
): { readonly from: number; readonly to: number } | undefined {
  const { object: written } = judgementOn(graph, rollout);
  if (!written) return undefined;
  return whereKnown(() => {
    const object = atLeast(written, leastOf(graph, rollout)?.number);
    const weights = steps(rollout).flatMap((step) => step.at('setWeight').number ?? []);
    for (const from of [...new Set(weights)].sort((one, another) => another - one)) {
      const to = weightKeptByAbort(object, graph.rolloutsVersion, podsAt(object, from));
      if (to > 0) return { from, to };
    }
    return undefined;
  }, undefined);
}

/** The least number of pods that an autoscaler gives a Rollout. */
function leastOf(graph: Graph, rollout: Resource): Field | undefined {
  const autoscaler = scaledRollouts(graph).get(rollout);
  return autoscaler && leastReplicas(autoscaler);
}

/** A Rollout with a number of pods; fields of it that are not known stay so. */
function atLeast(rollout: RolloutObject, pods: number | undefined): RolloutObject {
  if (pods === undefined) return rollout;
  const spec = Object.create(rollout.spec, {
    replicas: { value: pods, enumerable: true },
  }) as RolloutObject['spec'];
  return Object.create(rollout, { spec: { value: spec, enumerable: true } }) as RolloutObject;
}

/**
 * An aborted update has weight 0, so matchTrafficWeight asks for no pods.
 * https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go (GetCanaryReplicasOrWeight)
 */
function asksForPods(scale: Field): boolean {
  return (scale.at('replicas').number ?? scale.at('weight').number ?? 0) > 0;
}
