import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/rules/index.js';
import markdown from '../../src/report/formats/markdown.js';
import { shownOf } from '../../src/report/formats/shown.js';
import impactMarkdown from '../../src/report/impact-markdown.js';
import { type Files, impactsOf } from '../play/impact/stories.js';
import { reportOf } from '../support/findings.js';
import { textSource } from '../support/sources.js';

/** Names of an attacker: what Markdown, GitHub and GitLab make something of, and what could end a code span, a cell or a line. */
export const hostileNames: readonly string[] = [
  ...[
    '@octocat',
    '@org/team',
    'www.evil.example/phish',
    'https://evil.example',
    'http://evil.example/?a=`b`',
  ],
  ...[
    'user@evil.example',
    'mailto:user@evil.example',
    'xmpp:a@b.example',
    '#123',
    'GH-12',
    'acme/web#1',
    '!12',
    '$1',
  ],
  ...['6dcb09b5b57875f334f61aebed695e2e4193db5e', 'deadbeef', ':x:', ':shipit:', '[a](https://evil.example)'],
  ...[
    '![a](https://evil.example/a.png)',
    '[a]: https://evil.example',
    '<img src=x onerror=alert(1)>',
    '<a href=//e>',
  ],
  ...[
    '<!-- rolloutkit impact -->',
    '</details>',
    '`',
    '``',
    '`a',
    'a`',
    '`` ` ``',
    '```',
    '~~~',
    '~~a~~',
    '**a**',
  ],
  ...[
    '_a_',
    '- [ ] a',
    '[x] a',
    '1. a',
    '# a',
    '> a',
    '---',
    '| a | b |',
    'a|@octocat|b',
    '`|@octocat|`',
    '\\`@octocat',
  ],
  ...[
    '\\',
    'a\\',
    '&#64;octocat',
    '&commat;octocat',
    '&lt;b&gt;',
    'a" @octocat "b',
    '" @octocat',
    'a\n\n@octocat',
    'a\r@octocat',
  ],
  ...[
    '\u2028@octocat',
    ' @octocat ',
    'ｗｗｗ.evil.example',
    '$`@octocat`$',
    '$$x$$',
    '- @octocat',
    '\t@octocat',
    '',
  ],
];

/** A system of one name, in which much is wrong. */
export function systemOf(name: string, image: string): Files {
  const text = JSON.stringify(name);
  return {
    'rollout.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: ${text}, namespace: shop, annotations: {${text}: ${text}}}
spec:
  replicas: 2
  strategy:
    canary:
      stableService: ${text}
      canaryService: b
      trafficRouting: {nginx: {stableIngress: ${text}}, istio: {virtualService: {name: ${text}, routes: [${text}]}}}
      ${text}: ${text}
      steps: [{setWeight: 20}, {analysis: {templates: [{templateName: ${text}}]}}, {${text}: 1}]
  selector: {matchLabels: {app: ${text}}}
  template:
    metadata: {labels: {app: ${text}}}
    spec: {containers: [{name: ${text}, image: ${JSON.stringify(`${name}:${image}`)}}]}
`,
    'service.yaml': `apiVersion: v1\nkind: Service\nmetadata: {name: ${text}, namespace: shop}\nspec: {selector: {app: ${text}}, ports: [{port: 80, name: ${text}}]}\n`,
    'sound.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: sound, namespace: shop}
spec:
  replicas: 2
  strategy: {canary: {steps: [{setWeight: 50}, {pause: {}}]}}
  selector: {matchLabels: {app: sound}}
  template:
    metadata: {labels: {app: sound}, annotations: {note: ${JSON.stringify(`${name} ${image}`)}}}
    spec: {containers: [{name: a, image: a, args: [${JSON.stringify(`${name} ${image}`)}]}]}
`,
  };
}

/** What lint writes of a system. */
export function lintMarkdown(files: Files, name: string): string {
  const sources = Object.entries(files).map(([file, text]) => textSource(file, text));
  const { findings } = lint(sources, rules);
  const report = reportOf(findings, {
    notes: [{ message: `A note of ${name}.` }],
    failures: [{ message: `${name}: not read` }],
  });
  return markdown(shownOf(report));
}

/** What impact writes of a change of its image. */
export function impactMarkdownOf(name: string): string {
  const impacts = impactsOf(systemOf(name, '1'), systemOf(name, '2'));
  if (impacts.length === 0) throw new Error('No Rollout is touched.');
  const [notes, failures] = [[{ message: `A note of ${name}.` }], [{ message: `${name}: not read` }]];
  return impactMarkdown({
    impacts,
    untouched: 0,
    notes,
    failures,
    findings: [],
    unchecked: [name],
    unknown: [{ message: `${name}: unknown` }],
    faults: [],
  });
}

/** Tags that our reports have besides those of paragraphs, lists, tables and code. */
const ours =
  /^<\/?(?:p|ul|li|code|strong|br|h3|table|thead|tbody|tr|th|td|details|summary)(?: (?:open|align="right"|style="text-align:right"))?(?: \/)?>$/;

/** What GitHub would make something of in HTML that a renderer has written, code left out; empty where all is inert. */
export function aliveIn(html: string): readonly string[] {
  const bare = html
    .replace('<!-- rolloutkit impact -->', '')
    .replaceAll(/<code>[^<>]*<\/code>/g, '<code></code>');
  const tags = [...bare.matchAll(/<[^<>]*>/g)].map(([tag]) => tag).filter((tag) => !ours.test(tag));
  const text = bare
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  const words = text.match(
    /@|www\.|:\/\/|#\d|\bGH-\d|![\d[]|:[a-z0-9_+-]+:|\[[ x]\]|[`<>*_~$\\]|\b[0-9a-f]{7,40}\b/gi,
  );
  return [...tags, ...(words ?? [])];
}
