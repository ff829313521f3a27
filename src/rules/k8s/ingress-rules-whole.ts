import { besideRollouts } from '../facts/near-rollouts.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'k8s/ingress-rules-whole',
    description: 'Require a rule of an Ingress with a host to have the paths of that host.',
    why: 'A dash too many makes two rules of one: the rule with the host has no paths, so its requests reach the default backend, and the paths of the other rule apply to all hosts.',
    consequence: 'misdirected-traffic',
    severity: 'warning',
    messages: {
      split:
        'The rule of Ingress "{ingress}" for host "{host}" has no paths, and the next rule has paths but no host; write both as one rule.',
    },
    links: ['https://kubernetes.io/docs/concepts/services-networking/ingress/#ingress-rules'],
  },

  *check({ graph, report }) {
    for (const ingress of besideRollouts(graph, 'Ingress', 'networking.k8s.io')) {
      yield ingress;
      const rules = ingress.at('spec', 'rules').items;
      for (const [index, rule] of rules.entries()) {
        const [host, next] = [rule.at('host'), rules[index + 1]];
        if (!host.text || !next || rule.at('http').exists) continue;
        const paths = next.at('http', 'paths');
        if (next.at('host').exists || paths.items.length === 0) continue;
        report(
          host,
          'split',
          { ingress: ingress.name, host: host.text },
          {
            rests: [rule.at('http'), next.at('host')],
            related: [{ at: paths, message: 'these paths apply to all hosts' }],
          },
        );
      }
    }
  },
});
