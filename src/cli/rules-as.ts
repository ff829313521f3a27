import { inert } from '../report/inert.js';
import type { RuleMeta } from '../rules/rule.js';

/** What is known of a rule, or of what can be wrong with a text before rules see it. */
export type KnownRule = Pick<
  RuleMeta,
  'name' | 'description' | 'why' | 'consequence' | 'severity' | 'links' | 'aliases'
> &
  Partial<Pick<RuleMeta, 'fixes' | 'otherwise' | 'yieldsTo' | 'messages'>>;

/** Rules as an object for programs; `version` changes when a field changes meaning. */
export function rulesJson(rules: readonly KnownRule[]): string {
  return `${JSON.stringify({ version: 1, rules: rules.map(ruleJson) }, undefined, 2)}\n`;
}

/** A rule as an object for programs, with its page. */
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

/** Rules as a table of Markdown. */
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

/** The page of a rule that has none in the documentation. */
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
