import { isFilledIn } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { noHint } from '../../model/message.js';
import { instead } from '../absent.js';
import { type CalledService, calledServices, servedPorts } from '../facts/called-services.js';
import { oneOf } from '../facts/words.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/calls-reach-services',
    description:
      'Require addresses in the variables and commands of pods to lead to Services and their ports.',
    why: 'A Service answers only on its own ports, and a name without a Service has no address. The pods do not reach what they need: they do not become ready, or answer with errors.',
    consequence: 'update-stuck',
    severity: 'warning',
    messages: {
      port: 'Rollout "{rollout}" calls port {port} of Service "{service}" in {of}, but the Service has no such port; write {ports}.',
      missing: 'Service "{service}", which Rollout "{rollout}" calls in {of}, is not found{hint}',
    },
    links: [
      'https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#namespaces-of-services',
    ],
  },

  checkRollout(rollout, context) {
    const template = context.graph.podTemplate(rollout);
    for (const called of template ? calledServices(template, context.graph) : [])
      reportCall(called, rollout, context);
  },
});

function reportCall(
  { of, port, isCertain, ...reference }: CalledService,
  rollout: Resource,
  { graph, report }: RuleContext<'port' | 'missing'>,
): void {
  const { from } = reference;
  // What Kubernetes fills in beside the host says nothing of it.
  const name = from.parent?.at('name');
  const at = !isFilledIn(from) ? from : name?.exists === true ? name : (from.parent ?? from);
  const namespace = graph.namespace(rollout);
  const to =
    reference.to.namespace === undefined && namespace !== undefined
      ? { ...reference.to, namespace }
      : reference.to;
  const data = { rollout: rollout.name, service: to.name, of };
  const service = graph.find({ from, to });
  if (!service) {
    if (!isCertain || !graph.isAbsent({ from, to })) return;
    // Without one that is meant, the name may be that of something outside of the repository.
    const { hint, related } = instead(graph, { from, to });
    if (hint !== noHint) report(at, 'missing', { ...data, hint }, { related });
    return;
  }
  const served = servedPorts(service);
  if (port === undefined || served?.includes(port) !== false) return;
  const own = service.at('spec', 'ports');
  report(
    at,
    'port',
    { ...data, port, ports: oneOf(served.map(String)) },
    { rests: [own], complete: [own], related: [{ at: own, message: 'the ports of the Service' }] },
  );
}
