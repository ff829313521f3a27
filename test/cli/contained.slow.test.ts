import { describe, expect, it, vi } from 'vitest';
import type * as clusterOf from '../../src/play/simulate/cluster-of.js';
import type * as ruleList from '../../src/rules/index.js';
import { typedRule } from '../../src/rules/rule.js';
import { bad, folderOf, good, rolloutText, run } from '../support/command.js';

/** Rules with mistakes: they fail at what is called odd, and report all else. */
const planted = vi.hoisted(() => ({ rules: [] as unknown[] }));

vi.mock('../../src/rules/index.js', async (importOriginal) => {
  const { rules } = await importOriginal<typeof ruleList>();
  return {
    get rules() {
      return [...planted.rules, ...rules];
    },
  };
});

vi.mock('../../src/play/simulate/cluster-of.js', async (importOriginal) => {
  const original = await importOriginal<typeof clusterOf>();
  const failing: typeof original.clusterOf = (graph, rollout) => {
    if (rollout.name === 'odd') throw new TypeError('Mine.');
    return original.clusterOf(graph, rollout);
  };
  return { ...original, clusterOf: failing };
});

const meta = {
  description: 'Planted.',
  why: 'Planted.',
  consequence: 'lost-traffic',
  severity: 'warning',
  messages: { seen: '{kind} {name} is seen.' },
  links: [],
} as const;

function refuse(name: string): void {
  if (name === 'odd') throw new TypeError('Mine.');
  if (name === 'deep') refuse(name);
}

planted.rules = [
  typedRule({
    meta: { ...meta, name: 'planted/rollouts' },
    checkRollout(rollout, { report }) {
      refuse(rollout.name);
      report(rollout.at(), 'seen', { kind: 'Rollout', name: rollout.name });
    },
  }),
  typedRule({
    meta: { ...meta, name: 'planted/services' },
    check({ graph, report }) {
      for (const service of graph.ofKind('Service')) {
        refuse(service.name);
        report(service.at(), 'seen', { kind: 'Service', name: service.name });
      }
    },
  }),
  typedRule({
    meta: { ...meta, name: 'planted/always' },
    check() {
      throw new TypeError('Mine, always.');
    },
  }),
];

const service = (name: string): string => `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`;
const files = {
  'a.yaml': rolloutText('odd'),
  'bad.yaml': bad,
  'deep.yaml': rolloutText('deep'),
  'good.yaml': good,
  'services.yaml': ['first', 'odd', 'second', 'deep', 'third'].map(service).join('---\n'),
};
const only = ['--only', 'planted,schema/fields-known'];

interface Report {
  readonly findings: readonly { readonly message: string }[];
  readonly faults: readonly {
    readonly tasks: readonly string[];
    readonly resource?: { readonly kind: string; readonly name: string };
    readonly file?: string;
    readonly line?: number;
    readonly error: string;
    readonly stack: readonly string[];
  }[];
}

describe('lint', () => {
  it('reports all that is found elsewhere, each fault with its rule and object, and exits with 3', () => {
    const { code, stdout, stderr } = run(folderOf(files), 'lint', '--format', 'json', ...only);
    const { findings, faults } = JSON.parse(stdout) as Report;
    expect(code).toBe(3);
    expect(stderr).toBe('');
    expect(findings.map(({ message }) => message).sort()).toEqual([
      expect.stringContaining('"maxsurge"'),
      'Rollout bad is seen.',
      'Rollout good is seen.',
      'Service first is seen.',
      'Service second is seen.',
      'Service third is seen.',
    ]);
    expect(faults).toMatchObject([
      { tasks: ['planted/rollouts'], resource: { kind: 'Rollout', name: 'odd' }, file: 'a.yaml', line: 1 },
      {
        tasks: ['planted/rollouts'],
        resource: { name: 'deep' },
        error: 'RangeError: Maximum call stack size exceeded',
      },
      {
        tasks: ['planted/services'],
        resource: { kind: 'Service', name: 'odd' },
        file: 'services.yaml',
        line: 6,
      },
      { tasks: ['planted/services'], resource: { name: 'deep' }, line: 16 },
      { tasks: ['planted/always'], error: 'TypeError: Mine, always.' },
    ]);
    expect(faults[0]?.stack[0]).toMatch(/^at refuse /);
    expect(faults[4]?.resource).toBeUndefined();
  });

  it('says so in text', () => {
    const { code, stdout } = run(
      folderOf({ 'a.yaml': rolloutText('odd') }),
      'lint',
      '--only',
      'planted/rollouts',
    );
    expect(code).toBe(3);
    expect(stdout).toMatch(/^a\.yaml:1 {2}bug {2}planted\/rollouts\n/);
    expect(stdout).toContain(
      '× rolloutkit failed here; this is a bug, please report it. Rollout "odd" is not fully checked.\n',
    );
    expect(stdout).toMatch(/ {4}TypeError: Mine\.\n {6}at refuse /);
    expect(stdout).toMatch(/\n× 1 bug in rolloutkit in 1 resource, /);
  });

  it('shows one mistake once, however many objects it is met at', () => {
    const folder = folderOf({ 'a/a.yaml': rolloutText('odd'), 'b/b.yaml': rolloutText('odd') });
    const { stdout } = run(folder, 'lint', '--only', 'planted/rollouts');
    expect(stdout.match(/please report/g)).toHaveLength(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Rollout "odd" and 1 other object are not fully checked.',
    );
  });

  it('exits with 3 whatever else there is, --quiet and --fail-on included', () => {
    const folder = folderOf(files);
    expect(run(folder, 'lint', 'a.yaml', 'missing.yaml', ...only).code).toBe(3);
    const { code, stdout } = run(folder, 'lint', 'a.yaml', '--quiet', '--fail-on', 'never', ...only);
    expect(code).toBe(3);
    expect(stdout).toContain('please report');
  });
});

describe.each(['simulate', 'drift'])('%s', (command) => {
  const two = { 'a.yaml': rolloutText('odd'), 'good.yaml': good };

  it('shows the other Rollouts, and exits with 3', () => {
    const { code, stdout } = run(folderOf(two), command);
    expect(code).toBe(3);
    expect(stdout).toMatch(/Rollout good\b/);
    expect(stdout).toMatch(new RegExp(`a\\.yaml:1 {2}bug {2}${command}\\n`));
    expect(stdout).toMatch(/\n× 1 bug in rolloutkit in /);
    expect(stdout).not.toContain('✓ 1');
  });

  it('says so in JSON, and beside the page', () => {
    const { code, stdout } = run(folderOf(two), command, '--format', 'json');
    expect(code).toBe(3);
    expect((JSON.parse(stdout) as Report).faults).toMatchObject([
      { tasks: [command], resource: { name: 'odd' }, file: 'a.yaml', line: 1 },
    ]);
    const page = run(folderOf(two), command, '--format', 'html');
    expect(page.code).toBe(3);
    expect(page.stdout).toContain('good');
    expect(page.stderr).toContain('please report');
  });

  it('exits with 3 where no Rollout is left', () => {
    const { code, stdout } = run(folderOf({ 'a.yaml': rolloutText('odd') }), command);
    expect(code).toBe(3);
    expect(stdout).toContain('please report');
  });
});
