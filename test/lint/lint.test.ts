import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import type { Field } from '../../src/model/field.js';
import { type Finding, messageOf } from '../../src/model/finding.js';
import type { Source } from '../../src/model/source.js';
import { typedRule, type ReportOptions, type Rule } from '../../src/rules/rule.js';
import istio from '../../src/rollouts/routers/istio.js';
import type { Router } from '../../src/rollouts/routers/router.js';
import { textSource } from '../support/sources.js';

/** A rule that reports whatever a function finds in each Service. */
function rule(
  find: (service: Field, report: (field: Field, text?: string, options?: ReportOptions) => void) => void,
  name = 'test/rule',
): Rule {
  return typedRule({
    meta: {
      name,
      description: 'Require nothing.',
      consequence: 'lost-traffic',
      why: 'Nothing happens.',
      severity: 'warning',
      messages: { found: 'Found {text}.' },
      links: [],
    },
    check({ graph, report }) {
      for (const service of graph.ofKind('Service', ''))
        find(service.at(), (field, text = '', options = {}) => report(field, 'found', { text }, options));
    },
  });
}

const service = (name: string, rest = ''): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n${rest}`;

/** What was found, as `file:line:column message`. */
function found(sources: readonly Source[], ...rules: Rule[]): string[] {
  return lint(sources, rules).findings.map(
    (one) => `${positionOf(one.place.source, one.place.start)} ${messageOf(one)}`,
  );
}

function positionOf(source: Source, offset: number): string {
  const before = source.read().slice(0, offset).split('\n');
  return `${source.name}:${before.length}:${before.at(-1)!.length + 1}`;
}

describe('comments in samples', () => {
  const kinds = rule((field, report) => report(field.at('kind'), 'a kind'), 'test/kind');
  const beside = (text: string): readonly string[] =>
    found(
      [
        textSource('docs/kustomization.yaml', 'namePrefix: my-\nresources: [web.yaml]\n'),
        textSource('docs/web.yaml', text),
        textSource('deploy/api.yaml', service('api')),
      ],
      kinds,
    );

  it('suppress what rules report there', () => {
    expect(beside(service('web'))).toEqual([
      'deploy/api.yaml:2:7 Found a kind.',
      'docs/web.yaml:2:7 Found a kind.',
    ]);
    const suppressed = `# rolloutkit-ignore test/kind -- It is an example.\n${service('web')}`;
    expect(beside(suppressed)).toEqual(['deploy/api.yaml:2:7 Found a kind.']);
  });

  it('may be wrong or unused, as all else there', () => {
    const unused = '# rolloutkit-ignore istio/host-exists -- It shows how.\n# rolloutkit-ignore\n';
    expect(beside(`${unused}${service('web')}`)).toEqual(
      beside(service('web')).map((one) => one.replace('web.yaml:2', 'web.yaml:4')),
    );
  });
});

