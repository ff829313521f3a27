import { claimReferences } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { instead } from '../absent.js';
import { typedRule } from '../rule.js';

/** Always information: pods may share a node, and a claim may be created by hand. */
export default typedRule({
  meta: {
    name: 'pods/claims-mountable',
    description:
      'Require the PersistentVolumeClaims of a Rollout to exist, and pods of both versions to be able to mount them.',
    why: 'A volume with the access mode ReadWriteOnce is attached to one node. During an update pods of both versions mount it: those that are scheduled to another node wait in ContainerCreating (Multi-Attach error), and the update makes no progress until progressDeadlineSeconds.',
    consequence: 'update-stuck',
    severity: 'info',
    otherwise: {
      absent: {
        when: 'For a claim that is in no manifest',
        consequence: 'wrong-pods',
        why: 'Unless something else creates it, the pods stay Pending (persistentvolumeclaim not found), and the update hangs until progressDeadlineSeconds.',
      },
    },
    fixes: ['safe'],
    messages: {
      absent: 'PersistentVolumeClaim "{name}", which Rollout "{rollout}" mounts, is not found{hint}',
      node: 'PersistentVolumeClaim "{name}" has the access mode {mode}, but pods of both versions of Rollout "{rollout}" mount it during an update, and new ones on another node do not start; use a volume with ReadWriteMany.',
    },
    links: ['https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes'],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    if (template?.resource.mentions('persistentVolumeClaim') !== true) return;
    for (const reference of claimReferences(template)) {
      const data = { name: reference.to.name, rollout: rollout.name };
      if (graph.isAbsent(reference)) {
        const { hint, related, fix } = instead(graph, reference);
        report(reference.from, 'absent', { ...data, hint }, { case: 'absent', related, fix });
        continue;
      }
      const modes = graph.find(reference)?.at('spec', 'accessModes');
      const mode = modes && oneNodeMode(modes);
      if (!modes || mode === undefined || isOnOneNode(template)) continue;
      const related = [{ at: modes, message: `the access modes of "${data.name}"` }];
      report(reference.from, 'node', { ...data, mode }, { related, complete: [modes], rests: [modes] });
    }
  },
});

/** The access mode of a claim that pods of one node alone can mount, if it has no other one. */
function oneNodeMode(modes: Field): string | undefined {
  const all = modes.items.map(({ text }) => text);
  return all.length > 0 && all.every((mode) => mode === 'ReadWriteOnce' || mode === 'ReadWriteOncePod')
    ? all[0]
    : undefined;
}

/** Whether pods may be kept on one node, or near each other; what keeps them apart does not. */
function isOnOneNode(template: Field): boolean {
  const spec = template.at('spec');
  return (
    spec.at('nodeName').exists ||
    spec.at('nodeSelector', 'kubernetes.io/hostname').exists ||
    spec.at('affinity', 'nodeAffinity').exists ||
    spec.at('affinity', 'podAffinity').exists
  );
}
