import { isApplication, isApplicationSet } from '../../kubernetes/kinds/application.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/application-waves-wait',
    description: 'Require sync waves of Applications to wait for the objects that the Applications deploy.',
    why: 'A wave waits until the objects of the wave before are healthy. Since 1.8 Argo CD assesses no health of an Application, unless argocd-cm has a script for it: the later Application is created at once, before the objects that it needs exist.',
    consequence: 'no-effect',
    severity: 'info',
    otherwise: {
      generated: {
        when: 'For Applications that an ApplicationSet generates',
        consequence: 'no-effect',
        why: 'Waves order the objects of one sync. The controller of ApplicationSets creates its Applications itself, all at once, and no sync of another Application contains them, so nothing reads the annotation.',
      },
    },
    messages: {
      generated:
        'Applications that ApplicationSet "{set}" generates have sync-wave {wave}, but no sync contains them, so they are created at once; use strategy RollingSync with steps, or list the Applications in an Application of their own.',
      waves:
        'Application "{application}" of wave {wave} does not wait until the objects of Application "{other}" of wave {earlier} are healthy, because Argo CD assesses no health of Applications by default; add resource.customizations.health.argoproj.io_Application to argocd-cm.',
    },
    fixes: ['choice'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/health/#argocd-app',
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/upgrading/1.7-1.8/',
    ],
  },

  *check({ graph, report }) {
    for (const set of graph.ofKind('ApplicationSet').filter(isApplicationSet)) {
      if (!set.mentions(waveKey)) continue;
      yield set;
      const wave = set.at('spec', 'template', 'metadata', 'annotations', waveKey);
      if (wave.text === undefined || set.at('spec', 'strategy', 'rollingSync').exists) continue;
      // Whatever fills in a placeholder, the annotation has no effect.
      const field = isPlaceholder(wave.text) ? set.at('spec', 'template', 'metadata', 'annotations') : wave;
      report(
        field,
        'generated',
        { set: set.name, wave: wave.text },
        {
          ...{ atKey: true, case: 'generated' },
          choices: () => [removalOf(wave)],
        },
      );
    }
    const byParent = new Map<Resource | string, Resource[]>();
    for (const application of graph.ofKind('Application').filter(isApplication)) {
      if (!application.mentions(waveKey)) continue;
      yield application;
      const [parent] = graph.applications(application).filter((one) => one !== application);
      // Applications that a person applies have no waves.
      if (!parent) continue;
      byParent.set(parent, [...(byParent.get(parent) ?? []), application]);
    }
    if (byParent.size === 0) return;
    for (const applications of byParent.values()) {
      const waves = applications.map((application) => ({ application, wave: syncOrderOf(application).wave }));
      const [first] = waves.sort((one, other) => one.wave - other.wave);
      const later = waves.find(({ wave }) => first && wave > first.wave);
      if (!first || !later || hasHealth(graph)) continue;
      report(
        later.application.at('metadata', 'annotations', waveKey),
        'waves',
        {
          ...{ application: later.application.name, wave: later.wave },
          ...{ other: first.application.name, earlier: first.wave },
        },
        { related: [{ at: first.application, message: 'the earlier wave' }] },
      );
      // One setting is missing, however many parents there are.
      return;
    }
  },
});

const waveKey = 'argocd.argoproj.io/sync-wave';

/** Whether a file of the repository gives Argo CD a script for the health of Applications. */
function hasHealth(graph: Graph): boolean {
  return graph.someText(
    (text) =>
      (/argoproj\.io[_/]Application\b/.test(text) && text.includes('customizations')) ||
      // The operator of Argo CD has a field for it.
      text.includes('resourceHealthChecks'),
  );
}
