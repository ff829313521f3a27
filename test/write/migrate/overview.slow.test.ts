import { describe, expect, it } from 'vitest';
import { countText, overview, overviewJson } from '../../../src/write/migrate/overview.js';
import { planMigration } from '../../../src/write/migrate/plan.js';
import { withChanges } from '../../../src/write/migrate/with-changes.js';
import { plain } from '../../../src/report/style.js';
import { textSource } from '../../support/sources.js';
import { rolloutSystem } from './rollout-systems.js';
import { plainSystem } from './systems.js';

function sourcesOf(system: Readonly<Record<string, string>>) {
  return Object.entries(system).map(([name, text]) => textSource(name, text));
}

const blueGreen =
  '  strategy:\n    blueGreen:\n      activeService: checkout\n      previewService: checkout-preview\n';

describe('the first lines of a plan', () => {
  it('has each step in a line, and what the next one needs', () => {
    const sources = sourcesOf(plainSystem('istio-host'));
    const first = planMigration(sources, 'checkout');
    expect(countText(first, false)).toBe(': 4 steps, none of which is done');
    expect(overview(first, plain)[1]).toMatch(
      /^→ {2}1 {2}the Rollout beside the Deployment +adds checkout\/rollout\.yaml,$/,
    );

    const done = withChanges(
      sources,
      [first.steps[0]!, first.steps[1]!].flatMap(({ changes }) => changes),
    );
    const later = planMigration(done, 'checkout');
    expect(countText(later, false)).toBe(': 4 steps, 2 of which are done');
    expect(countText(later, true)).toBe(': step 3 is next');
    expect(overview(later, plain).slice(0, 9)).toEqual([
      '',
      '✓  1  the Rollout beside the Deployment',
      '✓  2  the route leads to both',
      expect.stringMatching(/^→ {2}3 {2}Istio splits between .* +changes checkout\/rollout\.yaml/),
      expect.stringMatching(/^ {6}\S/),
      expect.stringMatching(/^ {3}4 {2}the Deployment without pods +changes checkout\/deployment\.yaml/),
      '',
      '→ Step 3 is next. Merge and sync it between two updates, then look at this before another step:',
      expect.stringMatching(/^ {2}- kubectl argo rollouts get rollout checkout/),
    ]);
    expect(overviewJson(later)).toMatchObject({
      done: [{ id: 'beside' }, { id: 'split' }],
      next: {
        id: 'routed',
        number: 3,
        of: 4,
        clear: true,
        files: [
          { file: 'checkout/rollout.yaml', change: 'changed' },
          { file: 'argocd/checkout.yaml', change: 'changed' },
        ],
      },
    });
  });

  it('says that all is done', () => {
    const sources = sourcesOf(plainSystem('nginx'));
    const all = planMigration(sources, 'checkout').steps.flatMap(({ changes }) => changes);
    const plan = planMigration(
      all.reduce((files, change) => withChanges(files, [change]), sources as ReturnType<typeof withChanges>),
      'checkout',
    );
    expect(countText(plan, false)).toBe(': all 3 steps are done');
    expect(overview(plan, plain)).toHaveLength(4);
    expect(overviewJson(plan).next).toBeNull();
  });
});

describe('a step after which no update may start', () => {
  const four = { ...plainSystem('nginx') };
  four['checkout/deployment.yaml'] = four['checkout/deployment.yaml']!.replace(
    'replicas: 3 ',
    'replicas: 4 ',
  );

  it('passes its checks if the next one follows', () => {
    const plan = planMigration(sourcesOf(rolloutSystem(four, 'checkout', blueGreen)), 'checkout');
    expect(plan.refusal).toBeUndefined();
    expect(plan.steps.map(({ id, checked }) => [id, checked.objections])).toEqual([
      ['canary', []],
      ['routed', []],
    ]);
  });

  it('is not planned alone', () => {
    const system = rolloutSystem(four, 'checkout', blueGreen);
    const sources = sourcesOf(system).filter(({ name }) => !name.includes('route'));
    const { steps, refusal } = planMigration(sources, 'checkout', { router: 'nginx', most: 1 });
    expect(steps).toEqual([]);
    expect(refusal?.message).toContain('No Ingress leads to Service "checkout"');
  });
});
