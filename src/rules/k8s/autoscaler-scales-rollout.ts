import { autoscalerKinds, scaleTarget } from '../../kubernetes/kinds/autoscaler.js';
import { workloadRef } from '../../kubernetes/kinds/rollout.js';
import { selects } from '../../kubernetes/kinds/workload.js';
import { append } from '../../model/multimap.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { doublesOfFolders, doubleWorkloads, looseDoubles } from '../facts/double-workloads.js';
import { scaledRollouts } from '../facts/scaled-rollouts.js';
import { typedRule, type RuleContext } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/autoscaler-scales-rollout',
    description:
      'Require an autoscaler to scale the Rollout, not the Deployment that the Rollout references or replaces.',
    why: 'The pods of the Rollout serve the traffic, but the autoscaler scales the Deployment, even after the Rollout has scaled it down. The number of pods of the Rollout does not follow the load.',
    consequence: 'wrong-pods',
    severity: 'warning',
    otherwise: {
      scaled: {
        when: 'If another autoscaler scales the Rollout',
        consequence: 'wrong-pods',
        why: 'The other autoscaler scales the pods that serve the traffic. This one does nothing while the Deployment has no replicas, and otherwise runs pods beside those of the Rollout.',
        severity: 'info',
      },
      unsure: {
        when: 'If the files do not show which of the two is deployed',
        consequence: 'wrong-pods',
        why: 'If the Rollout runs the pods, their number does not follow the load: no autoscaler scales it.',
        severity: 'info',
      },
    },
    messages: {
      unsure:
        '{kind} "{autoscaler}" scales {targetKind} "{target}", and no autoscaler scales Rollout "{rollout}", which {how}; where the Rollout is deployed, point scaleTargetRef at it.',
      referenced:
        '{kind} "{autoscaler}" scales {targetKind} "{target}", but Rollout "{rollout}" runs the pods of its template; {advice}.',
      replaced:
        '{kind} "{autoscaler}" scales {targetKind} "{target}", but Rollout "{rollout}" runs the same pods; {advice}.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://argo-rollouts.readthedocs.io/en/stable/features/hpa-support/',
    ],
  },

  *check({ graph, report }) {
    const rollouts = new Map<Resource, Resource>();
    for (const rollout of graph.rollouts) {
      yield rollout;
      const reference = workloadRef(rollout);
      const workload = reference && graph.find(reference);
      if (workload) rollouts.set(workload, rollout);
    }
    const replaced = new Map(doubleWorkloads(graph).map(({ workload, rollout }) => [workload, rollout]));
    const namesakes = new Namesakes(graph);
    // Those of one name may be two ways to deploy the service: see below.
    const loose = new Map(
      [...looseDoubles(graph), ...doublesOfFolders(graph)]
        .filter(({ workload, rollout }) => workload.name !== rollout.name)
        .map(({ workload, rollout }) => [workload, rollout]),
    );
    if (rollouts.size === 0 && replaced.size === 0 && loose.size === 0 && namesakes.isEmpty) return;

    for (const { kind, group } of autoscalerKinds)
      for (const autoscaler of graph.ofKind(kind, group)) {
        yield autoscaler;
        const reference = scaleTarget(autoscaler);
        if (!reference) continue;
        const target = graph.find(reference);
        if (!target) continue;
        const owner = rollouts.get(target);
        const rollout = owner ?? replaced.get(target);
        if (!rollout) {
          const twin = namesakes.of(autoscaler, reference, target) ?? namesakes.unscaled(loose.get(target));
          if (twin) reportUnsure({ autoscaler, reference, ...twin }, report);
          continue;
        }
        // Two autoscalers of one Rollout would stop each other.
        const other = scaledRollouts(graph).get(rollout);
        report(
          reference.from,
          owner ? 'referenced' : 'replaced',
          {
            kind,
            autoscaler: autoscaler.name,
            targetKind: target.kind,
            target: target.name,
            rollout: rollout.name,
            advice: other
              ? `${other.kind} "${other.name}" scales the Rollout, so remove this one`
              : 'point scaleTargetRef at the Rollout',
          },
          {
            case: other && 'scaled',
            related: [
              owner
                ? { at: rollout.at('spec', 'workloadRef', 'name'), message: 'takes the pods from it' }
                : { at: rollout, message: 'runs the same pods' },
            ],
          },
        );
      }
  },
});

type Twin = { readonly rollout: Resource; readonly how: 'workloadRef' | 'labels' };

function reportUnsure(
  { autoscaler, reference, rollout, how }: Twin & { autoscaler: Resource; reference: Reference },
  report: RuleContext<'unsure', 'unsure'>['report'],
): void {
  const { kind, name } = reference.to;
  report(
    reference.from,
    'unsure',
    {
      ...{ kind: autoscaler.kind, autoscaler: autoscaler.name, targetKind: kind, target: name },
      rollout: rollout.name,
      how: how === 'labels' ? 'has pods with the same labels' : 'takes the pods from it',
    },
    { case: 'unsure', related: [{ at: rollout, message: 'not scaled' }] },
  );
}

/**
 * The Rollouts that no autoscaler scales, by the name of the workload that they take their pods from or may replace. The files
 * are often in two folders, of which a user applies one after the other.
 */
class Namesakes {
  private readonly byName = new Map<string, Twin[]>();
  private readonly scaled: ReadonlySet<string>;

  constructor(private readonly graph: Graph) {
    const scaled = new Set(
      autoscalerKinds.flatMap(({ kind, group }) =>
        graph.ofKind(kind, group).flatMap((autoscaler) => {
          const reference = scaleTarget(autoscaler);
          return reference?.to.kind === 'Rollout' ? [reference.to.name] : [];
        }),
      ),
    );
    this.scaled = scaled;
    for (const rollout of graph.rollouts) {
      if (scaled.has(rollout.name)) continue;
      const to = workloadRef(rollout)?.to;
      if (to) append(this.byName, `${to.kind}/${to.name}`, { rollout, how: 'workloadRef' });
      else append(this.byName, `Deployment/${rollout.name}`, { rollout, how: 'labels' });
    }
  }

  get isEmpty(): boolean {
    return this.byName.size === 0;
  }

  /** A Rollout whose pods have the labels of those of a workload, if no autoscaler scales it. */
  unscaled(rollout: Resource | undefined): Twin | undefined {
    return rollout && !this.scaled.has(rollout.name) ? { rollout, how: 'labels' } : undefined;
  }

  /** The only Rollout that may run the pods of the target of an autoscaler. */
  of(autoscaler: Resource, { to }: Reference, target: Resource): Twin | undefined {
    const namespace = this.graph.namespace(autoscaler);
    const twins = (this.byName.get(`${to.kind}/${to.name}`) ?? []).filter(({ rollout, how }) => {
      const its = this.graph.namespace(rollout);
      if (namespace !== undefined && its !== undefined && namespace !== its) return false;
      if (how === 'workloadRef') return true;
      // One file with both is a way to deploy of its own.
      const isWhole = target.source === autoscaler.source && target.source !== rollout.source;
      return !isWhole && this.haveSameLabels(rollout, target);
    });
    return twins.length === 1 ? twins[0] : undefined;
  }

  private haveSameLabels(rollout: Resource, target: Resource): boolean {
    const selector = rollout.at('spec', 'selector', 'matchLabels').strings;
    return Object.keys(selector).length > 0 && selects(selector, this.graph.labels(target));
  }
}
