import { containers, probePorts } from '../../kubernetes/kinds/workload.js';
import { nameAmong } from '../fixes.js';
import { eachOf } from '../choices.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'pods/probe-port-exists',
    description: 'Require a port that a probe of a Rollout names to be a port of the container.',
    why: 'The probe never succeeds: the canary pods never become ready, and the update never progresses.',
    consequence: 'wrong-pods',
    severity: 'error',
    fixes: ['safe', 'unsafe', 'choice'],
    messages: {
      missing:
        'The {probe} of container "{container}" in Rollout "{rollout}" uses port "{port}", but the container has {known}; use one of its ports.',
    },
    links: [
      'https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#http-probes',
    ],
    aliases: ['liveness-port', 'readiness-port', 'startup-port'],
  },

  checkRollout(rollout, { report }) {
    for (const container of containers(rollout.at('spec', 'template'))) {
      const ports = container.at('ports').items.map((port) => port.at('name'));
      for (const { probe, port } of probePorts(container)) {
        // A probe on a port number works whether the container declares the port or not.
        if (port.text === undefined || /^\d+$/.test(port.text)) continue;
        if (ports.some(({ text }) => text === port.text)) continue;
        const known = ports.flatMap(({ text }) => (text === undefined ? [] : [`"${text}"`]));
        report(
          port,
          'missing',
          {
            probe,
            container: container.at('name').text ?? 'without a name',
            rollout: rollout.name,
            port: port.text,
            known: known.length > 0 ? `only ${known.join(', ')}` : 'no port with a name',
          },
          {
            related: ports.filter(({ text }) => text).map((at) => ({ at, message: 'a port by name' })),
            fix: () =>
              nameAmong(
                port,
                ports.flatMap(({ text }) => text ?? []),
              ),
            choices: () =>
              eachOf(
                port,
                container
                  .at('ports')
                  .items.flatMap((one) => one.at('name').text ?? one.at('containerPort').number ?? []),
              ),
          },
        );
      }
    }
  },
});
