import { describe, expect, it } from 'vitest';
import { protectionOf, type ProtectOptions } from '../../../src/play/protect/protect.js';
import {
  byLeastProtected,
  isUnknown,
  type Protection,
  type Scenario,
} from '../../../src/play/protect/protection.js';
import { readGraph } from '../../../src/repository/graph/read-graph.js';
import { plain } from '../../../src/report/style.js';
import { protectText } from '../../../src/report/protect-text.js';
import { textSource } from '../../support/sources.js';
import { istio } from '../drift/manifests.js';
import { all, rollout, routing, template } from './system.js';
import { itWhole, wholeOr } from '../../support/whole.js';

const known = new Map<string, Protection>();

/** Several tests ask about the same system. */
function protectionIn(yaml: string, options: ProtectOptions = {}): Protection {
  const key = JSON.stringify([yaml, options]);
  const protection = known.get(key) ?? played(yaml, options);
  known.set(key, protection);
  return protection;
}

function played(yaml: string, options: ProtectOptions): Protection {
  const { graph } = readGraph([textSource('/shop/all.yaml', yaml)]);
  const [one] = graph.rollouts;
  return protectionOf(graph, one!, options);
}

const scenario = ({ scenarios }: Protection, id: string): Omit<Scenario, 'title' | 'id' | 'shares'> => {
  const { at, outcome, by, noticed, share, exposure, gone } = scenarios.find((one) => one.id === id)!;
  return { at, outcome, by, noticed, share, exposure, gone };
};

const without = (text: string, part: string): string => {
  expect(text).toContain(part);
  return text.replace(part, '');
};

const analysis = `      analysis:
        startingStep: 1
        templates: [{ templateName: checkout }]
`;

/** A blue-green update with an analysis before promotion, whose query has a selector. */
function beforePromotion(selector: string): string {
  const blueGreen = rollout.replace(
    /strategy:[^]*$/,
    `strategy:
    blueGreen:
      activeService: checkout-stable
      previewService: checkout-canary
      prePromotionAnalysis: { templates: [{ templateName: checkout }] }
`,
  );
  const measured = template
    .replace('interval: 30s', 'interval: 30s\n      count: 3')
    .replace(/query: .*/, `query: sum(rate(${selector}[1m]))`);
  return [blueGreen, routing, measured].join('---');
}

