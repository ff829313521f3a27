import { defineRule, lint, messageOf, rules, type Source } from '../../src/index.js';

const ownersNamed = defineRule({
  meta: {
    name: 'acme/owner-named',
    description: 'Require every Rollout to name the team that owns it.',
    why: 'Nobody is called when the update hangs.',
    consequence: 'update-stuck',
    severity: 'warning',
    messages: { missing: 'Rollout "{name}" has no label "team"; add one.' },
    links: [],
  },

  checkRollout(rollout, { report }) {
    const label = rollout.at('metadata', 'labels', 'team');
    if (!label.exists) report(label, 'missing', { name: rollout.name });
  },
});

/** What all rules and this one find, a line each. */
export function check(sources: readonly Source[]): readonly string[] {
  const { findings } = lint(sources, [...rules, ownersNamed]);
  return findings.map((finding) => {
    const { source, start } = finding.place;
    const line = source.read().slice(0, start).split('\n').length;
    return `${source.name}:${line} ${finding.rule}: ${messageOf(finding)}`;
  });
}
