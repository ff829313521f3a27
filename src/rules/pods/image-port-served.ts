import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { portsOfImage } from '../../kubernetes/kinds/image-ports.js';
import { authoredSelector, ports, targetNumber, targetPort } from '../../kubernetes/kinds/service.js';
import { podLabels, selects } from '../../kubernetes/kinds/workload.js';
import type { Field } from '../../model/field.js';
import { reachedWorkloads } from '../facts/reached-workloads.js';
import { titled } from '../choices.js';
import { type ProposedFix, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/image-port-served',
    description: 'Require a Service to lead to a port on which the image of the pods listens.',
    why: 'The image listens on other ports, and nothing in the container configures it: requests through the Service are refused.',
    consequence: 'lost-traffic',
    severity: 'warning',
    fixes: ['choice'],
    messages: {
      other:
        'Service "{service}" leads to port {port} of Rollout "{rollout}", but image "{image}" listens on {known} unless it is configured; use that port, or configure the image.',
    },
    links: [
      'https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports',
      'https://hub.docker.com/_/nginx',
    ],
  },

  *check({ graph, report }) {
    for (const { workload: rollout, found } of reachedWorkloads(graph)) {
      yield rollout;
      const template = isRollout(rollout) ? graph.podTemplate(rollout) : undefined;
      const own = template?.at('spec', 'containers');
      const [container, another] = own?.items ?? [];
      // Another container may serve the port.
      if (!template || !own || !container || another || isConfigured(container, template)) continue;
      const image = container.at('image');
      const known = portsOfImage(image.text ?? '');
      if (!known) continue;
      for (const service of found) {
        if (!selects(authoredSelector(service), podLabels(template).strings)) continue;
        const target = ports(service)
          .map(targetPort)
          .find((one) => !known.includes(targetNumber(one, template) ?? known[0]!));
        if (!target) continue;
        report(
          target,
          'other',
          {
            ...{ service: service.name, rollout: rollout.name, image: image.text ?? '' },
            ...{ port: targetNumber(target, template) ?? '', known: known.join(', ') },
          },
          {
            rests: [image],
            choices: () => otherTargets(target, known, container),
            complete: [own, template.at('spec', 'volumes'), template.at('spec', 'initContainers')],
            related: [{ at: image, message: 'the image' }],
          },
        );
        break;
      }
    }
  },
});

/** Leads a port of a Service to another number, or gives the port that the container has under its name that number. */
function otherTargets(target: Field, known: readonly number[], container: Field): readonly ProposedFix[] {
  if (target.number === undefined) {
    const named = container.at('ports').items.filter((port) => port.at('name').text === target.text);
    return named.flatMap((port) =>
      known.map((value) =>
        titled(`Set containerPort to ${value}.`, { field: port.at('containerPort'), value }),
      ),
    );
  }
  const field = target.key === 'targetPort' ? target : target.parent?.at('targetPort');
  return field ? known.map((port) => titled(`Set targetPort to ${port}.`, { field, value: port })) : [];
}

/** What may tell a server to listen on other ports. */
function isConfigured(container: Field, template: Field): boolean {
  return (
    ['command', 'args', 'env', 'envFrom', 'volumeMounts', 'lifecycle'].some(
      (key) => container.at(key).exists,
    ) || template.at('spec', 'initContainers').items.length > 0
  );
}
