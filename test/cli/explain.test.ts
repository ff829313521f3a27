import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemRules } from '../../src/yaml/parse/problems.js';
import { rules } from '../../src/rules/index.js';
import { symptomsAmong, symptomsIn } from '../../src/cli/symptom-search.js';
import { phrasings } from './symptom-phrasings.js';
import { run, runIn } from '../support/command.js';
import { wholeOr } from '../support/whole.js';

const docs = path.join(__dirname, '../../docs/rules');
const all = [...rules.map(({ meta }) => meta), ...problemRules];
/** The rules whose pages are read. */
const some = all.filter((_, index) => index % wholeOr(1, 6) === 0);

it('prints the page of each rule', () => {
  for (const { name } of some) {
    const { code, stdout } = run(docs, 'explain', name);
    expect(stdout).toBe(readFileSync(path.join(docs, `${name}.md`), 'utf8'));
    expect(code).toBe(0);
  }
});

it('shows a page on a terminal without the marks of Markdown, in lines that fit', () => {
  const { stdout } = runIn(
    { folder: docs, columns: 80, environment: {} },
    'explain',
    'istio/route-exists',
    '--all',
  );
  const lines = stdout.replaceAll(/\u001b\[\d+m/g, '').split('\n');
  expect(lines.slice(0, 12)).toEqual([
    'istio/route-exists',
    '',
    'Require every route that a Rollout names to exist in its VirtualService.',
    '',
    'Severity: error. Fix: safe, unsafe or a choice.',
    '',
    'Why',
    '',
    'The Rollout is InvalidSpec and updates no longer progress; Argo CD shows it as',
    'Degraded.',
    '',
    'For an entry with the same name as an earlier one: The controller only checks',
  ]);
  expect(lines.some((line) => line === 'Fix' || line === 'Example without a finding')).toBe(true);
  expect(lines).toContain('  apiVersion: argoproj.io/v1alpha1');
  const fixed = runIn(
    { folder: docs, columns: 80, environment: { NO_COLOR: '1' } },
    'explain',
    'gateway/parents-take-route',
    '--all',
  );
  expect(fixed.stdout).toMatch(/^-\s+- name: egde$/m);
  expect(stdout).not.toContain('```');
  expect(stdout).toContain('\u001b[1mWhy\u001b[22m');
});

it('shows on a terminal as much of a page as fits on a screen, and how to see the rest', () => {
  const around = { folder: docs, columns: 80, environment: { NO_COLOR: '1' } };
  for (const { name } of some) {
    const lines = (...more: string[]): readonly string[] =>
      runIn(around, 'explain', name, ...more)
        .stdout.trimEnd()
        .split('\n');
    const [first, whole] = [lines(), lines('--all')];
    expect(first.length).toBeLessThanOrEqual(24);
    if (whole.length <= 24) expect(first).toEqual(whole);
    else {
      const shown = first.slice(0, -2);
      expect(shown.length).toBeGreaterThan(5);
      expect(whole.slice(0, shown.length)).toEqual(shown);
      expect(whole[shown.length]).toBe('');
      expect(first.at(-1)).toBe(
        `${whole.length - shown.length} more lines: rolloutkit explain ${name} --all`,
      );
    }
  }
});

it('has in every page a fix or an example without a finding, and no placeholder, and no sentence that is wider than a terminal', () => {
  for (const { name } of some) {
    const { stdout } = runIn(
      { folder: docs, columns: 80, environment: { NO_COLOR: '1' } },
      'explain',
      name,
      '--all',
    );
    const lines = stdout.split('\n');
    expect(lines.some((line) => line === 'Fix' || line === 'Example without a finding')).toBe(true);
    const from = lines.indexOf('Messages');
    const messages =
      from === -1
        ? []
        : lines.slice(
            from,
            lines.findIndex((line) => line.startsWith('Example')),
          );
    // Two braces are those of a template that a message is about.
    expect(messages.filter((line) => /(?<!\{)\{\w+\}(?!\})/.test(line))).toEqual([]);
    // Lines of files are as they are; a word that is longer, such as an address, stays whole.
    const prose = lines.slice(
      0,
      lines.findIndex((line) => line.startsWith('Example')),
    );
    expect(prose.filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([]);
  }
});

it('knows what other tools call a rule', () => {
  const aliases = new Map<string, string[]>();
  for (const { name, aliases: own = [] } of all)
    for (const alias of own) aliases.set(alias, [...(aliases.get(alias) ?? []), name]);
  expect(aliases.size).toBeGreaterThan(0);
  for (const [alias, names] of aliases) {
    const { code, stdout } = run(docs, 'explain', alias.toLowerCase());
    expect(code).toBe(0);
    if (names.length === 1) expect(stdout).toMatch(new RegExp(`^# ${names[0]}\n`));
    else expect(stdout.split('\n').filter((line) => names.includes(line))).toEqual(names);
  }
});

it('prints a rule for programs, with its page', () => {
  for (const { name, severity, links } of some) {
    const { code, stdout } = run(docs, 'explain', name, '--format', 'json');
    const page = readFileSync(path.join(docs, `${name}.md`), 'utf8');
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, name, severity, links, page });
    expect(code).toBe(0);
  }
  const area = run(docs, 'explain', 'yaml', '--format', 'json').stdout;
  expect((JSON.parse(area) as { rules: { name: string }[] }).rules.map(({ name }) => name)).toEqual(
    all.flatMap(({ name }) => (name.startsWith('yaml/') ? [name] : [])),
  );
});

