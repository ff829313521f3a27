import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../src/rules/facts/rollout/violations.js';
import { lint } from '../../src/lint/lint.js';
import { typedRule, type Rule, type Voice } from '../../src/rules/rule.js';
import { textSource } from '../support/sources.js';

const meta = {
  description: '',
  why: '',
  consequence: 'invalid-spec',
  severity: 'error',
  messages: { found: 'Found {count}.' },
  links: [],
} as const;

/** Says of each kind of violation how many there are, at the first of them. */
const say: Voice<'replicas' | 'seconds'> = (found, { report }) =>
  report(found[0].field, 'found', { count: found.length });

/** Says the same of each, where no voice says it. */
const upstream = typedRule({
  meta: { ...meta, name: 'test/upstream' },
  checkRollout(rollout, { graph, report }) {
    for (const { field, code } of violationsOf(graph, rollout))
      report(field, 'found', { count: 1 }, { unlessVoiced: { rollout, code } });
  },
});
const replicas = typedRule({ meta: { ...meta, name: 'test/replicas' }, voices: { replicas: say } });
const seconds = typedRule({ meta: { ...meta, name: 'test/seconds' }, voices: { seconds: say } });
const silent = typedRule({
  meta: { ...meta, name: 'test/silent' },
  voices: { replicas: () => undefined },
});

function found(
  rules: readonly Rule[],
  suppressed: readonly string[] = [],
  spec = '  replicas: -1\n',
): string[] {
  const annotations = suppressed.map(
    (name) => `    suppress.rolloutkit/${name.replace('/', '.')}: It is so.\n`,
  );
  const text = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  annotations:
    some: thing
${annotations.join('')}spec:
${spec}  minReadySeconds: -1
  revisionHistoryLimit: -2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: 'web:1'}]}
  strategy: {canary: {}}
`;
  const { findings, faults } = lint([textSource('a.yaml', text)], rules);
  expect(faults).toEqual([]);
  return findings.map(({ rule, message }) => `${rule} ${String(message.data.count)}`);
}

describe('a voice', () => {
  it('says what the controller rejects, all of one kind at once', () => {
    expect(found([replicas, seconds])).toEqual(['test/replicas 1', 'test/seconds 2']);
  });

  it('is not asked where the controller rejects nothing of its kind', () => {
    expect(found([replicas], [], '')).toEqual([]);
  });

  it('is heard where another value is of a type that the API server does not take', () => {
    expect(found([seconds], [], '  replicas: many\n')).toEqual(['test/seconds 2']);
  });
});

describe('the rule with words for all', () => {
  it.each<[string, Rule[], string[], string[]]>([
    ['speaks where no voice does', [], [], ['test/upstream 1', 'test/upstream 1', 'test/upstream 1']],
    ['is silent where voices say it', [replicas, seconds], [], ['test/replicas 1', 'test/seconds 2']],
    [
      'speaks where a voice says something else',
      [replicas],
      [],
      ['test/replicas 1', 'test/upstream 1', 'test/upstream 1'],
    ],
    [
      'speaks where the voice for it says nothing',
      [silent, seconds],
      [],
      ['test/upstream 1', 'test/seconds 2'],
    ],
    // Who knows of one mistake and suppresses it need not know of another.
    [
      'is silent where what says it is suppressed',
      [replicas, seconds],
      ['test/replicas'],
      ['test/seconds 2'],
    ],
    ['speaks where what says something else is suppressed', [seconds], ['test/seconds'], ['test/upstream 1']],
  ])('%s', (_, rules, suppressed, expected) => {
    for (const all of [
      [upstream, ...rules],
      [...rules, upstream],
    ])
      expect(found(all, suppressed)).toEqual(expected);
  });
});
