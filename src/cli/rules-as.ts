import { inert } from '../report/inert.js';
import type { RuleMeta } from '../rules/rule.js';

/** The description of a rule, or of a problem that is reported before rules run. */
export type KnownRule = Pick<
  RuleMeta,
  'name' | 'description' | 'why' | 'consequence' | 'severity' | 'links' | 'aliases'
> &
  Partial<Pick<RuleMeta, 'fixes' | 'otherwise' | 'yieldsTo' | 'messages'>>;

/** Rules as JSON for programs; `version` changes when a field changes its meaning. */
export function rulesJson(rules: readonly KnownRule[]): string {
  return `${JSON.stringify({ version: 1, rules: rules.map(ruleJson) }, undefined, 2)}\n`;
}

/** A rule as JSON for programs, with its page. */
export function ruleWithPage(rule: KnownRule, page: string): string {
  return `${JSON.stringify({ version: 1, ...ruleJson(rule), page }, undefined, 2)}\n`;
}

function ruleJson(rule: KnownRule) {
  const { name, description, why, consequence, severity, links } = rule;
  const { fixes = [], aliases = [], yieldsTo = [], messages = {}, otherwise = {} } = rule;
  return {
    name,
    area: name.slice(0, name.indexOf('/')),
    severity,
    description,
    why,
    consequence,
    otherwise: Object.entries(otherwise).map(([id, one]) => ({ case: id, severity, ...one })),
    fixes,
    messages,
    aliases,
    yieldsTo,
    links,
  };
}

/** Rules as a Markdown table. */
export function rulesMarkdown(rules: readonly KnownRule[]): readonly string[] {
  return [
    '| Rule | Severity | Fix | What it requires |',
    '| --- | --- | --- | --- |',
    ...rules.map(
      ({ name, severity, fixes = [], description }) =>
        `| \`${name}\` | ${severity} | ${fixes.join(', ')} | ${inert(description)} |`,
    ),
  ];
}

/** A page for a rule that the documentation does not contain. */
export function pageOf(rule: KnownRule, file: string): string {
  const { name, description, why, severity, fixes = [], messages = {}, links } = rule;
  const bullets = (lines: readonly string[]): readonly string[] => lines.map((line) => `- ${line}`);
  return [
    `# ${name}`,
    '',
    description,
    '',
    `Severity: ${severity}. Fixes: ${fixes.join(', ') || 'none'}. It is a rule of the plugin ${file}.`,
    '',
    '## Why',
    '',
    why,
    '',
    '## Messages',
    '',
    ...bullets(Object.values(messages)),
    ...(links.length === 0 ? [] : ['', '## Links', '', ...bullets(links)]),
    '',
  ].join('\n');
}
