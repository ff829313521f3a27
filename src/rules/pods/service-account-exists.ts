import { kinds } from '../../kubernetes/objects/object.js';
import { serviceAccountField } from '../../kubernetes/kinds/workload.js';
import { nearestName } from '../../model/nearest-name.js';
import { absence, reportAbsent } from '../absent.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/service-account-exists',
    description: "Require the ServiceAccount of a Rollout's pods to exist among its manifests.",
    why: 'The API server refuses the pods (FailedCreate: error looking up service account), so the new revision gets none and the update hangs until progressDeadlineSeconds.',
    consequence: 'wrong-pods',
    severity: 'warning',
    fixes: ['safe', 'choice'],
    messages: {
      ...absence('ServiceAccount "{account}", which the pods of Rollout "{rollout}" run as,'),
    },
    links: ['https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/'],
    aliases: ['non-existent-service-account'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    const from = template && serviceAccountField(template);
    const account = from?.text;
    // The API server creates it in every namespace.
    if (!from || !account || account === 'default') return;
    const reference = { from, to: { ...kinds.serviceAccount, name: account } };
    // A shared ServiceAccount may be in another repository or created by other tools; a missing one is reported only if a
    // similar one exists, or if a kustomization leaves out the file that has it.
    const isMisspelt = (): boolean =>
      nearestName(
        account,
        graph.companions(rollout, kinds.serviceAccount).flatMap((one) => graph.namesInGit(one)),
      ) !== undefined;
    const isAbsent =
      (graph.resolve(reference).leftOut !== undefined || isMisspelt()) && graph.isAbsent(reference);
    reportAbsent({ graph, reference, data: { account, rollout: rollout.name } }, report, { isAbsent });
  },
});
