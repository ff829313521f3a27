import { isRollout, services, trafficRouting } from '../../kubernetes/kinds/rollout.js';
import { authoredSelector, ports, targetPort } from '../../kubernetes/kinds/service.js';
import { podLabels, podTemplate, runningContainers, selects } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { byFixedOrder } from '../../model/fixed-order.js';
import { memoize } from '../../model/memo.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { besideRollouts } from '../facts/near-rollouts.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/service-pods-serve',
    description: 'Require all pods that a Service of a Rollout selects to serve its port.',
    why: 'A Service sends requests to each ready pod that its selector matches, whatever runs it. A pod of a Job without a readiness probe is ready as long as it runs, so its share of the requests is refused.',
    consequence: 'lost-traffic',
    severity: 'warning',
    otherwise: {
      keeper: {
        when: 'For a workload that keeps its pods, because a container can listen on a port that it does not declare',
        consequence: 'lost-traffic',
        severity: 'info',
        why: 'A Service sends requests to each ready pod that its selector matches, whatever runs it. If nothing listens on the port there, this share of the requests is refused.',
      },
    },
    messages: {
      job: 'Service "{service}" selects the pods of {kind} "{workload}" as well as those of Rollout "{rollout}", and while one runs it gets requests to port {port}, which it does not declare; give it other labels, or select by a label that only the Rollout has.',
      keeper:
        'Service "{service}" selects the pods of {kind} "{workload}" as well as those of Rollout "{rollout}", but only the latter declare port {port}; give one of them other labels, or check that both listen there.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/services-networking/service/#services-in-kubernetes',
      'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-conditions',
    ],
  },

  *check({ graph, report }) {
    for (const service of besideRollouts(graph, 'Service', '')) {
      yield service;
      if (!mayTakeOthers(graph, service)) continue;
      const selected = [...graph.companionWorkloads(service, authoredSelector(service))].sort(byFixedOrder);
      if (selected.length < 2) continue;
      // A split leads requests by more than the selector of a Service.
      const rollout = selected.find((one) => isRollout(one) && !trafficRouting(one).exists);
      const template = rollout && graph.podTemplate(rollout);
      if (!rollout || !template || graph.addedSelectorLabels(service, rollout).length > 0) continue;
      for (const workload of selected) {
        if (!runsOtherPods(graph, workload, rollout) || !isWhereIts(graph, workload, service)) continue;
        const its = podTemplate(workload);
        const target =
          its &&
          ports(service)
            .map(targetPort)
            .find((one) => isMissed(one, its));
        if (!target) continue;
        const isJob = jobKinds.has(workload.kind);
        if (!isJob && !declares(template, target.number)) continue;
        report(
          service.at('spec', 'selector'),
          isJob ? 'job' : 'keeper',
          {
            ...{ service: service.name, kind: workload.kind, workload: workload.name },
            ...{ rollout: rollout.name, port: target.number ?? '' },
          },
          {
            case: isJob ? undefined : 'keeper',
            rests: [target, podLabels(its), podLabels(template), trafficRouting(rollout)],
            complete: [its.at('spec', 'containers')],
            related: [{ at: podLabels(its), message: 'these pods get requests, too' }],
          },
        );
        break;
      }
    }
  },
});

const jobKinds: ReadonlySet<string> = new Set(['Job', 'CronJob']);

/** Whether a Service takes all pods that its selector matches: the controller narrows those that a Rollout names. */
function mayTakeOthers(graph: Graph, service: Resource): boolean {
  const spec = service.at('spec');
  return (
    !narrowed(graph).has(service) &&
    Object.keys(authoredSelector(service)).length > 0 &&
    spec.at('clusterIP').text !== 'None' &&
    spec.at('type').text !== 'ExternalName'
  );
}

const narrowed = memoize(
  (graph: Graph): ReadonlySet<Resource> =>
    new Set(
      graph.rollouts.flatMap((rollout) =>
        services(rollout).flatMap((reference) => graph.resolve(reference).found),
      ),
    ),
);

/** Whether a workload runs other pods than a Rollout: not those of an earlier way to deploy it. */
function runsOtherPods(graph: Graph, workload: Resource, rollout: Resource): boolean {
  const spec = workload.at('spec');
  if (jobKinds.has(workload.kind)) return spec.at('suspend').boolean !== true;
  const selector = spec.at('selector', 'matchLabels').strings;
  return (
    keeperKinds.has(workload.kind) &&
    spec.at('replicas').number !== 0 &&
    Object.keys(selector).length > 0 &&
    !selects(selector, graph.labels(rollout))
  );
}

const keeperKinds: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet']);

function isWhereIts(graph: Graph, workload: Resource, service: Resource): boolean {
  const [there, here] = [graph.namespace(workload), graph.namespace(service)];
  return there === here && workload.isReadable;
}

/** Whether requests to a port of a Service reach a pod that declares no such port. Kubernetes leaves out pods without a named one. */
function isMissed(target: Field, template: Field): boolean {
  const own = runningContainers(template);
  return (
    target.number !== undefined &&
    own.length > 0 &&
    !declares(template, target.number) &&
    own.every((one) => !one.at('readinessProbe').exists)
  );
}

function declares(template: Field, port: number | undefined): boolean {
  return runningContainers(template).some((one) =>
    one.at('ports').items.some((declared) => declared.at('containerPort').number === port),
  );
}
