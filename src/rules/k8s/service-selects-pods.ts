import { authoredSelector } from '../../controllers/services.js';
import type { Graph } from '../../graph/graph.js';
import { serviceOfHost } from '../../kinds/host.js';
import { backends } from '../../kinds/ingress.js';
import { isRollout, services } from '../../kinds/rollout.js';
import { destinations } from '../../kinds/virtual-service.js';
import { podLabels, podTemplate, selects, workloadKinds } from '../../kinds/workload.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import alb, { ingresses } from '../../routers/alb.js';
import istio, { virtualServices } from '../../routers/istio.js';
import nginx, { stableIngresses } from '../../routers/nginx.js';
import { routedBy } from '../../routers/router.js';
import { isNoService } from '../no-service.js';
import { defineRule } from '../rule.js';

export default defineRule({
  meta: {
    name: 'k8s/service-selects-pods',
    description: 'Require a Service that the routes of a Rollout lead to to select pods of a workload.',
    why: 'The Service has no endpoints: requests that are routed to it are answered with 503.',
    severity: 'warning',
    messages: {
      none: 'Service "{service}", to which {kind} "{router}" leads, selects {selector}, and no workload here has such pods{hint}.',
      added:
        'Kustomize adds {key}: "{value}" to the selector of Service "{service}", but not to the pods of Rollout "{rollout}" unless a transformer configuration tells it to.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/services-networking/service/#services-in-kubernetes',
      'https://argo-rollouts.readthedocs.io/en/stable/features/kustomize/',
    ],
    aliases: ['dangling-service', 'service-targets-pod', 'KIA0701'],
  },

  check({ graph, report }) {
    // Those that Rollouts name are rollout/service-selects-pods's.
    const named = new Set(
      graph.rollouts.flatMap(services).flatMap((reference) => graph.resolve(reference).found),
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

      const workload = graph.workload(service, (labels) => selects(selector, labels));
      if (!workload) {
        if (!graph.isComplete(service) || isOfOperator(graph, service, selector)) continue;
        const meant = nearest(graph, service, selector);
        const labels = meant && podLabels(podTemplate(meant)!);
        if (labels && graph.isPatched(meant, labels.path)) continue;
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
          },
        );
        continue;
      }

      const template = isRollout(workload) ? graph.podTemplate(workload) : undefined;
      if (!template || template.resource !== workload) continue;
      for (const added of graph.addedSelectorLabels(service)) {
        const { key, text: value } = added;
        const label = podLabels(template).at(key);
        if (label.text === value || field.at(key).exists || graph.isPatched(workload, label.path)) continue;
        report(
          added,
          'added',
          { service: service.name, rollout: workload.name, key, value },
          {
            related: [
              { at: podLabels(template), message: `the labels of the pods of Rollout "${workload.name}"` },
            ],
          },
        );
      }
    }
  },
});

/** The Services that the VirtualServices and Ingresses of Rollouts lead to. */
function routedServices(graph: Graph): readonly Reference[] {
  const ofHosts = routedBy(istio, graph.rollouts)
    .flatMap(virtualServices)
    .flatMap((reference) => graph.resolve(reference).found)
    .flatMap(destinations)
    .map((destination) => destination.at('host'))
    .flatMap((from) => {
      const to = serviceOfHost(from.text ?? '');
      return to ? [{ from, to }] : [];
    });
  const ofIngresses = [
    ...routedBy(alb, graph.rollouts).flatMap(ingresses),
    ...routedBy(nginx, graph.rollouts).flatMap(stableIngresses),
  ].flatMap((reference) =>
    graph
      .resolve(reference)
      .found.flatMap((ingress) =>
        backends(ingress).filter((backend) => !isNoService(reference.from.resource, ingress, backend)),
      ),
  );
  return [...ofHosts, ...ofIngresses];
}

/** A workload whose pods have one of the labels, if not all. */
function nearest(
  graph: Graph,
  service: Resource,
  selector: Readonly<Record<string, string>>,
): Resource | undefined {
  const workload = graph.workload(service, (labels) =>
    Object.entries(selector).some(([key, value]) => labels[key] === value || similar(labels[key], value)),
  );
  return workload && podTemplate(workload)?.exists ? workload : undefined;
}

function similar(label: string | undefined, value: string): boolean {
  return label !== undefined && (label.startsWith(value) || value.startsWith(label));
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