describe('the protection of a Rollout', () => {
  it('has the figures that docs/protect.md computes by hand', () => {
    const protection = protectionIn(all);
    expect(scenario(protection, 'start')).toEqual({
      at: 0,
      outcome: 'aborted',
      by: 'successes',
      noticed: 40,
      share: 20,
      exposure: 6,
      gone: 40,
    });
    expect(scenario(protection, 'step-2')).toEqual({
      at: 80,
      outcome: 'aborted',
      by: 'successes',
      noticed: 50,
      share: 60,
      exposure: 30,
      gone: 50,
    });
    // Ready at 10 s: 20 %; three pods at 80 s: 60 %; after the second pause the fourth pod is ready at 150 s.
    expect(protection.shares).toEqual([
      { at: 10, share: 0.2 },
      { at: 80, share: 0.6 },
      { at: 150, share: 1 },
    ]);
  });

  it('counts no measurement of a version that has no pods yet', () => {
    const atOnce = without(all, '        startingStep: 1\n');
    // The analysis starts at 0 s, when the first pod is not ready; so the measurements at 30 s and 60 s are its first of the version.
    expect(scenario(protectionIn(atOnce), 'start')).toMatchObject({
      outcome: 'aborted',
      by: 'successes',
      noticed: 60,
      share: 20,
      exposure: 10, // 20 % from 10 s to 60 s
    });
    // Without pods for 2 minutes and without a weight the analysis has nothing to measure.
    const later = atOnce.replace('- setWeight: 20', '- pause: { duration: 2m }\n        - setWeight: 20');
    // The pod starts at 120 s and is ready at 130 s; the measurements of it are at 150 s and 180 s.
    expect(scenario(protectionIn(later), 'start')).toMatchObject({
      outcome: 'aborted',
      noticed: 180,
      exposure: 10,
    });
  });

  it('shows what nothing stops', () => {
    const protection = protectionIn(without(all, analysis));
    expect(protection.gates).toEqual([]);
    expect(scenario(protection, 'start')).toMatchObject({
      outcome: 'promoted',
      by: undefined,
      exposure: undefined,
      gone: undefined,
      share: 100,
    });
  });

  it('counts a person only as a person', () => {
    const waiting = without(all, analysis).replace('pause: { duration: 1m }', 'pause: {}');
    // The weight is 20 from 10 s on, when the update begins to wait.
    expect(scenario(protectionIn(waiting), 'start')).toMatchObject({
      outcome: 'person',
      by: 'steps[1]',
      noticed: 10,
      exposure: 0,
      gone: undefined,
    });
    expect(scenario(protectionIn(waiting), 'step-2')).toMatchObject({ outcome: 'promoted' });
  });

  it('has the share at which a person is waited for, not that which the person leads to at once', () => {
    // With one pod for each version the weight of the next step is written at the second of the promotion.
    const waiting = without(all, analysis).replaceAll('pause: { duration: 1m }', 'pause: {}');
    const single = waiting.replace('replicas: 4', 'replicas: 1');
    expect(scenario(protectionIn(single), 'start')).toMatchObject({ by: 'steps[1]', share: 20 });
    // The person of steps[1] has promoted before the version turns bad; steps[3] waits for another one.
    expect(scenario(protectionIn(single), 'step-2')).toMatchObject({ at: 10, by: 'steps[3]', share: 60 });
  });

  it.each<[string, string, string, RegExp]>([
    ['a dry run', 'spec:\n  metrics', 'spec:\n  dryRun: [{ metricName: succ.* }]\n  metrics', /dry run/],
    ['a condition that is always true', '>= 0.99', '>= -1', /success for every number/],
    ['no condition', 'successCondition: result[0] >= 0.99', 'count: 5', /no condition/],
    [
      'failures that cannot be counted',
      'failureLimit: 1',
      'failureLimit: 1\n      count: 1',
      /tolerates 1 failure and/,
    ],
    [
      'a first measurement after the end',
      'interval: 30s',
      'interval: 30s\n      initialDelay: 20m',
      /measured first 20m after/,
    ],
    [
      'a second failure after the end',
      'interval: 30s',
      'interval: 20m',
      /can fail at the earliest 20m after/,
    ],
    [
      // The analysis starts at 10 s, and the fourth pod is ready at 150 s; the rule allows pods 10 minutes more.
      'a second failure after the end of the played update',
      'interval: 30s',
      'interval: 141s',
      /can fail at the earliest 2m21s after the analysis starts, with measurement 2, and the update is over 2m20s after that start/,
    ],
    ['a query of both versions', '"checkout-canary"}[1m]', '"checkout"}[1m]', /both versions/],
  ])('does not count %s', (_, from, to, reason) => {
    const protection = protectionIn(all.replaceAll(from, to));
    expect(protection.gates).toMatchObject([
      { metric: 'successes', idle: expect.stringMatching(reason) as string },
    ]);
    expect(scenario(protection, 'start').outcome).toBe('promoted');
  });

  it('says of a query of both versions that it may notice a large share', () => {
    const protection = protectionIn(all.replaceAll('"checkout-canary"}[1m]', '"checkout"}[1m]'));
    expect(protection.gates).toMatchObject([{ metric: 'successes', isMixed: true }]);
    // A version that fails all its requests has 60 % of them at the second step, and the query then reads 0.4, which is below 0.99.
    expect(protectText(protection, plain).join(' ')).toMatch(
      /promoted, unless its share of the requests is\s+large enough\s+for successes to notice it/,
    );
  });

  it('goes by the Service that a query selects, whatever its name says', () => {
    const shared = `
apiVersion: v1
kind: Service
metadata: { name: canary-checkout, namespace: shop }
spec: { selector: { app: checkout }, ports: [{ port: 80 }] }
`;
    const asking = (service: string) =>
      [all.replaceAll('"checkout-canary"}[1m]', `"${service}"}[1m]`), shared].join('---');
    // Its selector has no hash, because the Rollout does not name it: it selects the pods of both versions.
    const both = protectionIn(asking('canary-checkout'));
    expect(both.gates).toMatchObject([{ isMixed: true, idle: expect.stringMatching(/both/) as string }]);
    expect(scenario(both, 'start').outcome).toBe('promoted');
    // The stable Service selects no pod of a bad version until that is promoted.
    const stable = protectionIn(asking('checkout-stable'));
    expect(stable.gates).toMatchObject([
      { isMixed: false, idle: 'its query measures the stable version alone' },
    ]);
    expect(scenario(stable, 'start').outcome).toBe('promoted');
    expect(protectText(stable, plain).join(' ')).toMatch(/is promoted: nothing\s+stops it/);
    // No Service has this name, so it may be that of the canary elsewhere.
    expect(protectionIn(asking('canary')).gates).toMatchObject([{ isMixed: false, idle: undefined }]);
  });

  it.each([
    ['result[0] > 0.9', 'so it is an error for good versions, too', 'aborted'],
    ['len(result) > 0 && result[0] > 0.9', 'so it is a failure for good versions, too', 'aborted'],
    ['len(result) == 0 || result[0] > 0.9', undefined, 'promoted'],
  ])('says that no request is sent to the canary Service of subsets: %s', (condition, then, outcome) => {
    const rule = 'destinationRule: { name: checkout, canarySubsetName: canary, stableSubsetName: stable }';
    const protection = protectionIn(
      all
        .replace(
          /trafficRouting: .*/,
          `trafficRouting: { istio: { virtualService: { name: checkout }, ${rule} } }`,
        )
        .replace(/successCondition: .*/, `successCondition: ${condition}`)
        .replace(
          /query: [^]*?(?=\n---|\n *- name|$)/,
          'query: sum(rate(istio_requests_total{reporter="source",destination_service_name="checkout-canary",response_code!~"5.*"}[1m]))',
        ),
    );
    const [gate] = protection.gates;
    const why = 'its query measures requests to Service "checkout-canary", and Istio sends none to it';
    expect(gate?.idle).toBe(then === undefined ? why : `${why}, ${then}`);
    expect(gate?.fixed).toBe(
      outcome === 'promoted' ? undefined : then?.includes('error') ? 'error' : 'failure',
    );
  });

  itWhole('counts a second failure at the end of the update', () => {
    const [gate] = protectionIn(all.replace('interval: 30s', 'interval: 139s')).gates;
    expect(gate?.idle).toBeUndefined();
    expect(scenario(protectionIn(all.replace('interval: 30s', 'interval: 139s')), 'start').outcome).toBe(
      'aborted',
    );
  });

  it('leaves it open where a person decides when the update is over', () => {
    const waiting = all
      .replace('interval: 30s', 'interval: 1h')
      .replace('pause: { duration: 1m }', 'pause: {}');
    expect(protectionIn(waiting).gates).toMatchObject([{ idle: undefined }]);
  });

  it('counts the errors of an address, however often they are measured', () => {
    // An error is no measurement that count counts, so five of them, 10 s apart, end the analysis.
    // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/analysis.go (assessMetricFailureInconclusiveOrError)
    const web = template
      .replace(/\n *successCondition: .*/, '')
      .replace('interval: 30s', 'interval: 30m\n      count: 1')
      .replace(/provider:[^]*$/, 'provider: { web: { url: "http://checkout-canary/health" } }\n');
    const protection = protectionIn([rollout, routing, web].join('---'));
    expect(protection.gates).toMatchObject([{ failures: 5, idle: undefined, bad: 'error' }]);
    expect(scenario(protection, 'start')).toMatchObject({ outcome: 'aborted', noticed: 50 });
    const late = web.replace('failureLimit: 1', 'consecutiveErrorLimit: 15');
    expect(protectionIn([rollout, routing, late].join('---')).gates).toMatchObject([
      {
        idle: expect.stringContaining(
          'can end in an error at the earliest 2m30s after the analysis starts, with measurement 16',
        ) as string,
      },
    ]);
  });

  it('counts the errors of an address without a condition', () => {
    const web = template
      .replace(/\n *successCondition: .*/, '')
      .replace(/provider:[^]*$/, 'provider: { web: { url: "http://checkout-canary/health" } }\n');
    const protection = protectionIn([rollout, routing, web].join('---'));
    // https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/webmetric/webmetric.go: a status other than 2xx is an error. Five in
    // a row, 10 s apart, from the start of the analysis at 10 s on.
    expect(protection.gates).toMatchObject([{ failures: 5, idle: undefined, bad: 'error' }]);
    expect(scenario(protection, 'start')).toMatchObject({ outcome: 'aborted', noticed: 50 });
  });

  it('shows that a condition which does not compile stops good versions, too', () => {
    const protection = protectionIn(all.replace('>= 0.99', '=> 0.99'));
    expect(protection.gates).toMatchObject([
      { fixed: 'error', idle: expect.stringContaining('compile') as string },
    ]);
    // Five errors in a row, 10 s apart, from the start of the analysis at 10 s on: upstream's default of consecutiveErrorLimit is 4.
    expect(scenario(protection, 'start')).toMatchObject({ outcome: 'aborted', by: 'successes', noticed: 50 });
  });

  itWhole('lets a metric fail only in the analyses where it can', () => {
    // The analysis of the step has a metric of the same name, whose query both versions answer; the one in the background begins at steps[3].
    const twice = all
      .replace('startingStep: 1', 'startingStep: 3')
      .replace(
        '- setWeight: 60',
        '- analysis: { templates: [{ templateName: once }] }\n        - setWeight: 60',
      );
    const once = template
      .replace('name: checkout', 'name: once')
      .replaceAll('"checkout-canary"}[1m]', '"checkout"}[1m]')
      .replace('interval: 30s\n      failureLimit: 1', 'count: 1');
    const judged = protectionIn([twice, once].join('---'));
    expect(judged.gates.map(({ analysis: where, idle }) => [where, idle === undefined])).toEqual([
      ['the background analysis', true],
      ['steps[2]', false],
    ]);
    // That of the step succeeds at 70 s; with it the background analysis begins, which fails then and 30 s later.
    expect(scenario(judged, 'start')).toMatchObject({ outcome: 'aborted', noticed: 100 });
  });

  it('waits for what queries show late', () => {
    // With a window of a minute the measurements at 70 s and 100 s are the first bad ones. The weight is 60 from 80 s on.
    expect(scenario(protectionIn(all, { assumptions: { showsAfter: 60 } }), 'start')).toMatchObject({
      noticed: 100,
      exposure: 0.2 * 70 + 0.6 * 20,
    });
  });

  it('takes all traffic of a blue-green update until it is switched back', () => {
    const blueGreen = rollout.replace(
      /strategy:[^]*$/,
      `strategy:
    blueGreen:
      activeService: checkout-stable
      previewService: checkout-canary
      postPromotionAnalysis: { templates: [{ templateName: checkout }] }
`,
    );
    const once = template.replace('interval: 30s\n      failureLimit: 1', 'initialDelay: 60s');
    // Ready and switched at 10 s; measured a minute later.
    expect(scenario(protectionIn([blueGreen, routing, once].join('---')), 'start')).toMatchObject({
      outcome: 'aborted',
      by: 'successes',
      noticed: 70,
      share: 100,
      exposure: 60,
      gone: 70,
    });
  });

  // Until promotion the active Service selects old pods: rollout/service.go of upstream, reconcileActiveService.
  it.each([
    [
      'requests_total{ingress="checkout",namespace="shop"}',
      'its query measures requests to Service "checkout-stable", which leads to the old version until promotion',
    ],
    [
      'requests_total{service="checkout-stable"}',
      'its query measures requests to Service "checkout-stable", which leads to the old version until promotion',
    ],
    [
      'requests_total{namespace="shop"}',
      'nothing in its query selects the preview, and before promotion requests of users reach only the old version',
    ],
  ])('does not count what measures the old version before promotion: %s', (selector, idle) => {
    const { gates, scenarios } = protectionIn(beforePromotion(selector), { onlyFromStart: true });
    expect(gates).toMatchObject([{ idle, isMixed: false }]);
    expect(scenarios).toMatchObject([{ outcome: 'promoted', by: undefined }]);
  });

  it('counts what measures the preview before promotion', () => {
    const { scenarios } = protectionIn(beforePromotion('requests_total{service="checkout-canary"}'), {
      onlyFromStart: true,
    });
    expect(scenarios).toMatchObject([{ outcome: 'aborted', by: 'successes', exposure: 0 }]);
  });

  it('does not count what calls the active Service before promotion', () => {
    const calls = beforePromotion('x').replace(
      /prometheus:[^]*$/,
      "web: { url: 'http://checkout-stable.shop.svc/healthz', jsonPath: '{$.ok}' }\n",
    );
    expect(protectionIn(calls, { onlyFromStart: true }).gates).toMatchObject([
      { idle: 'it calls Service "checkout-stable", which leads to the old version until promotion' },
    ]);
  });

  it('does not count the dry runs of an experiment', () => {
    const step = `        - experiment:
            duration: 5m
            templates: [{ name: canary, specRef: canary }]
            analyses: [{ name: checkout, templateName: checkout }]
            dryRun: [{ metricName: successes }]
`;
    const experiment = without(all, analysis).replace('      steps:\n', `      steps:\n${step}`);
    expect(protectionIn(experiment).gates).toMatchObject([
      { idle: expect.stringMatching(/dry run/) as string },
    ]);
  });

  it('says where a template is not found', () => {
    const protection = protectionIn([rollout, routing].join('---'));
    expect(protection.unknown).toEqual(['the background analysis']);
    expect(isUnknown(protection)).toBe(true);
  });

  it('has the shares of a bad version from the moment on at which it turns bad', () => {
    const { scenarios } = protectionIn(all);
    expect(scenarios.map(({ id, shares }) => [id, shares])).toEqual([
      [
        'start',
        [
          { at: 0, share: 0 },
          { at: 10, share: 0.2 },
          { at: 40, share: 0 },
        ],
      ],
      ...['step-0', 'step-1'].map((id) => [
        id,
        [
          { at: 10, share: 0.2 },
          { at: 40, share: 0 },
        ],
      ]),
      ...['step-2', 'step-3'].map((id) => [
        id,
        [
          { at: 80, share: 0.6 },
          { at: 130, share: 0 },
        ],
      ]),
    ]);
  });
});

