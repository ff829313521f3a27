import { describe, expect, it } from 'vitest';
import { readFailing, readSeconds } from '../../src/cli/failing.js';
import { all } from '../play/protect/system.js';
import { folderOf, run } from '../support/command.js';

describe('--fail', () => {
  it.each([
    ['errors', { what: 'errors', answer: 'failure' }],
    ['all=empty', { what: 'all', answer: 'empty' }],
    ['errors=error@3', { what: 'errors', answer: 'error', fromStep: 3 }],
    ['errors@0', { what: 'errors', answer: 'failure', fromStep: 0 }],
    ['success rate=inconclusive@1m30s', { what: 'success rate', answer: 'inconclusive', fromTime: 90 }],
    ['http/errors=error@2', { what: 'http/errors', answer: 'error', fromStep: 2 }],
    ['pods@2', { what: 'pods', answer: 'failure', fromStep: 2 }],
  ])('%s', (text, expected) => {
    expect(readFailing(text)).toEqual(expected);
  });

  it.each([
    ['', 'must be a metric, all or pods'],
    ['=error', 'must be a metric, all or pods'],
    ['errors=bad', 'one of failure, error, inconclusive, empty'],
    ['errors=', 'one of failure, error, inconclusive, empty'],
    ['errors@later', 'the number of a step, counted from 0, or a time such as 5m'],
    ['errors@', 'the number of a step'],
    ['errors@-1s', 'the number of a step'],
    ['errors=constructor', 'one of failure'],
    ['pods=error', 'pods have no result'],
  ])('refuses %j', (text, words) => {
    expect(() => readFailing(text)).toThrow(words);
  });

  it('reads durations as manifests have them', () => {
    expect(['90', '90s', '1h30m', undefined].map((text) => readSeconds('measure', text))).toEqual([
      90,
      90,
      5400,
      undefined,
    ]);
    expect(() => readSeconds('measure', '-1s')).toThrow('--measure is "-1s"; it must be a duration');
  });
});

describe('the exit code of simulate --fail pods', () => {
  it.each([
    ['is 0 where the controller aborts the update, as it is asked to', 'progressDeadlineAbort: true', 0],
    ['is 1 where the update neither goes on nor is aborted', 'progressDeadlineSeconds: 600', 1],
  ])('%s', (_, field, expected) => {
    const folder = folderOf({ 'all.yaml': all.replace('replicas: 4', `replicas: 4\n  ${field}`) });
    expect(run(folder, 'simulate', '--fail', 'pods').code).toBe(expected);
  });
});

describe('simulate --fail with a metric of a template', () => {
  const files = { 'all.yaml': all };

  it('refuses a template that the Rollout does not use, and names its metrics', () => {
    const { code, stderr } = run(folderOf(files), 'simulate', '--fail', 'other/successes');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        '--fail is "other/successes", but Rollout "checkout" has no such metric. Its metrics are successes.',
      ),
    ]);
  });

  it('takes the template of the only metric of a name', () => {
    const { code, stdout } = run(folderOf(files), 'simulate', '--fail', 'checkout/successes');
    expect([code, stdout]).toEqual([0, expect.stringContaining('aborted')]);
  });
});
