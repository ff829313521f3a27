import { own } from '../../cluster/json.js';
import { authoredSelector } from '../../controllers/services.js';
import type { Graph } from '../../graph/graph.js';
import { services } from '../../kinds/rollout.js';
import { podLabels, podTemplate, selects, workloadKinds } from '../../kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { once } from '../../facts/once.js';
import { ofEach } from '../../facts/of-each.js';
import { routedServices } from '../../facts/routed-services.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'k8s/service-selects-pods',
    description: 'Require a Service that the routes of a Rollout lead to to select the pods of a workload.',
    why: 'The Service has no endpoints, so requests routed to it are answered with 503.',
    consequence: 'lost-traffic',
    severity: 'warning',
    messages: {
      none: 'Service "{service}", which {kind} "{router}" leads to, selects {selector}, but no workload here has such pods{hint}.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/service/#services-in-kubernetes'],
    aliases: ['dangling-service', 'service-targets-pod', 'KIA0701'],
  },

  check({ graph, report }) {
    // Those that Rollouts name are rollout/service-selects-pods's.
    const named = new Set(
      ofEach(ofEach(graph.rollouts, services), (reference) => graph.resolve(reference).found),
    );
    const checked = new Set<Resource>();
    for (const reference of routedServices(graph)) {
      const service = graph.find(reference);
      if (!service || named.has(service) || checked.has(service)) continue;
      checked.add(service);
      const field = service.at('spec', 'selector');
      const selector = authoredSelector(service);
      const words = asWords(selector);
      if (words === '' || isPlaceholder(words) || service.at('spec', 'type').text === 'ExternalName')
        continue;

      const workload = graph.workload(service, selector);
      if (workload || !graph.isComplete(service) || isOfOperator(graph, service, selector)) continue;
      if (isOfSelector(graph, service, selector)) continue;
      const meant = nearest(graph, service, selector);
      const labels = meant && podLabels(podTemplate(meant)!);
      const { resource } = reference.from;
      report(
        field,
        'none',
        {
          service: service.name,
          kind: resource.kind,
          router: resource.name,
          selector: words,
          hint: labels ? `; those of ${meant.kind} "${meant.name}" have ${asWords(labels.strings)}` : '',
        },
        {
          related: [
            { at: reference.from, message: 'leads to the Service' },
            ...(labels ? [{ at: labels, message: 'the nearest labels' }] : []),
          ],
          complete: labels ? [labels] : [],
        },
      );
    }
  },
});

/** Whether a Rollout asks for the same labels that its pods lack: rollout/selector-selects-pods says so. */
function isOfSelector(graph: Graph, service: Resource, selector: Readonly<Record<string, string>>): boolean {
  const [pair = []] = Object.entries(selector);
  const rollouts = rolloutsBySelector(graph).get(pair.join('=')) ?? [];
  return rollouts.some(
    (rollout) => selects(selector, matchLabels(rollout)) && graph.areTogether(service, rollout),
  );
}

const rolloutsBySelector = once((graph) => {
  const rollouts = new Map<string, Resource[]>();
  for (const rollout of graph.rollouts)
    for (const pair of Object.entries(matchLabels(rollout))) {
      const same = rollouts.get(pair.join('='));
      if (same) same.push(rollout);
      else rollouts.set(pair.join('='), [rollout]);
    }
  return rollouts;
});

function matchLabels(rollout: Resource): Readonly<Record<string, string>> {
  return rollout.at('spec', 'selector', 'matchLabels').strings;
}

/** A workload beside the Service whose pods have one of the labels, or one that is similar. */
function nearest(
  graph: Graph,
  service: Resource,
  selector: Readonly<Record<string, string>>,
): Resource | undefined {
  const wanted = Object.entries(selector);
  for (const { group, kind } of workloadKinds)
    for (const workload of graph.beside(service, kind, group)) {
      const labels = graph.labels(workload);
      const isNear = wanted.some(([key, value]) => isSimilar(own(labels, key), value));
      if (isNear && podTemplate(workload)?.exists) return workload;
    }
  return undefined;
}

function isSimilar(label: string | undefined, value: string): boolean {
  return label !== undefined && (label.includes(value) || value.includes(label));
}

/** Whether an object of another kind bears the name that the selector asks for: an operator makes pods of it. */
function isOfOperator(graph: Graph, service: Resource, selector: Readonly<Record<string, string>>): boolean {
  const names = new Set([service.name, ...Object.values(selector)]);
  return graph
    .beside(service)
    .some(({ group, kind, name }) => names.has(name) && group.includes('.') && !isOrdinary(group, kind));
}

function isOrdinary(group: string, kind: string): boolean {
  return (
    group.endsWith('.k8s.io') ||
    group === 'networking.istio.io' ||
    group === 'argoproj.io' ||
    group === 'keda.sh' ||
    workloadKinds.some((known) => known.group === group && known.kind === kind)
  );
}

function asWords(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');
}
