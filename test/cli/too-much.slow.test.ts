import { describe, expect, it } from 'vitest';
import { bad, folderOf, run } from '../support/command.js';

const definition = (kind: string, schema: object): string =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${kind.toLowerCase()}s.example.com` },
    spec: {
      group: 'example.com',
      names: { kind, plural: `${kind.toLowerCase()}s` },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });

const object = (kind: string, spec: unknown): string =>
  JSON.stringify({ apiVersion: 'example.com/v1', kind, metadata: { name: 'web' }, spec });

/** A definition whose spec has a text and a rule. */
const ruled = (kind: string, rule: string): string =>
  definition(kind, {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { s: { type: 'string' } },
        'x-kubernetes-validations': [{ rule }],
      },
    },
  });

const defaults = Object.fromEntries(
  Array.from({ length: 150 }, (_, index) => [
    `d${index}`,
    { type: 'array', items: { type: 'integer' }, default: Array.from({ length: 50 }, () => 1) },
  ]),
);
const filling = definition('Filled', {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: { l: { type: 'array', items: { type: 'object', properties: defaults } } },
      'x-kubernetes-validations': [{ rule: 'size(self.l) > 0' }],
    },
  },
});

const letters = 'a'.repeat(60_000);
const long = 'a'.repeat(2000);

/** A Widget that breaks a rule which costs next to nothing. */
const control = {
  'control/crd.json': ruled('Widget', 'size(self.s) == 0'),
  'control/widget.json': object('Widget', { s: 'a' }),
  'control/rollout.yaml': bad,
};

interface Report {
  readonly findings: readonly { readonly rule: string; readonly message: string; readonly file: string }[];
  readonly failures: readonly string[];
  readonly faults: readonly unknown[];
}

describe('where to check objects takes too much work', () => {
  it.each<[string, string, unknown]>([
    ['defaults', filling, { l: Array.from({ length: 2000 }, () => ({})) }],
    ['a search', ruled('Filled', `self.s.split('').all(a, self.s.indexOf('${long}b') < 0)`), { s: letters }],
    [
      'a replacement',
      ruled('Filled', `self.s.replace('a', '${long}').replace('a', '${long}').size() > 0`),
      { s: long },
    ],
    ['a join', ruled('Filled', "self.s.split('').map(a, self.s).join(self.s).size() > 0"), { s: letters }],
  ])('by %s, this is said, all else is told, and the exit code is that of findings', (_, crd, spec) => {
    const files = { ...control, 'filled/crd.json': crd, 'filled/object.json': object('Filled', spec) };
    const before = process.cpuUsage();
    const { code, stdout, stderr } = run(folderOf(files), 'lint', '--format', 'json');
    const { user, system } = process.cpuUsage(before);
    const { findings, failures, faults } = JSON.parse(stdout) as Report;
    expect({ code, stderr, faults }).toEqual({ code: 1, stderr: '', faults: [] });
    expect(failures).toEqual([
      'To check objects by CustomResourceDefinition "filleds.example.com" takes too much work, so not all of them were checked.',
    ]);
    expect(findings.map(({ rule, file }) => `${file} ${rule}`)).toEqual(
      expect.arrayContaining(['control/widget.json schema/rules-hold']),
    );
    expect(findings.some(({ file }) => file === 'control/rollout.yaml')).toBe(true);
    expect((user + system) / 1e6).toBeLessThan(6);
  });

  it('and without a finding it is 4, never that of success', () => {
    const files = {
      'filled/crd.json': filling,
      'filled/object.json': object('Filled', { l: Array.from({ length: 2000 }, () => ({})) }),
    };
    expect(run(folderOf(files), 'lint', '--format', 'json').code).toBe(4);
    expect(run(folderOf({ ...files, ...control }), 'lint', '--fail-on', 'never').code).toBe(4);
  });

  it('nothing is said of it where the same is asked of less', () => {
    const files = {
      ...control,
      'filled/crd.json': filling,
      'filled/object.json': object('Filled', { l: [{}] }),
    };
    const { code, stdout } = run(folderOf(files), 'lint', '--format', 'json');
    expect(code).toBe(1);
    expect((JSON.parse(stdout) as Report).failures).toEqual([]);
  });

  it('a JSON schema of many alternatives is ended, too', () => {
    const anyOf = Array.from({ length: 800 }, (_, index) => ({
      type: 'object',
      properties: { [`a${index}`]: { type: 'string', minLength: 1 } },
      required: [`a${index}`],
    }));
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `a${at}`,
        { allOf: [{ $ref: `#/definitions/a${at + 1}` }, { $ref: `#/definitions/a${at + 1}` }] },
      ]),
    );
    const files = {
      ...control,
      'schemas/many-example-v1.json': JSON.stringify({ properties: { spec: { anyOf } } }),
      'schemas/chain-example-v1.json': JSON.stringify({
        $ref: '#/definitions/a0',
        definitions: { ...chain, a40: { type: 'object' } },
      }),
      'many.json': object('Many', {}),
      'chain.json': object('Chain', {}),
    };
    const before = process.cpuUsage();
    const { code, stdout } = run(folderOf(files), 'lint', '--format', 'json', '--schemas', 'schemas', '.');
    const { user, system } = process.cpuUsage(before);
    const { findings, failures } = JSON.parse(stdout) as Report;
    // On a slow machine the alternatives are not even read in time, which is no limit of a check.
    expect([1, 4]).toContain(code);
    expect(failures.join('\n')).toContain('the JSON schema of Chain');
    expect(findings.some(({ file }) => file === 'control/rollout.yaml')).toBe(true);
    // Two for schemas, the start of all else, and what V8 does beside.
    expect((user + system) / 1e6).toBeLessThan(4.5);
  });
});
