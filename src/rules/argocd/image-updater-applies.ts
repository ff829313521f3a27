import { imageListKey, imageUpdaterPrefix } from '../../argocd/image-updater-annotations.js';
import { isApplication } from '../../kubernetes/kinds/application.js';
import { isSkippedByUpdater } from '../facts/image-writers.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/image-updater-applies',
    description:
      'Require annotations of argocd-image-updater to be on an Application that deploys a kustomization or a chart.',
    why: 'argocd-image-updater skips the Application ("not of supported source type"), because it can set images only in kustomizations and in values of charts. No new image is deployed.',
    consequence: 'not-deployed',
    severity: 'warning',
    otherwise: {
      elsewhere: {
        when: 'For annotations of a Rollout',
        consequence: 'no-effect',
        why: 'argocd-image-updater reads its annotations on Applications alone, so these have no effect.',
      },
    },
    messages: {
      directory:
        'Folder "{folder}", which Application "{application}" deploys, has no kustomization.yaml and no chart, so argocd-image-updater skips the Application; add a kustomization.yaml that lists its manifests.',
      elsewhere:
        'Annotation "{annotation}" of Rollout "{rollout}" has no effect, because argocd-image-updater reads it on Applications alone; move it to the Application that deploys the Rollout.',
    },
    links: [
      'https://argocd-image-updater.readthedocs.io/en/stable/basics/update/',
      'https://github.com/argoproj-labs/argocd-image-updater/blob/v0.16.0/pkg/argocd/argocd.go',
    ],
  },

  *check({ graph, report }) {
    for (const application of graph.ofKind('Application').filter(isApplication)) {
      yield application;
      const list = application.at('metadata', 'annotations', imageListKey);
      if (!list.exists || !isSkippedByUpdater(graph, application)) continue;
      const [place] = graph.sourceFolders(application);
      if (!place) continue;
      const folder = place.source.at('path');
      report(
        list,
        'directory',
        { folder: folder.text ?? '', application: application.name },
        { atKey: true, rests: [folder], related: [{ at: folder, message: 'the folder' }] },
      );
    }
  },

  checkRollout(rollout, { report }) {
    const field = rollout
      .at('metadata', 'annotations')
      .entries.find(({ key }) => String(key).startsWith(imageUpdaterPrefix));
    if (field)
      report(
        field,
        'elsewhere',
        { annotation: String(field.key), rollout: rollout.name },
        { atKey: true, case: 'elsewhere' },
      );
  },
});
