import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseTree } from '../../src/yaml/parse/tree.js';
import { folderOf, good, rolloutText, run } from '../support/command.js';

/** A Rollout whose labels are given as lines. */
function labelled(lines: readonly string[]): string {
  return good.replace(
    '  name: good\n',
    `  name: good\n  labels:\n${lines.map((line) => `    ${line}\n`).join('')}`,
  );
}

describe('of very many findings of one rule in one document', () => {
  // The first one is no second writing.
  const folder = (count: number) =>
    folderOf({
      'a.yaml': labelled(Array.from({ length: count + 1 }, () => 'a: b')),
      'b.yaml': rolloutText('b'),
    });

  it('the first 50 are shown, and the others counted', () => {
    const { code, stdout } = run(folder(100_000), 'lint');
    expect(code).toBe(1);
    expect(stdout.match(/error {2}yaml\/unique-keys$/gm)).toHaveLength(50);
    expect(stdout).toContain('\n… and 99950 more of yaml/unique-keys in this document\n');
    expect(stdout).toMatch(/\n× 100000 errors in 2 resources, /);
    expect(stdout.length).toBeLessThan(50_000);
  }, 60_000);

  it('JSON says how many more there are', () => {
    const { code, stdout } = run(folder(60), 'lint', '--format', 'json');
    const { summary, findings } = JSON.parse(stdout) as {
      summary: { errors: number };
      findings: { more?: number }[];
    };
    expect({ code, errors: summary.errors, shown: findings.length }).toEqual({
      code: 1,
      errors: 60,
      shown: 50,
    });
    expect(findings.map(({ more }) => more).filter((more) => more !== undefined)).toEqual([10]);
  });

  it('none is left out where there is room for all', () => {
    const { stdout } = run(folder(50), 'lint');
    expect(stdout.match(/error {2}yaml\/unique-keys$/gm)).toHaveLength(50);
    expect(stdout).not.toContain('more of');
  });

  it('that a rule found, it is the same for each object', () => {
    const numbers = labelled(Array.from({ length: 70 }, (_, index) => `k${index}: 1`));
    const { stdout } = run(
      folderOf({ 'a.yaml': `${numbers}---\n${numbers.replace('good', 'c')}` }),
      'lint',
      '--only',
      'schema',
    );
    expect(stdout.match(/error {2}schema\/values-valid$/gm)).toHaveLength(100);
    expect(stdout.match(/^… and 20 more of schema\/values-valid in this document$/gm)).toHaveLength(2);
    expect(stdout).toMatch(/\n× 140 errors in 2 resources, /);
  });
});

it('each of many keys is written twice, the last first, in the time of its length', () => {
  const keys = Array.from({ length: 100_000 }, (_, index) => `k${index}: a\n`);
  const before = process.cpuUsage();
  const { root, problems } = parseTree([...keys, ...keys.toReversed()].join(''));
  const { user } = process.cpuUsage(before);
  expect(problems.at(-1)?.more).toBe(99_950);
  expect(root?.kind === 'map' && root.entries.map(({ key }) => key).slice(0, 2)).toEqual([
    'k99999',
    'k99998',
  ]);
  // It took minutes when each key was looked for among all.
  expect(user / 1e6).toBeLessThan(5);
}, 60_000);

it('a file above 64 MB is not read, and the others are', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rolloutkit-limits-'));
  try {
    writeFileSync(path.join(folder, 'good.yaml'), good);
    writeFileSync(path.join(folder, 'large.yaml'), good);
    // The file system need not have room for what nobody wrote.
    truncateSync(path.join(folder, 'large.yaml'), 64 * 2 ** 20 + 1);
    const { code, stdout } = run(folder, 'lint');
    expect(code).toBe(4);
    expect(stdout).toContain('× large.yaml: it is larger than 64 MB, which is too large for a manifest.\n');
    expect(stdout).toMatch(/× 1 input not read in 1 resource, 1 Rollout, /);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('an update that is too large to be simulated', () => {
  const steps = Array.from({ length: 1500 }, (_, index) => ({ setWeight: index % 100 }));
  const files = {
    'large.yaml': rolloutText('large', `steps: ${JSON.stringify(steps)}`),
    'small.yaml': rolloutText('small'),
  };
  const message = /× Rollout "large" is too large to be simulated: 1500 steps and, with the objects/;

  it.each(['simulate', 'drift'])('is left out of %s, with exit code 4', (command) => {
    const { code, stdout } = run(folderOf(files), command);
    expect(code).toBe(4);
    expect(stdout).toMatch(message);
    if (command === 'simulate') expect(stdout).toContain('small');
  });

  it('is told of beside a page', () => {
    const { code, stderr } = run(folderOf(files), 'simulate', '--format', 'html');
    expect(code).toBe(4);
    expect(stderr).toMatch(message);
  });

  it('is linted like any other', () => {
    expect(run(folderOf(files), 'lint').code).not.toBe(4);
  });
});

describe('a kustomization that goes into its bases again and again', () => {
  const kustomization = (...resources: string[]): string =>
    `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [${resources.join(', ')}]\n`;
  /** Each level builds the next one in two ways: 2, 4, 8, … */
  const levels = (count: number) =>
    folderOf({
      ...Object.fromEntries(
        Array.from({ length: 2 * count }, (_, index): readonly [string, string] => {
          const level = index >> 1;
          const next = kustomization(`../../${level + 1}/a`, `../../${level + 1}/b`);
          return [`${level}/${index % 2 === 0 ? 'a' : 'b'}/kustomization.yaml`, next];
        }),
      ),
      [`${count}/a/kustomization.yaml`]: kustomization('web.yaml'),
      [`${count}/b/kustomization.yaml`]: kustomization('web.yaml'),
      [`${count}/a/web.yaml`]: rolloutText('web'),
      [`${count}/b/web.yaml`]: rolloutText('other'),
    });

  it('is followed a thousand times; what is beyond is not green', () => {
    const { code, stdout } = run(levels(12), 'lint', '--only', 'schema/fields-known');
    expect(stdout).toContain(
      '0/a/kustomization.yaml: the kustomization reads its bases more than 1000 times, so some were not followed.',
    );
    expect(code).toBe(4);
    const { failures } = JSON.parse(run(levels(12), 'lint', '--format', 'json', '--quiet').stdout) as {
      failures: string[];
    };
    expect(failures).toHaveLength(2);
  }, 30_000);

  it('is followed wholly below that', () => {
    expect(run(levels(8), 'lint', '--only', 'schema/fields-known').code).toBe(0);
  });
});