describe('findings', () => {
  it('are sorted by file, place, rule and message', () => {
    const names = rule((field, report) => {
      report(field.at('spec', 'type'), 'b');
      report(field.at('spec', 'type'), 'a');
      report(field.at('metadata', 'name'), 'z');
    }, 'test/second');
    const other = rule((field, report) => report(field.at('spec', 'type'), 'z'), 'test/first');
    const text = service('web', 'spec:\n  type: ClusterIP\n');
    expect(found([textSource('b.yaml', text), textSource('a.yaml', text)], names, other)).toEqual([
      'a.yaml:4:9 Found z.',
      'a.yaml:6:9 Found z.',
      'a.yaml:6:9 Found a.',
      'a.yaml:6:9 Found b.',
      'b.yaml:4:9 Found z.',
      'b.yaml:6:9 Found z.',
      'b.yaml:6:9 Found a.',
      'b.yaml:6:9 Found b.',
    ]);
  });

  it('are told once, though a rule comes by again', () => {
    const twice = rule((field, report) => {
      report(field.at('metadata', 'name'), 'it');
      report(field.at('metadata', 'name'), 'it');
      report(field.at('metadata', 'name'), 'more');
    });
    expect(found([textSource('a.yaml', service('web'))], twice)).toEqual([
      'a.yaml:4:9 Found it.',
      'a.yaml:4:9 Found more.',
    ]);
  });

  it('of what is absent point at the nearest thing that is there', () => {
    const text = service('web', 'spec:\n  ports:\n    - port: 80\n');
    const at = (...path: (string | number)[]): string[] =>
      found(
        [textSource('a.yaml', text)],
        rule((field, report) => report(field.at(...path))),
      );
    expect(at('spec', 'selector', 'app')).toEqual(['a.yaml:5:1 Found .']);
    expect(at('spec', 'ports', 1)).toEqual(['a.yaml:6:3 Found .']);
    expect(at('status')).toEqual(['a.yaml:4:9 Found .']);
  });

  it('may point at a key, or at a part of a value', () => {
    const source = textSource('a.yaml', service('web', 'spec:\n  type: ClusterIP\n'));
    const atKey = rule((field, report) => report(field.at('spec', 'type'), '', { atKey: true }));
    const start = source.read().indexOf('IP');
    const inside = rule((field, report) =>
      report(field.at('spec', 'type'), '', { place: { source, start, end: start + 2 } }),
    );
    expect(found([source], atKey)).toEqual(['a.yaml:6:3 Found .']);
    expect(found([source], inside)).toEqual(['a.yaml:6:16 Found .']);
  });

  it('say what rule, object and field they are about', () => {
    const { findings } = lint(
      [textSource('a.yaml', service('web'))],
      [
        rule((field, report) =>
          report(field.at('metadata', 'name'), 'it', {
            related: [
              { at: field.at('kind'), message: 'a field' },
              { at: field.resource, message: 'a resource' },
            ],
          }),
        ),
      ],
    );
    expect(findings).toMatchObject([
      {
        rule: 'test/rule',
        severity: 'warning',
        message: { id: 'found', template: 'Found {text}.', data: { text: 'it' } },
        consequence: { kind: 'lost-traffic', why: 'Nothing happens.' },
        resource: { group: '', version: 'v1', kind: 'Service', name: 'web' },
        path: ['metadata', 'name'],
        labels: [
          { place: { start: 21, end: 28 }, message: 'a field' },
          { place: { start: 47, end: 50 }, message: 'a resource' },
        ],
      },
    ]);
  });

  it('fill the placeholders of messages: texts, numbers, lists', () => {
    const messages = typedRule({
      meta: {
        name: 'test/rule',
        description: '',
        consequence: 'lost-traffic',
        why: '',
        severity: 'error',
        messages: { all: '{text} {number} {list} {a, b} {}' },
        links: [],
      },
      check: ({ graph, report }) =>
        graph.resources.forEach((one) =>
          report(one.at('kind'), 'all', { text: '$&', number: 0, list: ['a', 'b'] }),
        ),
    });
    expect(found([textSource('a.yaml', service('web'))], messages)).toEqual([
      'a.yaml:2:7 $& 0 a, b {a, b} {}',
    ]);
  });

  it('are not shown with a hole in them: that a rule leaves one is a fault of it', () => {
    const messages = typedRule({
      meta: {
        name: 'test/rule',
        description: '',
        consequence: 'lost-traffic',
        why: '',
        severity: 'error',
        messages: { any: 'No {thing}.' },
        links: [],
      },
      check: ({ graph, report }) =>
        graph.resources.forEach((one) => report(one.at('kind'), 'any', { other: 'it' })),
    });
    const { findings, faults } = lint([textSource('a.yaml', service('web'))], [messages]);
    expect(findings).toEqual([]);
    expect(faults.map(({ error }) => String(error))).toEqual([
      'Error: a message has nothing for its placeholder {thing}',
    ]);
  });
});

describe('a field that a patch of a kustomization may change', () => {
  const base = textSource('base/service.yaml', service('web', 'spec:\n  type: ClusterIP\n'));
  const kustomization = (patch: string): Source =>
    textSource(
      'base/kustomization.yaml',
      `resources: [service.yaml]\npatches:\n  - target: { kind: Service }\n    patch: |\n${patch}`,
    );
  const both = rule((field, report) => {
    report(field.at('spec', 'type'), 'type');
    report(field.at('metadata', 'name'), 'name');
  });

  it('is not reported', () => {
    const patch = '      - { op: replace, path: /spec/type, value: NodePort }\n';
    expect(found([base, kustomization(patch)], both)).toEqual(['base/service.yaml:4:9 Found name.']);
  });

  it('is reported when the patch changes another', () => {
    const patch = '      - { op: replace, path: /spec/clusterIP, value: None }\n';
    expect(found([base, kustomization(patch)], both)).toHaveLength(2);
  });
});