describe('moments between the steps', () => {
  // Measured at 10, 40, 70, 100 and 130 s; the second failure stops the update. The last pod is ready at 150 s, and by default the old
  // ones are scaled down 30 s later: then the update is at rest.
  const stopOf = (at: number): number | undefined =>
    at <= 10 ? 40 : at <= 40 ? 70 : at <= 70 ? 100 : at <= 100 ? 130 : undefined;

  it('are none where they are not asked for', () => {
    expect(protectionIn(all).between).toEqual([]);
  });

  it('have what happens if a version turns bad then', () => {
    // 180 s in at most 60 or 12 distances that people count in.
    const [moments, distance] = wholeOr([60, 5], [12, 15]);
    const { between } = protectionIn(all, { between: { moments, plays: 24 } });
    const grid = Array.from({ length: 180 / distance + 1 }, (_, index) => index * distance);
    // Those of the steps are no moments between them.
    expect(between.map(({ at }) => at)).toEqual(grid.filter((at) => ![0, 10, 80].includes(at)));
    for (const { at, outcome, noticed } of between) {
      const stop = stopOf(at);
      expect([at, outcome, noticed]).toEqual([
        at,
        stop === undefined ? 'promoted' : 'aborted',
        stop === undefined ? undefined : stop - at,
      ]);
    }
    // 20 % until 80 s, then 60 % until 100 s.
    expect(between.find(({ at }) => at === 45)?.exposure).toBeCloseTo(0.2 * 35 + 0.6 * 20, 9);
  });

  it('are left out where nothing is known of them', () => {
    const { between } = protectionIn(all, { between: { moments: 60, plays: 0 } });
    expect(between.map(({ at }) => at)).toEqual([5]);
  });

  itWhole('are no more than asked for', () => {
    const { between } = protectionIn(all, { between: { moments: 12, plays: 24 } });
    // 180 s in at most twelve distances that people count in: 15 s.
    expect(between.map(({ at }) => at)).toEqual([15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180]);
  });
});

