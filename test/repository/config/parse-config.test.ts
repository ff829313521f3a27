import { describe, expect, it } from 'vitest';
import { emptyConfig } from '../../../src/repository/config/config.js';
import { parseConfig } from '../../../src/repository/config/parse-config.js';

const names = ['istio/host-exists', 'steps/weight-in-range', 'steps'];
const parse = (text: string) => parseConfig(text, 'rolloutkit.yaml', names);
const problems = (text: string): readonly string[] => {
  const parsed = parse(text);
  return 'problems' in parsed ? parsed.problems : [];
};

describe('a configuration', () => {
  it('has every key', () => {
    expect(
      parse(`# comment
render: true
helmValues:
  - values-dev.yaml
  - [values.yaml, values-prod.yaml]
rollouts: 1.10
argocd: "3.4"
kubernetes: 1.30
extends: strict
failOn: warning
rules:
  steps: warning
  steps/weight-in-range: off
  istio/host-exists:
    severity: info
    reason: The hosts are made by another team.
ignore:
  - vendor/
assume: [Service/shop/web, ClusterAnalysisTemplate/ok]
overrides:
  - files: [prod/]
    rules: {steps: error}
    rollouts: 1.8
`),
    ).toEqual({
      config: {
        render: true,
        helmValues: [['values-dev.yaml'], ['values.yaml', 'values-prod.yaml']],
        rollouts: '1.10',
        argocd: '3.4',
        kubernetes: '1.30',
        extends: 'strict',
        failOn: 'warning',
        rules: [
          { name: 'steps', severity: 'warning', line: 12 },
          { name: 'steps/weight-in-range', severity: 'off', line: 13 },
          {
            name: 'istio/host-exists',
            severity: 'info',
            reason: 'The hosts are made by another team.',
            line: 14,
          },
        ],
        overrides: [
          {
            files: ['prod/'],
            rules: [{ name: 'steps', severity: 'error', line: 22 }],
            rollouts: '1.8',
            line: 21,
            lines: { files: 21, rules: 22, rollouts: 23 },
          },
        ],
        lines: {
          render: 2,
          helmValues: 3,
          rollouts: 6,
          argocd: 7,
          kubernetes: 8,
          extends: 9,
          failOn: 10,
          rules: 11,
          ignore: 17,
          assume: 19,
          overrides: 20,
        },
        ignore: ['vendor/'],
        assume: ['Service/shop/web', 'ClusterAnalysisTemplate/ok'],
      },
    });
  });

  it.each(['', '# nothing yet\n', '---\n', '{}'])('may say nothing: %j', (text) => {
    expect(parse(text)).toEqual({ config: emptyConfig });
  });

  it('takes any rule where nobody knows the rules', () => {
    expect(parseConfig('rules:\n  no/such: off\n', 'a.yaml')).toMatchObject({
      config: { rules: [{ name: 'no/such', severity: 'off' }] },
    });
  });
});

describe('a problem is told with its place and what would be right', () => {
  it.each([
    ['rendr: true', '1:1: Unknown key "rendr". Did you mean "render"?'],
    [
      '\uFEFFx-y: 1',
      '1:1: Unknown key "x-y". The keys are extends, failOn, rules, overrides, rollouts, awsVerifyTargetGroup, argocd, kubernetes, protect, render, helmValues, ignore, assume, baseline.',
    ],
    ['failOn: warn', '1:9: "failOn" is "warn"; it must be one of info, warning, error, never.'],
    ['render: maybe', '1:9: "render" is "maybe"; it must be true or false.'],
    ['render:\n  - true', '2:3: "render" is a list; it must be true or false.'],
    ['helmValues: a.yaml', '1:13: "helmValues" is "a.yaml"; it must be a list.'],
    ['helmValues: [3]', '1:14: An entry of "helmValues" is "3"; it must be a string.'],
    ['rollouts: 1.1', '1:11: "rollouts" is "1.1"; it must be a release of 1.7, 1.8, 1.9, 1.10, 1.11.'],
    ['rules: [steps]', '1:1: "rules" must be a map from rules or areas to severities.'],
    ['rules:\n  step: off', '2:3: Unknown rule or area "step". Did you mean "steps"?'],
    [
      'rules:\n  steps: fatal',
      '2:10: The severity of "steps" is "fatal"; it must be one of off, error, warning, info.',
    ],
    [
      'rules:\n  steps:\n    reason: why',
      '2:3: "steps" has no severity; set it to off, error, warning, info.',
    ],
    [
      'rules:\n  steps:\n    severity: off\n    raeson: x',
      '4:5: Unknown key "raeson". Did you mean "reason"?',
    ],
    ['ignore: [{a: b}]', '1:10: A pattern of "ignore" is a map; it must be a string.'],
    [
      'assume: [web]',
      '1:10: "web" does not name an object; write kind/namespace/name, such as Service/shop/checkout.',
    ],
    ['extends: all', '1:10: "extends" is "all"; it must be one of recommended, strict.'],
    ['overrides: {files: [a]}', '1:12: "overrides" is a map; it must be a list.'],
    [
      'overrides:\n  - rules: {steps: off}',
      '2:5: An entry of "overrides" needs at least one of files, namespaces, applications.',
    ],
    [
      'overrides:\n  - files: [a/]',
      '2:5: An entry of "overrides" sets nothing; add "rules" or a release, such as "rollouts: 1.9".',
    ],
    ['overrides:\n  - file: [a/]', '2:5: Unknown key "file". Did you mean "files"?'],
    [
      'overrides:\n  - files: []\n    rules: {steps: off}',
      '2:12: "files" is empty; add an entry or remove it.',
    ],
    [
      `overrides: [${'{files: [a], rollouts: 1.9}, '.repeat(101)}]`,
      '1:12: "overrides" has 101 entries; at most 100 are read.',
    ],
    ['- render', '1:1: The configuration must be a map of keys, such as "render: true".'],
    [
      'render: true\n---\nrender: false',
      '2:1: Only the first YAML document is read; merge this one into it.',
    ],
  ])('%j', (text, message) => {
    expect(problems(text)).toEqual([`rolloutkit.yaml:${message}`]);
  });

  it('of YAML itself', () => {
    const [problem, ...others] = problems('render: "true\n');
    expect(problem).toMatch(/^rolloutkit\.yaml:\d+:\d+: /);
    expect(others).toEqual([]);
    expect(problems('render: true\nrender: false\n')[0]).toMatch(/^rolloutkit\.yaml:2:1: /);
  });
});
