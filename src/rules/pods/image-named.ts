import { type ImageProblem, readImage, withoutCapitals } from '../../kubernetes/kinds/image.js';
import { containers } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import { isInTemplates, isOfHelm } from '../../yaml/parse/template.js';
import { isNamedInCommands } from '../facts/image-writers.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/image-named',
    description: 'Require the images of a Rollout to have names that a kubelet can read.',
    why: 'The kubelet refuses the name (InvalidImageName), so no pod of the new revision starts and the update hangs until progressDeadlineSeconds.',
    consequence: 'wrong-pods',
    severity: 'error',
    otherwise: {
      open: {
        when: 'If the name has a word in capital letters, or an expression of Helm outside of a chart, which a tool may replace',
        consequence: 'wrong-pods',
        why: 'Unless a tool replaces it before the manifest is applied, the kubelet refuses the name (InvalidImageName) and no pod of the new revision starts.',
        severity: 'info',
      },
    },
    fixes: ['unsafe'],
    messages: {
      capitals:
        'Image "{image}" of container "{container}" in Rollout "{rollout}" has capital letters in the name of its repository, so the kubelet refuses it and no pod starts; use "{lower}".',
      form: 'Image "{image}" of container "{container}" in Rollout "{rollout}" is not a valid image name, so the kubelet refuses it and no pod starts; use registry/repository:tag.',
      template:
        'Image "{image}" of container "{container}" in Rollout "{rollout}" has an expression of Helm, which renders only files in the templates of a chart; set the name of an image, or move the file to a chart.',
      open: 'Image "{image}" of container "{container}" in Rollout "{rollout}" looks like a value that is filled in later; set the name of an image.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/containers/images/#image-names',
      'https://github.com/distribution/reference/blob/v0.6.0/normalize.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const template = graph.podTemplate(rollout);
    if (!template) return;
    for (const container of containers(template)) {
      const image = container.at('image');
      const text = image.text ?? '';
      const named = { container: container.at('name').text ?? 'without a name', rollout: rollout.name };
      if (isOfHelm(text) && !isInTemplates(image.resource.source)) {
        report(image, 'template', { ...named, image: text }, { case: 'open', atKey: true });
        continue;
      }
      const problem = imageProblem(image);
      if (problem === undefined) continue;
      const data = {
        ...named,
        image: text,
        lower: withoutCapitals(text),
      };
      if (blank.test(data.image)) {
        if (!isNamedInCommands(graph, data.image)) report(image, 'open', data, { case: 'open' });
        continue;
      }
      const value = data.lower;
      const isFixed = problem === 'capitals' && typeof readImage(value) !== 'string';
      report(image, isFixed ? 'capitals' : 'form', data, {
        fix: () =>
          isFixed
            ? { title: `Change to "${value}"`, isUnsafe: true, writes: [{ field: image, value }] }
            : undefined,
      });
    }
  },
});

/** A word such as IMAGE or YOUR_REGISTRY. */
const blank = /[A-Z]{3}/;

function imageProblem(image: Field): ImageProblem | undefined {
  const { text } = image;
  // The API server refuses blanks around it, and a placeholder may become anything.
  if (text === undefined || text === '' || text !== text.trim() || isPlaceholder(text)) return undefined;
  // The defaults of a chart leave the name to each release.
  if (/^[:@]/.test(text) && image.resource.source.assumedRelease !== undefined) return undefined;
  const read = readImage(text);
  return typeof read === 'string' ? read : undefined;
}