describe('rules', () => {
  const sorted = all.map(({ name }) => name).sort();

  it('prints all rules for programs', () => {
    const { code, stdout } = run(docs, 'rules', '--format', 'json');
    const listed = JSON.parse(stdout) as {
      version: number;
      rules: { name: string; area: string; fixes: string[] }[];
    };
    expect({ code, version: listed.version }).toEqual({ code: 0, version: 1 });
    expect(listed.rules.map(({ name }) => name)).toEqual(sorted);
    expect(listed.rules.filter(({ fixes }) => fixes.length > 0).length).toBeGreaterThan(10);
    expect(listed.rules.every(({ name, area }) => name.startsWith(`${area}/`))).toBe(true);
  });

  it('prints them as a table of Markdown, each in a row of four cells', () => {
    const [, , ...rows] = run(docs, 'rules', '--format', 'markdown').stdout.trimEnd().split('\n');
    expect(rows).toHaveLength(sorted.length);
    for (const [index, row] of rows.entries()) {
      expect(row.replaceAll('\\|', '').match(/\|/g)).toHaveLength(5);
      expect(row.startsWith(`| \`${sorted[index]}\` | `)).toBe(true);
    }
  });

  it('takes a format or the name of a tool', () => {
    expect(run(docs, 'rules', '--like', 'kiali', '--format', 'json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--like and --format json cannot be used together.') as string,
    });
  });
});

