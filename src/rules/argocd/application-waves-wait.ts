import { isApplication } from '../../kubernetes/kinds/application.js';
import { syncOrderOf } from '../../kubernetes/kinds/sync-order.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/application-waves-wait',
    description: 'Require sync waves of Applications to wait for the objects that the Applications deploy.',
    why: 'A wave waits until the objects of the wave before are healthy. Since 1.8 Argo CD assesses no health of an Application, unless argocd-cm has a script for it: the later Application is created at once, before the objects that it needs exist.',
    consequence: 'no-effect',
    severity: 'info',
    messages: {
      waves:
        'Application "{application}" of wave {wave} does not wait until the objects of Application "{other}" of wave {earlier} are healthy, because Argo CD assesses no health of Applications by default; add resource.customizations.health.argoproj.io_Application to argocd-cm.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/health/#argocd-app',
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/upgrading/1.7-1.8/',
    ],
  },

  *check({ graph, report }) {
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
