import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.js';
import type { Path } from '../../src/model/field.js';
import { typedRule, type Rule } from '../../src/rules/rule.js';
import { textSource } from '../support/sources.js';

const meta = {
  description: '',
  why: '',
  consequence: 'lost-traffic',
  severity: 'error',
  messages: { found: 'Found {count}.' },
  links: [],
} as const;

/** A rule that reports fields of Services, unless another one reports the same or, if that is asked for, anything of them. */
function reporting(
  name: string,
  paths: readonly Path[],
  yieldsTo: readonly string[] = [],
  spot?: Path,
): Rule {
  return typedRule<'found', never, string>({
    meta: { ...meta, name, yieldsTo },
    check({ graph, report }) {
      for (const service of graph.ofKind('Service', ''))
        for (const [count, at] of paths.entries()) {
          const unless = yieldsTo.map((other) => [other, spot ? service.at(...spot) : service] as const);
          report(service.at(...at), 'found', { count }, { unless: Object.fromEntries(unless) });
        }
    },
  });
}

function found(rules: readonly Rule[], suppressed: readonly string[] = []): string[] {
  const annotations = suppressed.map(
    (name) => `    suppress.rolloutkit/${name.replace('/', '.')}: It is so.\n`,
  );
  const text = `apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    some: thing
${annotations.join('')}spec:
  type: ClusterIP
  ports:
    - port: 80
`;
  const { findings } = lint([textSource('a.yaml', text)], rules);
  return findings.map(({ rule, more = 0 }) => (more === 0 ? rule : `${rule} and ${more} more`));
}

const other = reporting('test/other', [['spec', 'ports']]);

describe('a finding that another rule may say', () => {
  it.each<[string, Path | undefined, string[]]>([
    ['of the same field', ['spec', 'ports'], ['test/other']],
    ['of a field that it is in', ['spec', 'ports', 0, 'port'], ['test/other']],
    ['of a field in it', ['spec'], ['test/other']],
    ['of anything', undefined, ['test/other']],
    ['of another field', ['spec', 'type'], ['test/first', 'test/other']],
  ])('is dropped where that one does, %s', (_, spot, expected) => {
    const first = reporting('test/first', [['spec', 'type']], ['test/other'], spot);
    expect(found([first, other]).sort()).toEqual(expected);
    expect(found([other, first]).sort()).toEqual(expected);
  });

  const first = reporting('test/first', [['spec', 'type']], ['test/other']);

  it('stays where that one is off', () => {
    expect(found([first])).toEqual(['test/first']);
  });

  it('stays where that one is suppressed', () => {
    expect(found([first, other], ['test/other'])).toEqual(['test/first']);
  });

  it('is not shown where it is suppressed itself', () => {
    expect(found([first, other], ['test/first'])).toEqual(['test/other']);
  });

  it('is dropped where that one yields to a third', () => {
    const middle = reporting('test/middle', [['metadata', 'name']], ['test/other']);
    const last = reporting('test/last', [['spec', 'type']], ['test/middle']);
    expect(found([last, middle, other])).toEqual(['test/other']);
    expect(found([last, middle, other], ['test/other'])).toEqual(['test/middle']);
    expect(found([last, middle], ['test/middle'])).toEqual(['test/last']);
  });

  it('is counted like others', () => {
    const many = Array.from({ length: 60 }, (): Path => ['spec', 'type']);
    const shown = found([reporting('test/many', many, ['test/other'])]);
    expect(shown).toHaveLength(50);
    expect(shown).toContain('test/many and 10 more');
  });
});

describe('what a finding rests on', () => {
  const resting = (path: Path): Rule =>
    typedRule({
      meta: { ...meta, name: 'test/resting' },
      check({ graph, report }) {
        for (const service of graph.ofKind('Service', ''))
          report(service.at('kind'), 'found', { count: 1 }, { rests: [service.at(...path)] });
      },
    });
  const text = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  type: ClusterIP
  selector:
    "\${KEY}": web
  ports:
    - port: 80
      name: \${NAME}
`;
  const patched = [
    textSource('base/web.yaml', text),
    textSource('base/kustomization.yaml', 'resources: [web.yaml]\n'),
    textSource(
      'over/kustomization.yaml',
      `resources: [../base]
patches:
  - target: { kind: Service }
    patch: |
      - op: replace
        path: /spec/type
        value: NodePort
`,
    ),
  ];

  it.each<[Path, number]>([
    [['spec', 'type'], 1],
    [['spec', 'ports', 0, 'port'], 1],
    [['spec', 'externalName'], 1],
    [['spec', 'ports', 0, 'name'], 0],
    [['spec', 'ports'], 0],
    [['spec', 'selector'], 0],
    [['spec'], 0],
  ])('%j has a placeholder in it: %i findings', (path, count) => {
    expect(lint([textSource('a.yaml', text)], [resting(path)]).findings).toHaveLength(count);
  });

  it.each<[Path, number]>([
    [['spec', 'ports', 0, 'port'], 1],
    [['spec', 'type'], 0],
  ])('%j is patched: %i findings', (path, count) => {
    expect(lint(patched, [resting(path)]).findings).toHaveLength(count);
  });
});
