import { readinessGateLabel } from '../../kubernetes/annotations/aws-load-balancer.js';
import { blueGreen, services, steps, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { listens } from '../../kubernetes/kinds/image-ports.js';
import { authoredSelector, ports } from '../../kubernetes/kinds/service.js';
import { podLabels, runningContainers, selects } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { unlessPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { reachedWorkloads } from '../facts/reached-workloads.js';
import { typedRule } from '../rule.js';

/**
 * Always information: how long a process needs until it answers is not in the files.
 * https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-probes
 */
export default typedRule({
  meta: {
    name: 'pods/readiness-probed',
    description: 'Require a readinessProbe in a Rollout whose pods get requests through a Service.',
    why: 'Kubernetes counts a container without a readinessProbe as ready as soon as it has started. The controller then goes on to the next step or switches the active Service, and Services send requests to a process that may not listen yet. A version that starts and never answers passes, too, unless an analysis notices it.',
    consequence: 'lost-traffic',
    severity: 'info',
    messages: {
      weight:
        'No container of Rollout "{rollout}" has a readinessProbe, so its new pods count as available once they run, and {step} gives them requests even if they do not answer yet; add a readinessProbe.',
      switched:
        'No container of Rollout "{rollout}" has a readinessProbe, so its new pods count as available once they run, and Service "{service}" is switched to them even if they do not answer yet; add a readinessProbe.',
      counted:
        'No container of Rollout "{rollout}" has a readinessProbe, so its new pods count as available once they run, and {step} goes on even if they do not answer yet; add a readinessProbe.',
      each: 'No container of Rollout "{rollout}" has a readinessProbe, so Service "{service}" sends requests to each new pod once it runs, even if it does not answer yet; add a readinessProbe.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#container-probes',
      'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#define-readiness-probes',
    ],
    aliases: ['no-readiness-probe'],
  },

  *check({ graph, report }) {
    if (addsReadinessGates(graph)) return;
    const reached = new Map(reachedWorkloads(graph).map(({ workload, found }) => [workload, found]));
    for (const rollout of graph.rollouts) {
      yield rollout;
      const template = graph.podTemplate(rollout);
      if (!template || waitsOtherwise(rollout, template)) continue;
      const running = runningContainers(template);
      if (running.length === 0 || running.some(isWaitedFor)) continue;
      const found = [...(reached.get(rollout) ?? [])];
      const service = found.find((one) => sendsWhenReady(one, template));
      const told = found.length === 0 ? unseen(graph, rollout, running) : service && lost(rollout, service);
      if (!told) continue;
      const own = template.at('spec', 'containers');
      // Without a port, only the name of an image tells that it listens.
      const images = running.some((one) => one.at('ports').items.length > 0) ? [] : running.map(imageOf);
      report(
        own.items[0]?.at('readinessProbe') ?? own,
        told.name,
        { rollout: rollout.name, ...told.data },
        {
          rests: [
            template.at('spec', 'readinessGates'),
            ...running.map((one) => one.at('readinessProbe')),
            ...(found.length === 0 ? images : []),
          ],
          complete: [own],
          related: service ? [{ at: service, message: 'sends requests to the pods' }] : [],
        },
      );
    }
  },
});

function imageOf(container: Field): Field {
  return container.at('image');
}

interface Told {
  readonly name: 'weight' | 'switched' | 'each' | 'counted';
  readonly data: { readonly step: string; readonly service: string };
}

/** What holds a container back until it answers, as far as its pod says. A pod is not ready before a postStart hook has ended. */
function isWaitedFor(container: Field): boolean {
  return ['readinessProbe', 'startupProbe', 'lifecycle'].some((key) => {
    const field = key === 'lifecycle' ? container.at(key, 'postStart') : container.at(key);
    return field.exists;
  });
}

/**
 * Whether something else than the containers decides when a pod gets requests: readiness gates, which the AWS Load Balancer
 * Controller adds in namespaces with a label, or the health checks of its load balancer.
 */
function waitsOtherwise(rollout: Resource, template: Field): boolean {
  return template.at('spec', 'readinessGates').exists || trafficRouting(rollout).at('alb').exists;
}

/** Whether a Namespace asks for readiness gates in its pods. Which pods are in it may be set when they are deployed. */
function addsReadinessGates(graph: Graph): boolean {
  return graph
    .ofKind('Namespace', '')
    .some((namespace) => namespace.at('metadata', 'labels', readinessGateLabel).exists);
}

/** Whether a Service sends requests to pods of a template once they are ready. */
function sendsWhenReady(service: Resource, template: Field): boolean {
  const spec = service.at('spec');
  return (
    ports(service).length > 0 &&
    spec.at('clusterIP').text !== 'None' &&
    spec.at('publishNotReadyAddresses').boolean !== true &&
    selects(authoredSelector(service), podLabels(template).strings)
  );
}

/** What an update of this Rollout does too early. */
function lost(rollout: Resource, service: Resource): Told {
  const weight = firstWeight(rollout);
  if (weight !== undefined)
    return { name: 'weight', data: { step: `setWeight: ${weight}`, service: service.name } };
  const strategy = blueGreen(rollout);
  // Where a user or an analysis is first, the pods have had time to start.
  const isAtOnce =
    strategy.exists &&
    strategy.at('autoPromotionEnabled').boolean !== false &&
    !strategy.at('autoPromotionSeconds').exists &&
    !strategy.at('prePromotionAnalysis').exists;
  const active = strategy.at('activeService').text;
  if (isAtOnce && active !== undefined) return { name: 'switched', data: { step: '', service: active } };
  return { name: 'each', data: { step: '', service: service.name } };
}

/**
 * The same where the Service of the pods is not in the files. The Rollout names it or a traffic router, or containers that declare ports, or
 * are of an image that is known to listen, get requests from somewhere.
 */
function unseen(graph: Graph, rollout: Resource, running: readonly Field[]): Told | undefined {
  const named = services(rollout).find(
    (reference) =>
      ['stable', 'active'].includes(reference.role) &&
      unlessPlaceholder(reference.to.name) !== undefined &&
      graph.resolve(reference).found.length === 0,
  );
  const weight = firstWeight(rollout);
  if (named && weight === undefined) return { name: 'each', data: { step: '', service: named.to.name } };
  const step = weight === undefined ? experimentOf(rollout) : `setWeight: ${weight}`;
  if (step === undefined || weight === 100) return undefined;
  // A traffic router leads requests to it, wherever its Services are.
  if (!named && !trafficRouting(rollout).exists && !running.some(listens)) return undefined;
  return { name: 'counted', data: { step, service: '' } };
}

function experimentOf(rollout: Resource): string | undefined {
  return steps(rollout).some((step) => step.at('experiment').exists) ? 'its experiment' : undefined;
}

function firstWeight(rollout: Resource): number | undefined {
  return steps(rollout)
    .map((step) => step.at('setWeight').number ?? 0)
    .find((weight) => weight > 0);
}
