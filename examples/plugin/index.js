// @ts-check
/** Rules of Acme. `definePlugin` and `defineRule` of rolloutkit/plugin would do the same; a plugin needs neither. */

/** @type {import('rolloutkit/plugin').PluginRule} */
const ownerNamed = {
  name: 'owner-named',
  description: 'Require every Rollout to name the team that owns it.',
  why: 'An update that hangs is escalated to the team in the label; without it, to no team.',
  severity: 'error',
  messages: { missing: 'Rollout "{name}" has no label "team"; add one.' },
  links: ['https://wiki.acme.example/teams'],
  check({ graph, report }) {
    for (const rollout of graph.ofKind('Rollout', 'argoproj.io')) {
      const team = rollout.at('metadata', 'labels', 'team');
      if (!team.exists) report(team, 'missing', { name: rollout.name });
    }
  },
};

/** @type {import('rolloutkit/plugin').PluginRule} */
const historyShort = {
  name: 'history-short',
  description: 'Require Rollouts to keep at most five old ReplicaSets.',
  why: 'Quotas of namespaces count ReplicaSets, so the next update is refused.',
  severity: 'warning',
  messages: {
    long: 'Rollout "{name}" keeps {count} old ReplicaSets; set revisionHistoryLimit to 5 or less.',
  },
  fixes: ['safe'],
  check({ graph, report }) {
    for (const rollout of graph.ofKind('Rollout', 'argoproj.io')) {
      const limit = rollout.at('spec', 'revisionHistoryLimit');
      if ((limit.number ?? 0) > 5)
        report(
          limit,
          'long',
          { name: rollout.name, count: limit.number },
          { fix: { title: 'Keep five old ReplicaSets.', writes: [{ field: limit, value: 5 }] } },
        );
    }
  },
};

/** @type {import('rolloutkit/plugin').PluginRule} */
const serviceOwned = {
  name: 'service-owned',
  description: 'Require the stable Service of a Rollout to be of the same team.',
  why: 'Changes of the Service are reviewed by another team than those of the Rollout.',
  severity: 'warning',
  messages: {
    other: 'Service "{service}" is of team "{its}", and Rollout "{rollout}" of team "{own}"; use one team.',
  },
  check({ graph, report }) {
    for (const rollout of graph.ofKind('Rollout', 'argoproj.io')) {
      const named = rollout.at('spec', 'strategy', 'canary', 'stableService');
      if (named.text === undefined) continue;
      // Which Service is meant depends on what is deployed together: the graph knows.
      const service = graph.find(named, { group: '', kind: 'Service', name: named.text });
      const own = rollout.at('metadata', 'labels', 'team');
      const its = service?.at('metadata', 'labels', 'team');
      if (its?.text === undefined || own.text === undefined || its.text === own.text) continue;
      report(
        its,
        'other',
        { service: named.text, its: its.text, rollout: rollout.name, own: own.text },
        { related: [{ at: own, message: 'The team of the Rollout.' }], rests: [named] },
      );
    }
  },
};

module.exports = { apiVersion: 1, prefix: 'acme', rules: [ownerNamed, historyShort, serviceOwned] };
