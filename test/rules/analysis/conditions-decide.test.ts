import rule from '../../../src/rules/analysis/conditions-decide.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderOf, run } from '../../support/command.js';
import { describeRule } from '../../support/describe-rule.js';

const always = (key: string, metric: string, value: string, range = '') =>
  `The ${key} of metric "${metric}" is ${value} for every number that its query can return${range}, so the metric never fails; compare with a limit that a bad version crosses.`;
const never = (key: string, metric: string, value: string, range = '') =>
  `The ${key} of metric "${metric}" is ${value} for every number that its query can return${range}, so no measurement is successful; compare with a limit that a good version keeps.`;
const gap = (metric: string, numbers: string) =>
  `For numbers ${numbers}, neither the successCondition nor the failureCondition of metric "${metric}" is true, so the update waits for a person; make one of them true there, or set inconclusiveLimit if that is meant.`;
const idle = (metric: string, phase = 'fails') =>
  `Without requests the query of metric "${metric}" has the result NaN, for which its measurement ${phase}, also of a good version; add isNaN(result[0]) to the condition if that is not meant.`;
const counts = ', none of which is below 0';
const upTo = (most: number) => `, none of which is above ${most}`;

describeRule(rule, {
  'always.yaml': [
    always('successCondition', 'errors', 'true', counts),
    always('failureCondition', 'failures', 'false', counts),
    always('successCondition', 'either', 'true'),
    always('successCondition', 'excluding', 'true', counts),
  ],
  'never.yaml': [
    never('successCondition', 'errors', 'false', counts),
    never('successCondition', 'both', 'false'),
    never('failureCondition', 'broken', 'true', counts),
    'Whenever the successCondition of metric "overlapping" is true, its failureCondition is true, too, and failure wins; no measurement is successful. Make them exclude each other.',
  ],
  'no-condition.yaml': [
    'Metric "errors" has neither a successCondition nor a failureCondition, so every measurement without an error is successful; add a condition.',
  ],
  'gap.yaml': [
    gap('wide', 'between 0.9 and 0.95'),
    gap('one-number', 'equal to 5'),
    gap('negative-numbers', 'below 0'),
    idle('argument', 'is inconclusive'),
  ],
  // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/evaluate/evaluate.go (EvaluateResult): Go compares NaN as false.
  'idle.yaml': [idle('successes'), idle('latency'), idle('failures'), idle('both', 'is inconclusive')],
  'idle-arguments.yaml': [
    idle('limit-with-a-value'),
    idle('limit-of-the-rollout'),
    idle('range'),
    idle('name-with-a-value'),
  ],
  // https://prometheus.io/docs/prometheus/latest/querying/functions/#scalar: NaN where the vector has not exactly one sample.
  'scalar.yaml': [
    'Without requests the query of metric "share" has the result NaN, for which its measurement is inconclusive, also of a good version; add isNaN(result) to the condition if that is not meant.',
    'Without a sample, as before the first request, scalar() in the query of metric "guarded" is NaN, and its measurement fails, also of a good version; add isNaN(result) to the condition if that is not meant.',
  ],
  'answers.yaml': [
    'Metric "score" has no condition and no jsonPath, so each answer with a status code of 2xx is successful; add a jsonPath and a successCondition.',
  ],
  'percent.yaml': [
    never('successCondition', 'share', 'false', upTo(1)),
    always('failureCondition', 'errors', 'false', upTo(1)),
    never('successCondition', 'twice', 'false', upTo(100)),
  ],
  'percent-good.yaml': [],
  'idle-good.yaml': [],
  'status-code.yaml': [],
  'good.yaml': [],
});

// https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/prometheus/prometheus.go: a vector without samples is an empty list,
// of which result[0] is an error.
it('lets a result without a sample pass, too, where the query may have none', () => {
  const args = ['idle.yaml', '--format=json', '--only=analysis/conditions-decide'];
  const { stdout } = run(path.join(__dirname, 'conditions-decide'), 'lint', ...args);
  const { findings } = JSON.parse(stdout) as { findings: { fix?: { title: string } }[] };
  expect(findings.map(({ fix }) => fix?.title)).toEqual([
    'Write "len(result) == 0 || isNaN(result[0]) || (result[0] >= 0.95)": without a sample and without requests it passes.',
    'Write "len(result) == 0 || isNaN(result[0]) || (result[0] < 0.5)": without a sample and without requests it passes.',
    // "or vector(0)" always has a sample.
    'Write "!isNaN(result[0]) && (!(result[0] < 5))".',
    'Write "len(result) == 0 || isNaN(result[0]) || (result[0] >= 0.95)": without a sample and without requests it passes.',
  ]);
});

it('offers no condition that lets a preview without requests pass before promotion', () => {
  const file = path.join(__dirname, 'conditions-decide/scalar.yaml');
  const rollout = `---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: web }
spec:
  strategy:
    blueGreen:
      activeService: web
      prePromotionAnalysis: { templates: [{ templateName: gate }] }
`;
  const titlesOf = (text: string): readonly (string | undefined)[] => {
    const { stdout } = run(
      folderOf({ 'gate.yaml': text }),
      'lint',
      'gate.yaml',
      '--format=json',
      '--only=analysis/conditions-decide',
    );
    const { findings } = JSON.parse(stdout) as { findings: { fix?: { title: string } }[] };
    return findings.map(({ fix }) => fix?.title);
  };
  const text = readFileSync(file, 'utf8');
  expect(titlesOf(text).every((title) => title?.includes('isNaN(result)'))).toBe(true);
  expect(titlesOf(text + rollout)).toEqual(titlesOf(text).map(() => undefined));
  expect(titlesOf(text).length).toBeGreaterThan(1);
});
