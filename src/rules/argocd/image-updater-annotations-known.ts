import { aliasesOf, checkUpdaterKey, imageUpdaterPrefix } from '../../argocd/image-updater-annotations.js';
import { applicationTemplates, isApplication, isApplicationSet } from '../../kubernetes/kinds/application.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/image-updater-annotations-known',
    description:
      'Require annotations for argocd-image-updater to be ones that it reads, for images of its list.',
    why: 'argocd-image-updater looks annotations up by their exact keys: the setting has no effect.',
    consequence: 'no-effect',
    severity: 'warning',
    messages: {
      unknown: 'Annotation "{annotation}" is unknown to argocd-image-updater{meant}',
      alias:
        'Annotation "{annotation}" is for alias "{alias}", but "image-list" has no such alias; write "{alias}=" before its image there.',
    },
    links: [
      'https://argocd-image-updater.readthedocs.io/en/stable/configuration/images/',
      'https://github.com/argoproj-labs/argocd-image-updater/blob/v1.3.0/pkg/argocd/annotations.go',
    ],
  },

  *check({ graph, report }) {
    const applications = graph.ofKind('Application').filter(isApplication);
    for (const application of [...applications, ...graph.ofKind('ApplicationSet').filter(isApplicationSet)]) {
      yield application;
      for (const template of applicationTemplates(application)) {
        const annotations = template.at('metadata', 'annotations');
        const list = annotations.at(`${imageUpdaterPrefix}image-list`);
        // Without a list of its own, an ImageUpdater or a patch has the images.
        if (list.text === undefined || list.text.includes('{{')) continue;
        const aliases = aliasesOf(list.text);
        for (const field of annotations.entries) {
          const annotation = String(field.key);
          if (!annotation.startsWith(imageUpdaterPrefix) || annotation.includes('{{')) continue;
          const problem = checkUpdaterKey(annotation.slice(imageUpdaterPrefix.length), aliases);
          if (!problem) continue;
          const where = { atKey: true, rests: [list] };
          if (problem.id === 'alias') report(field, 'alias', { annotation, alias: problem.alias }, where);
          else {
            const meant = problem.meant === undefined ? '; remove it.' : `; did you mean "${problem.meant}"?`;
            report(field, 'unknown', { annotation, meant }, where);
          }
        }
      }
    }
  },
});
