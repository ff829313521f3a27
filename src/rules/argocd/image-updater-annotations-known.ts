import {
  aliasesOf,
  checkUpdaterKey,
  imageListKey,
  imageUpdaterPrefix,
  updaterValueProblem,
} from '../../argocd/image-updater-annotations.js';
import { applicationTemplates, isApplication, isApplicationSet } from '../../kubernetes/kinds/application.js';
import { renamedTo, removalOf } from '../fixes.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/image-updater-annotations-known',
    description:
      'Require annotations for argocd-image-updater to be ones that it reads, for images of its list.',
    why: 'argocd-image-updater looks annotations up by their exact keys: the setting has no effect.',
    consequence: 'no-effect',
    severity: 'warning',
    otherwise: {
      strategy: {
        when: 'For an unknown update-strategy',
        consequence: 'no-effect',
        why: 'argocd-image-updater uses semver instead, so images whose tags are not versions are not updated, or are updated to another tag.',
      },
      method: {
        when: 'For an unknown write-back-method',
        consequence: 'not-deployed',
        why: 'argocd-image-updater cannot write what it finds and updates no image of the Application.',
      },
    },
    messages: {
      strategy:
        'Update strategy "{value}" is unknown to argocd-image-updater, which uses semver instead; use one of {known}.',
      method:
        'Write-back method "{value}" is unknown to argocd-image-updater, which updates no image of the Application then; use one of {known}.',
      unknown: 'Annotation "{annotation}" is unknown to argocd-image-updater{meant}',
      alias:
        'Annotation "{annotation}" is for alias "{alias}", but "image-list" has no such alias; write "{alias}=" before its image there.',
    },
    fixes: ['unsafe', 'choice'],
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
        const list = annotations.at(imageListKey);
        // Without a list of its own, an ImageUpdater or a patch has the images.
        if (list.text === undefined || list.text.includes('{{')) continue;
        const aliases = aliasesOf(list.text);
        for (const field of annotations.entries) {
          const annotation = String(field.key);
          if (!annotation.startsWith(imageUpdaterPrefix) || annotation.includes('{{')) continue;
          const name = annotation.slice(imageUpdaterPrefix.length);
          const value = field.text?.includes('{{') === true ? undefined : field.text;
          const wrong = value === undefined ? undefined : updaterValueProblem(name, value);
          if (wrong) {
            const id = wrong.setting === 'update-strategy' ? 'strategy' : 'method';
            report(
              field,
              id,
              { value, known: wrong.known },
              { case: id, choices: () => eachOf(field, wrong.known) },
            );
          }
          const problem = checkUpdaterKey(name, aliases);
          if (!problem) continue;
          const where = { atKey: true, rests: [list] };
          if (problem.id === 'alias') report(field, 'alias', { annotation, alias: problem.alias }, where);
          else {
            const meant = problem.meant === undefined ? '; remove it.' : `; did you mean "${problem.meant}"?`;
            report(
              field,
              'unknown',
              { annotation, meant },
              {
                ...where,
                fix: () =>
                  problem.meant === undefined
                    ? removalOf(field, 'unsafe')
                    : renamedTo(field, `${imageUpdaterPrefix}${problem.meant}`, 'unsafe'),
              },
            );
          }
        }
      }
    }
  },
});
