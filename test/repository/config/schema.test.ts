import Ajv from 'ajv';
import fc from 'fast-check';
import { parse as parseYaml } from 'yaml';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../src/repository/config/parse-config.js';
import { namedRules } from '../../../scripts/written.mjs';
import { configSchema } from '../../../src/repository/config/schema.js';
import { problemRules } from '../../../src/yaml/parse/problems.js';
import { ruleNames } from '../../../src/lint/select-rules.js';
import { rules } from '../../../src/rules/index.js';
import { wholeOr } from '../../support/whole.js';

const schema = configSchema(
  namedRules([...rules.map(({ meta }) => meta), ...problemRules]),
) as unknown as Record<string, unknown>;
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
const isValid = ajv.compile(schema);
const names = ruleNames(rules);

/** What an editor says, which reads YAML 1.2 and judges by the published schema; and what we say. */
function verdicts(text: string): readonly [editor: boolean, ours: boolean] {
  return [isValid(parseYaml(text)), 'config' in parseConfig(text, 'rolloutkit.yaml', names)];
}

/** Mostly one of the values that fit a key, and sometimes one that fits another key or none. */
function fits(...values: readonly unknown[]): fc.Arbitrary<unknown> {
  const stray = fc.constantFrom<unknown>(
    true,
    3.5,
    '',
    'a/',
    'off',
    [],
    ['a/'],
    {},
    { steps: 'off' },
    [['a/']],
    '1.10',
  );
  return fc.oneof({ weight: 40, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: stray });
}

const some = (fields: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<object> =>
  fc.record(fields, { requiredKeys: [] });
const releases = {
  rollouts: fits('1.9', 'v1.8.4', '1.10'),
  argocd: fits('2.14', '3.5.1', 3.4),
  kubernetes: fits('1.34', 1.31),
  awsVerifyTargetGroup: fits(true, false),
  rules: fc.oneof(
    fits({}, { steps: 'off' }, { step: 'off' }),
    some({
      steps: fits('off', 'error', { severity: 'info' }, { severity: 'off', reason: 'known' }),
      istio: fits('warning', { reason: 'why' }),
      'istio/host-exists': fits('info'),
    }),
  ),
};
const places = { files: fits(['a/']), namespaces: fits(['shop', 'team-*']), applications: fits(['web']) };
const configuration = some({
  ...releases,
  render: fits(true, false),
  extends: fits('strict', 'recommended'),
  failOn: fits('warning', 'never'),
  helmValues: fits(['a.yaml'], ['a.yaml', ['b.yaml', 'c.yaml']]),
  ignore: fits(['b/'], []),
  assume: fits(['Service/shop/web', 'ClusterAnalysisTemplate/ok'], ['web']),
  baseline: fits('known.json'),
  overrides: fc.array(some({ ...releases, ...places }), { maxLength: 1 }),
});

describe('the published schema of rolloutkit.yaml', () => {
  it.each([
    'render: true',
    'extends: strict',
    'failOn: never',
    'extends: recommended\nhelmValues: [a.yaml, [b.yaml, c.yaml]]',
    'rollouts: 1.10\nargocd: 3.5.1\nkubernetes: "1.34"',
    'rollouts: v1.8.4\nargocd: "2.14"',
    'awsVerifyTargetGroup: false',
    'rules: {steps: off, istio/host-exists: {severity: info, reason: known}}',
    'rules: {}\nignore: []\nassume: [Service/shop/web, ClusterAnalysisTemplate/ok]\nbaseline: known.json',
    'overrides: []',
    'overrides: [{files: [a/], rules: {steps: error}}]',
    'overrides: [{namespaces: [shop, "team-*"], applications: [web], rollouts: "1.8", argocd: 3.4, kubernetes: 1.30, awsVerifyTargetGroup: true}]',
  ])('takes what is taken: %j', (text) => {
    expect(verdicts(text)).toEqual([true, true]);
  });

  it.each([
    'rendr: true',
    'render: 1',
    'extends: all',
    'failOn: off',
    'extends: [strict]',
    'helmValues: a.yaml',
    'helmValues: [3]',
    'helmValues: [[a.yaml, 3]]',
    'rollouts: 1.6',
    'rollouts: "1.6"',
    'rollouts: true',
    'argocd: "1.0"',
    'kubernetes: two',
    'awsVerifyTargetGroup: yes please',
    'rules: [steps]',
    'rules: {step: off}',
    'rules: {steps: fatal}',
    'rules: {steps: {reason: why}}',
    'rules: {steps: {severity: off, raeson: x}}',
    'rules: {steps: {severity: off, reason: 3}}',
    'ignore: a/',
    'ignore: [""]',
    'assume: [web]',
    'baseline: 3',
    'overrides: {files: [a/]}',
    'overrides: [a/]',
    'overrides: [{rules: {steps: off}}]',
    'overrides: [{files: [a/]}]',
    'overrides: [{files: [], rules: {steps: off}}]',
    'overrides: [{files: a/, rules: {steps: off}}]',
    'overrides: [{files: [a/], ignore: [b/], rules: {steps: off}}]',
    'overrides: [{namespaces: [3], rules: {steps: off}}]',
  ])('refuses what is refused: %j', (text) => {
    expect(verdicts(text)).toEqual([false, false]);
  });

  it('judges every value of every key as we do, whatever it is put at', () => {
    const values = [
      'true',
      '3',
      'text',
      '""',
      'null',
      '[]',
      '[a]',
      '[[a]]',
      '[3]',
      '{}',
      '{a: b}',
      '{steps: off}',
      '1.9',
      '"1.10"',
      '3.5',
      'strict',
      '[Service/shop/web]',
      '[{files: [a], rollouts: 1.9}]',
    ];
    const keys = Object.keys(schema['properties'] as object);
    expect(keys.length).toBeGreaterThan(10);
    const different = keys.flatMap((key) =>
      values.flatMap((value) => {
        const text = `${key}: ${value}\n`;
        const [editor, ours] = verdicts(text);
        return editor === ours ? [] : [{ text, editor, ours }];
      }),
    );
    // 3.0 without quotes is the number 3 to an editor.
    expect(different).toEqual([{ text: 'argocd: 3\n', editor: true, ours: false }]);
  });

  it('agrees with the reader on configurations by chance', () => {
    const count = { accepted: 0, rejected: 0 };
    fc.assert(
      fc.property(configuration, (value) => {
        const text = JSON.stringify(value);
        const [editor, ours] = verdicts(text);
        count[ours ? 'accepted' : 'rejected'] += 1;
        expect(editor, text).toBe(ours);
      }),
      { numRuns: wholeOr(300, 40), seed: 1127 },
    );
    expect(Math.min(count.accepted, count.rejected)).toBeGreaterThan(wholeOr(50, 5));
  });

  it('has a description of each key and rule, and all rules and areas', () => {
    const { properties, definitions } = schema as {
      properties: Record<string, { description?: string }>;
      definitions: { rules: { properties: object } };
    };
    for (const [key, { description }] of Object.entries(properties)) expect(description, key).toMatch(/./);
    expect(Object.keys(definitions.rules.properties).sort()).toEqual([...names].sort());
  });
});
