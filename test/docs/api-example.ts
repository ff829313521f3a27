import { lint, messageOf, rules, rulesOf, type Source } from '../../src/index.js';
import { definePlugin, defineRule } from '../../src/lint/plugin/index.js';

const ownerNamed = defineRule({
  name: 'owner-named',
  description: 'Require every Rollout to name the team that owns it.',
  why: 'No team is called when the update hangs.',
  severity: 'warning',
  messages: { missing: 'Rollout "{name}" has no label "team"; add one.' },
  check({ graph, report }) {
    for (const rollout of graph.ofKind('Rollout', 'argoproj.io')) {
      const label = rollout.at('metadata', 'labels', 'team');
      if (!label.exists) report(label, 'missing', { name: rollout.name });
    }
  },
});

const own = rulesOf(definePlugin({ apiVersion: 1, prefix: 'acme', rules: [ownerNamed] }));

/** What all rules and this one find, a line each. */
export function check(sources: readonly Source[]): readonly string[] {
  const { findings } = lint(sources, [...rules, ...own]);
  return findings.map((finding) => {
    const { source, start } = finding.place;
    const line = source.read().slice(0, start).split('\n').length;
    return `${source.name}:${line} ${finding.rule}: ${messageOf(finding)}`;
  });
}