describe('sources', () => {
  it('that cannot be read are told, and others are linted', () => {
    const error = new Error('no');
    const unreadable: Source = {
      path: '/b.yaml',
      name: 'b.yaml',
      read() {
        throw error;
      },
    };
    const named = rule((field, report) => report(field.at('metadata', 'name')));
    const result = lint([unreadable, textSource('a.yaml', service('web'))], [named]);
    expect(result.unreadable).toEqual([{ source: unreadable, error }]);
    expect(result.findings).toHaveLength(1);
  });

  it('that are templates are told and not linted', () => {
    const template = textSource(
      'templates/a.yaml',
      'kind: Service\nmetadata:\n  name: {{ .Release.Name }}\n',
    );
    const result = lint([template, textSource('a.yaml', service('web'))], []);
    expect(result.templates).toEqual([template]);
    expect(result.resources).toBe(1);
  });

  it('that are broken are findings, beside those of other documents', () => {
    const text = `${service('web')}---\n${service('broken', '  labels:\n wrong: {\n')}`;
    const named = rule((field, report) => report(field.at('metadata', 'name')));
    const { findings } = lint([textSource('a.yaml', text)], [named]);
    expect(findings.map((finding) => finding.rule)).toContain('yaml/parses');
    expect(findings.map((finding) => finding.rule)).toContain('test/rule');
  });

  it('are counted by what they hold', () => {
    const rollout = 'apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: { name: web }\n';
    const list = `apiVersion: v1\nkind: List\nitems:\n  - { apiVersion: v1, kind: Service, metadata: { name: a } }\n`;
    const sources = [textSource('a.yaml', `${service('web')}---\n${rollout}`), textSource('b.yaml', list)];
    expect(lint(sources, [])).toMatchObject({ resources: 3, rollouts: 1, findings: [] });
  });
});

describe('a rule that checks Rollouts', () => {
  const rollout = (name: string, routing: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: ${name}}\nspec: {strategy: {canary: {trafficRouting: ${routing}}}}\n`;
  const source = textSource(
    'a.yaml',
    [rollout('a', '{istio: {}}'), rollout('b', '{alb: {}}'), rollout('c', '{}')].join('---\n'),
  );
  const checked: string[] = [];
  const checking = (name: string, router?: Router): Rule =>
    typedRule({
      meta: {
        name,
        description: '',
        why: '',
        consequence: 'lost-traffic',
        severity: 'error',
        messages: {},
        links: [],
      },
      ...(router && { router }),
      checkRollout: ({ name: rollout }) => checked.push(`${name} ${rollout}`),
      check: () => void checked.push(name),
    });

  it('is called for one Rollout after the other, with those of its router if it has one', () => {
    lint([source], [checking('all'), checking('istio', istio)]);
    expect(checked).toEqual(['all a', 'istio a', 'all b', 'all c', 'all', 'istio']);
  });
});

describe('a finding that has to be settled first', () => {
  const reporting = (name: string, isFirst: boolean): Rule =>
    typedRule({
      meta: {
        name,
        description: '',
        why: '',
        consequence: 'lost-traffic',
        severity: 'error',
        messages: { found: name },
        links: [],
      },
      check({ graph, report }) {
        for (const found of graph.ofKind('Service', ''))
          if (!isFirst || found.name === 'a') report(found.at('metadata', 'name'), 'found', {}, { isFirst });
      },
    });
  const both = [
    reporting('test/later', false),
    reporting('test/first', true),
    reporting('schema/later', false),
  ];
  const messages = (text: string) => lint([textSource('a.yaml', text)], both).findings.map(messageOf);

  it('is the only one of its object, but for what the API server says', () => {
    const text = [service('a'), service('b')].join('---\n');
    expect(messages(text)).toEqual(['schema/later', 'test/first', 'schema/later', 'test/later']);
  });

  it('silences nothing when it is silenced itself', () => {
    const quiet = '  annotations:\n    suppress.rolloutkit/test.first: It is meant that way.\n';
    expect(messages(service('a', quiet))).toEqual(['schema/later', 'test/later']);
  });
});

describe('what is certain before all rules have run', () => {
  const named = rule((field, report) => {
    report(field.at('metadata', 'name'), 'a');
    report(field.at('kind'), 'b');
  }, 'test/first');
  const yielding = typedRule({
    meta: { ...named.meta, name: 'test/second', yieldsTo: ['test/third'] },
    check({ graph, report }) {
      for (const one of graph.ofKind('Service', ''))
        report(one.at('kind'), 'found', { text: 'c' }, { unless: { 'test/third': one.at('kind') } });
    },
  });
  const third = rule((field, report) => report(field.at('kind'), 'd'), 'test/third');
  const told = (text: string): readonly (readonly string[])[] => {
    const all: string[][] = [];
    const onCertain = (findings: readonly Finding[]): void => void all.push(findings.map(messageOf));
    lint([textSource('a.yaml', text)], [named, yielding, third], { onCertain });
    return all;
  };

  it('is told rule by rule, without what another one may say better', () => {
    expect(told(service('web'))).toEqual([['Found a.', 'Found b.']]);
  });

  it('is nothing that is suppressed, or may be', () => {
    expect(told(service('web', '  annotations:\n    suppress.rolloutkit/test.first: So be it.\n'))).toEqual(
      [],
    );
    expect(told(`# rolloutkit-ignore test/first: So be it.\n${service('web')}`)).toEqual([]);
  });
});

