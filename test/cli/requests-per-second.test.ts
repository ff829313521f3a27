import { describe, expect, it } from 'vitest';
import { all } from '../play/protect/system.js';
import { folderOf, run } from '../support/command.js';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ');

interface Report {
  readonly rollouts: readonly {
    readonly requestsPerSecond: number | null;
    readonly scenarios: readonly { readonly id: string; readonly requests: number | null }[];
  }[];
}

/** docs/protect.md computes the exposure by hand: 6 s of all traffic from the start, and 30 s at steps[2]. */
describe('the requests of a bad version', () => {
  it('are counted by --requests-per-second', () => {
    const { code, stdout } = run(
      folderOf({ 'a.yaml': all }),
      'protect',
      'a.yaml',
      '--requests-per-second',
      '250',
    );
    expect(code).toBe(0);
    expect(words(stdout)).toContain('at share exposure requests last request then');
    expect(words(stdout)).toContain('from the start successes 40s 20 % 6s 1500 40s aborted');
    expect(words(stdout)).toContain(
      'it gets at least as many requests as all traffic in 6s (about 1500 requests).',
    );
    expect(words(stdout)).toContain(
      'it gets at least as many requests as all traffic in 30s (about 7500 requests).',
    );
  });

  it('are counted by the configuration, in JSON; the option takes precedence', () => {
    const folder = folderOf({ 'a.yaml': all, 'rolloutkit.yaml': 'protect: { requestsPerSecond: 0.1 }\n' });
    const read = (...more: readonly string[]): Report['rollouts'][number] =>
      (JSON.parse(run(folder, 'protect', 'a.yaml', '--format', 'json', ...more).stdout) as Report)
        .rollouts[0]!;
    const { requestsPerSecond, scenarios } = read();
    expect(requestsPerSecond).toBe(0.1);
    // 0.6 of a request is not none.
    expect(scenarios.find(({ id }) => id === 'start')?.requests).toBe(1);
    expect(scenarios.find(({ id }) => id === 'step-2')?.requests).toBe(3);
    expect(read('--requests-per-second', '10').scenarios[0]?.requests).toBe(60);
    expect(words(run(folder, 'protect', 'a.yaml').stdout)).toContain('in 6s (about 1 request).');
  });

  it('have no end where an aborted version keeps its share', () => {
    // Release 1.9 removes the pods of an aborted canary at weight 0, and pods that a delay keeps hold a weight above it.
    // With 10 pods 80 % of them are 8, so the stable pods are never complete, which the deadline of the others waits for.
    const kept = all
      .replace('replicas: 4', 'replicas: 10')
      .replace(
        '    canary:\n',
        '    canary:\n      dynamicStableScale: true\n      abortScaleDownDelaySeconds: 600\n',
      );
    expect(kept.split('\n')).toHaveLength(all.split('\n').length + 2);
    const { stdout } = run(folderOf({ 'a.yaml': kept }), 'protect', 'a.yaml');
    expect(words(stdout)).toContain('it gets requests without end.');
    expect(words(stdout)).not.toContain('all traffic in 0s');
  });

  it('are not told without a number', () => {
    const folder = folderOf({ 'a.yaml': all });
    expect(run(folder, 'protect', 'a.yaml').stdout).not.toContain('about');
    const report = JSON.parse(run(folder, 'protect', 'a.yaml', '--format', 'json').stdout) as Report;
    expect(report.rollouts[0]?.requestsPerSecond).toBeNull();
    expect(report.rollouts[0]?.scenarios.map(({ requests }) => requests)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it.each(['0', '-1', 'many', '1e400', ''])('are not counted by "%s"', (number) => {
    const { code, stderr } = run(
      folderOf({ 'a.yaml': all }),
      'protect',
      'a.yaml',
      `--requests-per-second=${number}`,
    );
    expect(code).toBe(2);
    expect(stderr).toContain('it must be a number above 0, such as 250.');
  });
});
