import { containers } from '../../kinds/workload.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'pods/volumes-declared',
    description:
      'Require every volume that a container of a Rollout mounts to be declared in its pod template.',
    why: 'The controller marks the Rollout InvalidSpec (volumeMounts[].name: Not found) and no update progresses.',
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      undeclared:
        'Container "{container}" of Rollout "{rollout}" mounts volume "{volume}", which the pod template does not declare; it declares {known}.',
      none: 'Container "{container}" of Rollout "{rollout}" mounts volume "{volume}", and the pod template declares no volumes.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
      'https://kubernetes.io/docs/concepts/storage/volumes/',
    ],
  },

  checkRollout(rollout, { report }) {
    const template = rollout.at('spec', 'template');
    const volumes = template.at('spec', 'volumes').items.map((volume) => volume.at('name'));
    const known = volumes.flatMap(({ text }) => text ?? []);
    for (const container of containers(template))
      for (const mount of container.at('volumeMounts').items) {
        const volume = mount.at('name');
        if (volume.text === undefined || known.includes(volume.text)) continue;
        report(
          volume,
          known.length > 0 ? 'undeclared' : 'none',
          {
            container: container.at('name').text ?? 'without a name',
            rollout: rollout.name,
            volume: volume.text,
            known: known.map((name) => `"${name}"`).join(', '),
          },
          { related: volumes.map((at) => ({ at, message: 'declared here' })) },
        );
      }
  },
});
