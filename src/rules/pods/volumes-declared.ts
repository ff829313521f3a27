import { quoted } from '../facts/words.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/volumes-declared',
    description:
      'Require every volume that a container of a Rollout mounts to be declared in its pod template.',
    why: 'The controller marks the Rollout InvalidSpec (volumeMounts[].name: Not found) and no update progresses.',
    consequence: 'invalid-spec',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      undeclared:
        'Container "{container}" of Rollout "{rollout}" mounts volume "{volume}", but the pod template only declares {known}; add the volume, or correct the name.',
      none: 'Container "{container}" of Rollout "{rollout}" mounts volume "{volume}", but the pod template declares no volumes; add the volume.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
      'https://kubernetes.io/docs/concepts/storage/volumes/',
    ],
  },

  voices: {
    'volume-undeclared': (found, { rollout, report }) => {
      const declared = rollout
        .at('spec', 'template', 'spec', 'volumes')
        .items.map((volume) => volume.at('name'));
      const known = quoted(declared.flatMap(({ text }) => text ?? []));
      for (const { field: volume } of found) {
        // For a workload, the API server reports it.
        if (volume.resource !== rollout || volume.text === undefined) continue;
        const container = rollout.at(...volume.path.slice(0, -3));
        report(
          volume,
          known.length > 0 ? 'undeclared' : 'none',
          {
            container: container.at('name').text ?? 'without a name',
            rollout: rollout.name,
            volume: volume.text,
            known,
          },
          {
            related: declared.map((at) => ({ at, message: 'declared here' })),
            choices: () =>
              eachOf(
                volume,
                declared.flatMap(({ text }) => text ?? []),
              ),
          },
        );
      }
    },
  },
});
