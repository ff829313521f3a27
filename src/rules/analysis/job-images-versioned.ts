import { metricsOf, templatesIn } from '../../rollouts/analysis/metrics.js';
import { containers } from '../../kubernetes/kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { isUnversioned, movingTag } from '../facts/moving-tags.js';
import { typedRule } from '../rule.js';

/** Always information: what sets the image may be in another repository. */
export default typedRule({
  meta: {
    name: 'analysis/job-images-versioned',
    description: 'Require the image of a Job that measures a metric to have a tag or digest of one version.',
    why: 'Each measurement starts a new pod, which may run another image under the same tag. What a new version has to pass then changes without a change in Git, and an image that is broken aborts every update.',
    consequence: 'hidden-change',
    severity: 'info',
    messages: {
      moving:
        'Image "{image}" of the Job of metric "{metric}" has tag "{tag}", which names no version: a new image under it changes what the metric checks; use a tag or digest of one version.',
      untagged:
        'Image "{image}" of the Job of metric "{metric}" has no tag and means "latest", which names no version: a new image under it changes what the metric checks; use a tag or digest of one version.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/analysis/job/',
      'https://kubernetes.io/docs/concepts/containers/images/#image-names',
    ],
  },

  *check({ graph, report }) {
    for (const template of templatesIn(graph)) {
      yield template;
      const told = new Set<string>();
      for (const { field, name, isDry } of metricsOf(template)) {
        if (isDry) continue;
        for (const container of containers(field.at('provider', 'job', 'spec', 'template'))) {
          const image = container.at('image');
          const { text = '' } = image;
          if (told.has(text) || !isUnversioned(graph, image)) continue;
          told.add(text);
          const tag = movingTag(graph, image) ?? '';
          const data = { image: text, metric: name, tag };
          report(image, tag === '' ? 'untagged' : 'moving', data, { atKey: isPlaceholder(text) });
        }
      }
    }
  },
});