it.each([
  [['yaml/pars'], 'Unknown rule "yaml/pars". Did you mean "yaml/parses"?'],
  [['IST9999'], 'Unknown rule "IST9999". Run "rolloutkit rules" for a list.'],
  [
    ['xyzzy plugh'],
    'No symptom or rule is about "xyzzy plugh". Use other words, such as "canary gets no traffic", or run "rolloutkit rules" for a list.',
  ],
  [
    ['the', 'is', 'not'],
    'No symptom or rule is about "the is not". Use other words, such as "canary gets no traffic", or run "rolloutkit rules" for a list.',
  ],
  [[], '"rolloutkit explain" needs the name of one rule, or words such as "canary gets no traffic".'],
  [
    ['yaml/parses', 'yaml/text'],
    '"rolloutkit explain" needs the name of one rule, or words such as "canary gets no traffic".',
  ],
])('refuses %j', (args, message) => {
  const { code, stdout, stderr } = run(docs, 'explain', ...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toBe(message);
});

describe('--jq', () => {
  it('points at what keeps an expression from being jq', () => {
    const { code, stdout } = run(docs, 'explain', '--jq', '.spec.a[]?|select(.b. c=="x")');
    expect(stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'expression:1:21  error  argocd/jq-parses',
        ' 1 │ .spec.a[]?|select(.b. c=="x")',
        '   │                     ^^',
      ]),
    );
    expect(code).toBe(1);
  });

  it.each([
    ['.spec.replicas = 1', 'argocd/jq-selects-fields'],
    ['.', 'argocd/jq-selects-fields'],
    ['..', 'argocd/jq-selects-fields'],
    ['', 'argocd/jq-parses'],
  ])('tells that %j does not select fields', (expression, rule) => {
    const { code, stdout } = run(docs, 'explain', '--jq', expression);
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`^expression:1:\\d+ {2}error {2}${rule}$`));
    expect(code).toBe(1);
  });

  it('finds nothing wrong with a path', () => {
    expect(run(docs, 'explain', '--jq', '.spec.http[]?.route[]?.weight')).toEqual({
      code: 0,
      stdout: '✓ Argo CD compiles this expression and does not compare the fields that it selects.\n',
      stderr: '',
    });
  });

  it('takes no rule beside it', () => {
    expect(run(docs, 'explain', '--jq', '.a', 'yaml/text').code).toBe(2);
  });
});

