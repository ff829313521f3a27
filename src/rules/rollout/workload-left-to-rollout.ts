import { isMap } from '../../kubernetes/objects/json.js';
import type { KubeObject } from '../../kubernetes/objects/object.js';
import { isSettled } from '../../play/drift/settled.js';
import { argoOf, withNamespace } from '../facts/argocd/moments.js';
import type { Graph } from '../../repository/graph/graph.js';
import { blueGreen, workloadRef } from '../../kubernetes/kinds/rollout.js';
import type { Resource } from '../../model/resource.js';
import { titled } from '../choices.js';
import { type Field } from '../../model/field.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'rollout/workload-left-to-rollout',
    description: 'Require a Deployment with the pod template of a Rollout to have no replicas in Git.',
    why: 'The controller scales the Deployment down once, with the first revision of the Rollout. Applying the manifest again starts its pods again, and the controller does not stop them: two versions serve side by side.',
    otherwise: {
      unreached: {
        when: 'With onsuccess, blueGreen and a postPromotionAnalysis',
        consequence: 'wrong-pods',
        why: 'The controller scales the Deployment down when it promotes the first revision of a Rollout that is healthy. It promotes that revision once before it is healthy, and again only after a successful postPromotionAnalysis, which no first revision has: the Deployment keeps its pods.',
      },
      kept: {
        when: 'Without scaleDown',
        consequence: 'wrong-pods',
        why: 'Nothing scales the Deployment down: it runs pods with the same labels, at the version applied last, beside those of the Rollout. Steps, weights and analyses do not apply to them.',
      },
    },
    consequence: 'wrong-pods',
    severity: 'warning',
    fixes: ['choice'],
    messages: {
      started:
        'Deployment "{deployment}" asks for {pods}, and Rollout "{rollout}" scales it down ({scaleDown}); once the Rollout is healthy set replicas to 0, or every apply starts them again.',
      unreached:
        'Deployment "{deployment}" asks for {pods}, and Rollout "{rollout}" never scales it down: with a postPromotionAnalysis the controller does not reach onsuccess; set replicas to 0 once the Rollout is healthy.',
      kept: 'Deployment "{deployment}" asks for {pods}, and Rollout "{rollout}", which takes its pods from it, does not scale it down; set replicas to 0, or scaleDown to onsuccess.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/migrating/#reference-deployment-from-rollout',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/sync.go',
      'https://github.com/argoproj/argo-rollouts/issues/4681',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const entry = rollout.at('spec', 'workloadRef');
    const scaleDown = entry.at('scaleDown');
    const isKept = !scaleDown.exists;
    // Setting both is never intended. The controller ignores other values.
    if (!isKept && scaleDown.text !== 'onsuccess' && scaleDown.text !== 'progressively') return;
    const reference = workloadRef(rollout);
    if (reference?.to.kind !== 'Deployment') return;
    const deployment = graph.find(reference);
    const replicas = deployment?.at('spec', 'replicas');
    if (!deployment || !replicas?.number || isLeftAlone(graph, deployment)) return;
    const data = {
      deployment: deployment.name,
      pods: replicas.number === 1 ? '1 pod' : `${replicas.number} pods`,
      rollout: rollout.name,
    };
    if (scaleDown.text === 'onsuccess' && blueGreen(rollout).at('postPromotionAnalysis').exists)
      report(replicas, 'unreached', data, {
        case: 'unreached',
        choices: () => [toZero(replicas)],
        related: [{ at: scaleDown, message: 'is not reached' }],
      });
    else if (!isKept)
      report(
        replicas,
        'started',
        { ...data, scaleDown: scaleDown.text ?? '' },
        { related: [{ at: scaleDown, message: 'scales it down' }] },
      );
    // Beside a Rollout without pods the Deployment serves alone, as before a migration.
    else if (rollout.at('spec', 'replicas').number !== 0 && !graph.isPatched(rollout, scaleDown.path))
      report(replicas, 'kept', data, {
        case: 'kept',
        choices: () => [
          toZero(replicas),
          titled('Set scaleDown to onsuccess.', { field: scaleDown, value: 'onsuccess' }),
        ],
        related: [{ at: entry.at('name'), message: 'takes the pods from it' }],
      });
  },
});

function toZero(field: Field): ProposedFix {
  return titled('Set replicas to 0.', { field, value: 0 });
}

/** Whether no sync of an Application that deploys a Deployment sets its replicas, because of RespectIgnoreDifferences. */
function isLeftAlone(graph: Graph, deployment: Resource): boolean {
  const applications = graph.applications(deployment);
  const git = withNamespace(graph, deployment, deployment.at().value);
  if (!git || applications.length === 0) return false;
  const live = withoutPods(git);
  return applications.every((application) => {
    if (!isSettled(graph, application)) return true;
    const applied = argoOf(graph, application).applied(git, live);
    return applied === undefined || writtenReplicas(applied) === 0;
  });
}

function withoutPods(object: KubeObject): KubeObject {
  const { spec } = object as { readonly spec?: unknown };
  return { ...object, spec: { ...(isMap(spec) ? spec : {}), replicas: 0 } } as KubeObject;
}

function writtenReplicas(object: KubeObject): unknown {
  const { spec } = object as { readonly spec?: unknown };
  return isMap(spec) ? spec['replicas'] : undefined;
}