describe('the order of Rollouts', () => {
  const named = (text: string, name: string): Protection =>
    protectionIn(text.replaceAll('name: checkout\n  namespace', `name: ${name}\n  namespace`));
  const waiting = without(all, analysis).replace('pause: { duration: 1m }', 'pause: {}');

  it('begins with those that nothing protects, then has those of which it is not known', () => {
    const protections = [
      named(all, 'aborted'),
      named(waiting, 'waits-at-20'),
      named(waiting.replace('setWeight: 20', 'setWeight: 50'), 'waits-at-50'),
      named([rollout, routing].join('---'), 'unknown'),
      named(all.replace('setWeight: 20', 'setWeight: 120'), 'not-played'),
      named(without(all, analysis), 'slow'),
      named(without(all, analysis).replaceAll('duration: 1m', 'duration: 1s'), 'fast'),
    ];
    expect(byLeastProtected(protections).map((one) => one.rollout.name)).toEqual([
      'fast',
      'slow',
      'unknown',
      'not-played',
      'waits-at-50',
      'waits-at-20',
      'aborted',
    ]);
  });
});

describe('a route of a step', () => {
  // One pod is ready after 10 s; the header route is set at once then, before any weight. The weight of 30 comes at the same second, because
  // setCanaryScale fixes the number of pods; a person promotes at once, three more pods are ready at 20 s, and with the promotion
  // the controller removes the route: trafficrouting.go (reconcileTrafficRouting, the stable revision is the new one).
  const early = istio().replace('- setWeight: 10', '- setCanaryScale: { replicas: 1 }');

  it('brings requests beside the share', () => {
    const protection = protectionIn(early);
    expect(protection.routes).toEqual([
      { name: 'beta', kind: 'header', id: 'step-1', title: 'steps[1]', at: 10, until: 20 },
    ]);
    const text = protectText(protection, plain).join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'i From steps[1] on, a bad version gets all requests with the header of route "beta", whatever its share is, until the update is aborted or the route is removed: they count neither in the share nor in the exposure.',
    );
  });

  it('is nothing where no step sets one', () => {
    expect(protectionIn(all).routes).toEqual([]);
    expect(protectText(protectionIn(all), plain).join(' ')).not.toContain('whatever its share');
  });
});

// https://argo-rollouts.readthedocs.io/en/stable/features/canary/#dynamic-canary-scale-with-traffic-routing: on an abort the weight of
// the canary goes down only as stable pods start.
it('a version that keeps requests after an abort has the largest of its shares from then on', () => {
  const dynamic = all
    .replace('    canary:\n', '    canary:\n      dynamicStableScale: true\n')
    .replace('replicas: 4', 'replicas: 10')
    .replace('      failureLimit: 1\n', '');
  // The first measurement fails in the second in which the weight becomes 20 and 2 of the 10 stable pods go. Until these are ready
  // again, after 10 s, the version has 20 % of the requests: as many as all traffic in 2 s.
  const { outcome, share, exposure } = scenario(protectionIn(dynamic), 'start');
  expect({ outcome, share, exposure }).toEqual({ outcome: 'aborted', share: 20, exposure: 2 });
  // Without it, all stable pods are there, and the abort leaves the version nothing.
  const fixed = scenario(protectionIn(dynamic.replace('      dynamicStableScale: true\n', '')), 'start');
  expect({ share: fixed.share, exposure: fixed.exposure }).toEqual({ share: 0, exposure: 0 });
});