describe('symptoms', () => {
  const symptoms = symptomsIn(readFileSync(path.join(docs, '../symptoms.md'), 'utf8'));

  it('are many, each with a title of its own and with a rule or a page', () => {
    expect(symptoms.length).toBeGreaterThanOrEqual(100);
    expect(new Set(symptoms.map(({ title }) => title)).size).toBe(symptoms.length);
    for (const { title, causes } of symptoms) expect(causes.join(' '), title).toMatch(/`|\]\(/);
  });

  it('are each the first answer to their own title', () => {
    for (const { title } of symptoms.filter((_, index) => index % wholeOr(1, 10) === 0)) {
      const { code, stdout } = run(docs, 'explain', title);
      expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: title });
    }
  });

  // The words of users, as written in bug reports and chats, and the symptom that a reader of the page would choose.
  it.each([
    [
      'header not working',
      'The header route is not working; requests with the header reach the stable version',
    ],
    ['OutOfSync', 'The Application is OutOfSync during every rollout'],
    ['canary gets no traffic', 'The canary gets no traffic'],
    ['preStop', 'Requests are lost while pods stop (preStop, terminationGracePeriodSeconds)'],
    ['duration', 'duration is not accepted, or a pause is over at once'],
    ['DestinationRule', 'The DestinationRule is not used'],
    ['destinatonrule', 'The DestinationRule is not used'],
    [
      'slice index out of range',
      'reflect: slice index out of range in an analysis; a Prometheus query returns no data',
    ],
    ['rollout stuck', 'The Rollout is stuck in Progressing, or never becomes healthy'],
    ['selfHeal reverts weights', 'selfHeal resets weights, replicas or selectors'],
    ['ProgressDeadlineExceeded', 'The Rollout is Degraded with ProgressDeadlineExceeded'],
    ['hpa', 'The HorizontalPodAutoscaler (HPA) does not scale the Rollout'],
    ['application flaps between Synced and OutOfSync', 'The Application flaps between Synced and OutOfSync'],
    [
      '502 errors during deploy',
      '502 or 503 errors, no healthy upstream, or connection refused during an update or deploy',
    ],
    [
      'VirtualService weights go back to 100',
      'Weights of the VirtualService go back to 100 during an update',
    ],
    ['pods crash loop rollback', 'New pods crash (CrashLoopBackOff) and there is no rollback'],
    ['Gateway API HTTPRoute weights not changing', 'The HTTPRoute is not split, or its weights never change'],
    [
      'sticky sessions canary',
      'Users switch between old and new version with each request; sessions are not sticky',
    ],
    ['ImagePullBackOff new version', 'ImagePullBackOff, ErrImagePull or InvalidImageName of a new version'],
    [
      'header route does nothing',
      'The header route is not working; requests with the header reach the stable version',
    ],
    ['changed a configmap but nothing happened', 'A changed ConfigMap or Secret starts no update'],
    ['nothing happened, although a configmap changed', 'A changed ConfigMap or Secret starts no update'],
    [
      'canary stuck at 20%',
      'The Rollout or canary stays Paused, is stuck at a weight, or does not continue or end its pause',
    ],
    [
      'canary is paused and does not continue',
      'The Rollout or canary stays Paused, is stuck at a weight, or does not continue or end its pause',
    ],
    ['analysis never finishes', 'The analysis never finishes, or runs indefinitely'],
    [
      'canary pods not scaled down',
      'Old pods or canary pods are not scaled down, and two versions keep running',
    ],
    ['wrong service selector', 'The Service has no endpoints, or its selector is wrong'],
    ['latest tag image does not roll out', 'A new image, or the tag latest, starts no update'],
    [
      'prometheus query returns no data',
      'reflect: slice index out of range in an analysis; a Prometheus query returns no data',
    ],
  ])('%s', (words, title) => {
    const [first] = run(docs, 'explain', ...words.split(' ')).stdout.split('\n');
    expect(first).toBe(title);
  });

  // 49 of 95 were first, and 54 first or second, before names, synonyms and fillers were read.
  it('are first for most of what users say, and among the first two for nearly all', () => {
    const places = phrasings.map(([words, ...titles]) => {
      expect(symptoms.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
      return symptomsAmong(words, symptoms).findIndex(({ title }) => titles.includes(title));
    });
    const share = (most: number): number =>
      places.filter((place) => place >= 0 && place <= most).length / phrasings.length;
    expect(share(0)).toBeGreaterThan(0.85);
    expect(share(1)).toBeGreaterThan(0.92);
  });

  it.each([
    ['argo app keeps being OutOfSync', 'The Application is OutOfSync during every rollout'],
    ['app OutOfSync', 'The Application is OutOfSync during every rollout'],
    [
      '503 while the update runs',
      '502 or 503 errors, no healthy upstream, or connection refused during an update or deploy',
    ],
    ['canary receives no requests', 'The canary gets no traffic'],
    ['new version gets no requests', 'The canary gets no traffic'],
    ['the rollout never gets healthy', 'The Rollout is stuck in Progressing, or never becomes healthy'],
    [
      'two versions keep running after update',
      'Old pods or canary pods are not scaled down, and two versions keep running',
    ],
    [
      'ALB 502 when update ends',
      '502 or 503 errors, no healthy upstream, or connection refused during an update or deploy',
    ],
  ])('are first in other words: %s', (words, title) => {
    expect(symptomsAmong(words, symptoms)[0]?.title).toBe(title);
  });

  it('are data for programs', () => {
    const { stdout } = run(docs, 'explain', 'header not working', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      words: 'header not working',
      symptoms: expect.arrayContaining([
        expect.objectContaining({
          rules: [
            'steps/managed-route-declared',
            'steps/header-route-before-mirror',
            'steps/routes-after-canary-has-pods',
            'argocd/header-route-ignored',
          ],
          pages: ['guides/header-routing.md'],
        }),
      ]) as unknown,
    });
  });

  it('take long and odd words', () => {
    for (const words of ['x'.repeat(100_000), 'a '.repeat(50_000), '\u0000', '](x)', '$&'])
      expect(run(docs, 'explain', words).code).toBe(2);
  });
});