describe('what is wrong with the YAML', () => {
  const broken = `${service('b')}kind: Pod\n`;
  const problemsIn = (path: string) =>
    lint(
      [
        textSource('/r/chart/Chart.yaml', 'name: web\n'),
        textSource('/r/a.yaml', service('a')),
        textSource(path, broken),
      ],
      [],
      {},
    ).findings.length;

  it.each([
    ['/r/chart/rendered.yaml', 0],
    ['/r/testdata/a.yaml', 0],
    ['/r/chart/values.yaml', 1],
    ['/r/app/rendered.yaml', 1],
  ])('is told of what Helm or kubectl reads: %s', (path, count) => {
    expect(problemsIn(path)).toBe(count);
  });
});

describe('an annotation that suppresses a rule', () => {
  const names = rule((field, report) => report(field.at('metadata', 'name'), 'a name'), 'test/name');
  const kinds = rule((field, report) => report(field.at('kind'), 'a kind'), 'test/kind');
  const annotated = (...lines: readonly string[]): string =>
    service('web', `  annotations:\n${lines.map((line) => `    ${line}\n`).join('')}`);

  it('silences it for the object that has it, and for no other', () => {
    const text = `${annotated('suppress.rolloutkit/test.name: It is an old name.')}---\n${service('api')}`;
    expect(found([textSource('a.yaml', text)], names, kinds)).toEqual([
      'a.yaml:2:7 Found a kind.',
      'a.yaml:9:7 Found a kind.',
      'a.yaml:11:9 Found a name.',
    ]);
  });

  it.each([
    ['no reason', "suppress.rolloutkit/test.name: ''"],
    ['a blank for a reason', "suppress.rolloutkit/test.name: ' '"],
    ['nothing at all', 'suppress.rolloutkit/test.name:'],
    ['what is no text', 'suppress.rolloutkit/test.name: true'],
    ['a slash for the dot', 'suppress.rolloutkit/test/name: It is an old name.'],
    ['the area alone', 'suppress.rolloutkit/test: It is an old name.'],
    ['another prefix', 'rolloutkit/test.name: It is an old name.'],
  ])('does not with %s', (_, line) => {
    expect(found([textSource('a.yaml', annotated(line))], names)).toEqual(['a.yaml:4:9 Found a name.']);
  });

  it('works on an item of a List, and in JSON', () => {
    const item = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'web', annotations: { 'suppress.rolloutkit/test.name': 'It is an old name.' } },
    };
    const list = { apiVersion: 'v1', kind: 'List', items: [item, { ...item, metadata: { name: 'api' } }] };
    expect(found([textSource('a.json', JSON.stringify(list))], names)).toHaveLength(1);
  });
});

describe('a value that nobody reads to its end', () => {
  function found(text: string | readonly string[]) {
    const long = typedRule({
      meta: {
        name: 'test/long',
        description: 'Require nothing.',
        consequence: 'lost-traffic',
        why: 'Nothing happens.',
        severity: 'warning',
        messages: { found: 'Found {text}.' },
        links: [],
      },
      check({ graph, report }) {
        for (const service of graph.ofKind('Service', ''))
          report(service.at(), 'found', { text }, { related: [{ at: service, message: 'b'.repeat(5000) }] });
      },
    });
    const manifest = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n';
    return lint([textSource('service.yaml', manifest)], [long]).findings[0];
  }

  it('is cut in messages and labels, and the cut is told', () => {
    const finding = found('a'.repeat(5000));
    expect(finding && messageOf(finding)).toBe(`Found ${'a'.repeat(1500)}… (3500 more characters).`);
    expect(finding?.labels[0]?.message).toBe(`${'b'.repeat(1500)}… (3500 more characters)`);
  });

  it('is a list of as many items as there is room for', () => {
    const finding = found(Array.from({ length: 1000 }, (_, index) => `item-${index}`));
    const message = finding ? messageOf(finding) : '';
    expect(message).toMatch(/^Found item-0, item-1, .*, item-\d+ and \d+ more\.$/);
    expect(message.length).toBeLessThan(1600);
    const [, last, more] = /item-(\d+) and (\d+) more/.exec(message) ?? [];
    expect(Number(last) + 1 + Number(more)).toBe(1000);
  });

  it('stays whole where it is short', () => {
    expect([found(['a', 'b'])].map((one) => one && messageOf(one))).toEqual(['Found a, b.']);
  });
});
