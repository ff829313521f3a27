import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../../support/command.js';
import { Repository } from '../../support/repository.js';
import { rolloutSystem } from './rollout-systems.js';
import { plainSystem } from './systems.js';

const start = rolloutSystem(
  plainSystem('nginx'),
  'checkout',
  '  strategy:\n    blueGreen:\n      activeService: checkout\n      previewService: checkout-preview\n',
);

/** The keys of an object that are not empty. */
function filled(object: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(object).filter((key) => !Array.isArray(object[key]) || object[key].length > 0);
}

interface Plan {
  readonly steps: readonly Readonly<Record<string, unknown>>[];
}

describe('migrate --format json', () => {
  it('has the plan, and what was found when it was played', () => {
    const { code, stdout, stderr } = run(folderOf(start), 'migrate', 'checkout', '--format', 'json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const plan = JSON.parse(stdout) as Plan;
    expect(plan).toMatchObject({
      version: 1,
      workload: {
        group: 'argoproj.io',
        version: 'v1alpha1',
        kind: 'Rollout',
        name: 'checkout',
        file: 'checkout/deployment.yaml',
      },
      direction: 'forth',
      clear: true,
      refusal: null,
      exposure: expect.stringMatching(/^A version that is bad from the start /) as string,
      steps: [
        {
          id: 'canary',
          title: 'the strategy is a canary, with the same Services',
          clear: true,
          files: [{ file: 'checkout/deployment.yaml', change: 'changed' }],
          objections: [],
          effects: [{ rollout: 'checkout', severity: 'info', when: ['rest'], kind: 'no-revision' }],
        },
        { id: 'routed', clear: true },
      ],
    });
    // The text says the same below the steps.
    const { stdout: text } = run(folderOf(start), 'migrate', 'checkout');
    expect(text.split('\n')).toContain((JSON.parse(stdout) as { exposure: string }).exposure);
    expect(filled(plan.steps[0]!)).toEqual(['id', 'title', 'clear', 'files', 'effects', 'notes', 'look']);
    expect(JSON.stringify(plan.steps[0]!['files'])).toContain(String.raw`-      activeService: checkout\n`);
  });

  it('has why it does not go on, and the way back', () => {
    const refused = run(
      folderOf(start),
      'migrate',
      'checkout',
      '--router',
      'istio-subset',
      '--format',
      'json',
    );
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      clear: false,
      steps: [],
      refusal: { message: expect.stringContaining('a subset of it') as string, lines: [] },
    });
    const repository = new Repository(start);
    expect(run(repository.folder, 'migrate', 'checkout', '--commit').code).toBe(0);
    const back = run(repository.folder, 'migrate', 'checkout', '--undo', '--format', 'json');
    expect(back.code).toBe(0);
    expect(JSON.parse(back.stdout)).toMatchObject({
      direction: 'back',
      clear: true,
      steps: [{ id: 'canary', title: 'the strategy is blue-green again', clear: true }],
    });
  });

  it('is not for what writes', () => {
    expect(run(folderOf(start), 'migrate', 'checkout', '--format', 'json', '--commit')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--format json and --commit cannot be used together.') as string,
    });
  });
});
