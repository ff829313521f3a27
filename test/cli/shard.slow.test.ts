import { describe, expect, it } from 'vitest';
import { isInShard, readShard } from '../../src/cli/shard.js';
import { folderOf, run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** A Rollout of its own, without a router. */
const rollout = (name: string, image = 'web:1'): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers: [{ name: web, image: '${image}' }]
  strategy:
    canary:
      steps: [{ setWeight: 50 }, { pause: {} }]
`;

const files = Object.fromEntries(names.map((name) => [`${name}.yaml`, rollout(name)]));

interface Report {
  readonly traces?: readonly { readonly rollout: { readonly name: string } }[];
  readonly applications?: readonly { readonly rollout: { readonly name: string } }[];
  readonly rollouts?: readonly { readonly rollout: { readonly name: string } }[];
  readonly summary?: { readonly untouched: number };
  readonly unchecked: readonly string[];
}

const played = ({ traces, applications, rollouts }: Report): readonly string[] =>
  (traces ?? applications ?? rollouts ?? []).map((one) => one.rollout.name);

function reportOf(folder: string, ...args: string[]): Report {
  return JSON.parse(run(folder, ...args, '--format', 'json').stdout) as Report;
}

/** The same report of each shard, in turn. */
const shards = (folder: string, count: number, ...args: string[]): readonly Report[] =>
  Array.from({ length: count }, (_, index) => reportOf(folder, ...args, '--shard', `${index + 1}/${count}`));

describe('--shard', () => {
  it.each(['simulate', 'drift'])('plays each Rollout in one shard, as the whole run does: %s', (command) => {
    const folder = folderOf(files);
    const whole = reportOf(folder, command);
    const parts = shards(folder, 3, command);
    const joined = parts.flatMap((part) => part.traces ?? part.applications ?? []);
    const byName = (all: readonly { readonly rollout: { readonly name: string } }[]): unknown =>
      all.toSorted((left, right) => (left.rollout.name < right.rollout.name ? -1 : 1));
    expect(byName(joined)).toEqual(byName(whole.traces ?? whole.applications ?? []));
    expect(parts.flatMap(played).toSorted()).toEqual(names);
    expect(whole.unchecked).toEqual([]);
    for (const part of parts)
      expect(part.unchecked).toEqual([`${names.length - played(part).length} Rollouts of other shards`]);
    // More than one has something to do.
    expect(parts.filter((part) => played(part).length > 0).length).toBeGreaterThan(1);
  });

  it('says what it left out, and has no check mark', () => {
    const { stdout, code } = run(folderOf(files), 'simulate', '--shard', '1/3');
    expect(stdout).toMatch(/^! \d Rollouts?, .*; not checked: \d Rollouts of other shards$/m);
    expect(stdout).not.toMatch(/^✓/m);
    expect(code).toBe(0);
  });

  it.each(['simulate', 'drift'])('may have nothing to do: %s', (command) => {
    const folder = folderOf({ 'a.yaml': rollout('a') });
    const codes = [1, 2].map((index) => run(folder, command, '--shard', `${index}/2`));
    const [idle] = codes.filter(({ stdout }) => stdout.includes('1 Rollout of other shards'));
    expect(idle).toMatchObject({ code: 0, stderr: '' });
    expect(idle?.stdout).toMatch(/^!/m);
    // A folder without any Rollout stays a usage error.
    expect(run(folderOf({}), command, '--shard', '1/2').code).toBe(2);
  });

  it('splits what a change touches', () => {
    const repository = new Repository(files);
    repository.write({
      'a.yaml': rollout('a', 'web:2'),
      'b.yaml': rollout('b', 'web:2'),
      'c.yaml': rollout('c', 'web:2'),
    });
    const whole = reportOf(repository.folder, 'impact');
    const parts = shards(repository.folder, 2, 'impact');
    expect(parts.flatMap(played).toSorted()).toEqual(played(whole));
    expect(played(whole)).toEqual(['a', 'b', 'c']);
    expect(parts.reduce((sum, { summary }) => sum + (summary?.untouched ?? 0), 0)).toBe(
      whole.summary?.untouched,
    );
    for (const part of parts) {
      const left = 3 - played(part).length;
      expect(part.unchecked).toEqual(
        left === 0 ? [] : [`${left} Rollout${left === 1 ? '' : 's'} of other shards`],
      );
    }
  });

  it('does not write', () => {
    expect(run(folderOf(files), 'drift', '--write', '--shard', '1/2')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--write and --shard cannot be used together.') as string,
    });
  });

  it.each(['0/2', '3/2', '1', '1/0', '1/1001', 'a/b', '-1/2', ''])('rejects %s', (value) => {
    expect(() => readShard(value)).toThrow(`--shard is "${value}"; it must be a number`);
  });

  it('is even, and a Rollout stays in its shard', () => {
    const counts = new Map<number, number>();
    for (let number = 0; number < 1000; number += 1)
      for (let index = 1; index <= 8; index += 1)
        if (isInShard({ namespace: 'shop', name: `web-${number}` }, { index, count: 8 }))
          counts.set(index, (counts.get(index) ?? 0) + 1);
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(1000);
    // 125 each; four standard deviations of a fair split.
    for (const count of counts.values()) expect(Math.abs(count - 125)).toBeLessThan(42);
    expect(isInShard({ namespace: undefined, name: 'web' }, { index: 1, count: 1 })).toBe(true);
  });
});
