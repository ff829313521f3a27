import { wrap } from '../report/cells.js';
import type { Symptom } from './symptom-search.js';
import type { About } from './symptoms.js';

/** Without a terminal, lines are as long as in the documentation. */
const width = 100;

/** Symptoms with their causes, then rules, for a terminal. */
export function aboutText({ symptoms, rules }: About, columns = width): readonly string[] {
  const fits = Math.min(columns, width) - 4;
  const next = symptoms.flatMap(ruleLinks)[0] ?? rules[0]?.name;
  return [
    ...symptoms.flatMap(({ title, causes }) => [
      title,
      ...causes.flatMap((cause) =>
        wrap(plain(cause), fits).map((line, at) => (at === 0 ? `  - ${line}` : `    ${line}`)),
      ),
      '',
    ]),
    ...(rules.length > 0 ? ['Rules about these words:'] : []),
    ...rules.flatMap(({ name, description }) => [
      `  ${name}`,
      ...wrap(description, fits).map((line) => `    ${line}`),
    ]),
    ...(rules.length > 0 ? [''] : []),
    ...(next === undefined ? [] : [`Read on: rolloutkit explain ${next}`]),
  ];
}

/** The same for programs; `version` changes when a field changes its meaning. */
export function aboutJson(words: string, { symptoms, rules }: About): string {
  const report = {
    version: 1,
    words,
    symptoms: symptoms.map((one) => ({
      title: one.title,
      causes: one.causes.map(plain),
      rules: ruleLinks(one),
      pages: linkTargets(one).filter((page) => !page.startsWith('rules/')),
    })),
    rules: rules.map(({ name, description }) => ({ name, description })),
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** Markdown without the targets of links to rules; other pages keep theirs, because they have no command. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^[\]]*)\]\(([^()]*)\)/g, (_, text: string, target: string) =>
      target.startsWith('rules/') ? text : `${text} (docs/${target})`,
    )
    .replaceAll('`', '');
}

function ruleLinks(symptom: Symptom): readonly string[] {
  return linkTargets(symptom).flatMap((target) => /^rules\/(.*)\.md$/.exec(target)?.[1] ?? []);
}

function linkTargets({ causes }: Symptom): readonly string[] {
  return [...causes.join(' ').matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
}
