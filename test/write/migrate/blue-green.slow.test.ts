import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { planMigration } from '../../../src/write/migrate/plan.js';
import { folderOf, run } from '../../support/command.js';
import { Repository } from '../../support/repository.js';
import { textSource } from '../../support/sources.js';
import { rolloutSystem } from './rollout-systems.js';
import {
  cdk8sSystem,
  helmSystem,
  kustomizeSystem,
  plainSystem,
  systemRouters,
  unreadOverlay,
} from './systems.js';
import { helm, kustomize, withHelm } from './programs.js';

withHelm();

// Each router with plain files; what differs in the others does not differ by router.
const kinds = [
  { kind: 'plain', system: plainSystem, folder: 'checkout', flags: [], routers: [...systemRouters, 'none'] },
  {
    kind: 'kustomize',
    system: kustomizeSystem,
    folder: 'checkout/base',
    flags: [],
    routers: ['gateway', 'none'],
  },
  ...(helm
    ? [
        {
          kind: 'Helm',
          system: helmSystem,
          folder: 'charts/checkout/templates',
          flags: ['--render'],
          routers: ['nginx', 'istio-host'],
        } as const,
      ]
    : []),
] as const;

const strategy = `  strategy:
    # Nobody sees it before it is promoted.
    blueGreen:
      activeService: checkout # what callers know
      previewService: checkout-preview
      autoPromotionEnabled: false # a person looks
      abortScaleDownDelaySeconds: 60
`;

describe.each(kinds)(
  'a blue-green Rollout of $kind files',
  ({ kind, system, folder: where, flags, routers }) => {
    it.each(routers)('becomes a canary with %s, and is itself again', (router) => {
      const repository = new Repository(
        rolloutSystem(system(router === 'none' ? 'nginx' : router), where, strategy),
      );
      const { folder } = repository;
      const more = [...flags, ...(router === 'none' ? ['--router', 'none'] : [])];
      const between = [
        'istio/weights-of-rollout',
        'rollout/canary-gets-requests',
        'steps/options-supported-by-router',
        'steps/weight-fits-pods',
      ];
      const isSound = (): void => {
        const linted = JSON.parse(run(folder, 'lint', '--format', 'json', ...flags).stdout) as {
          readonly findings: readonly { readonly rule: string }[];
        };
        // One commit has the routes or the steps of the other, and without a router some fields have no effect.
        const findings = linted.findings.filter(({ rule }) => !between.includes(rule));
        expect({ ...linted, findings }).toMatchObject({ findings: [], summary: { rollouts: 1 } });
        expect(run(folder, 'simulate', ...flags).code).toBe(0);
        if (kind === 'kustomize' && kustomize)
          expect(
            execFileSync(kustomize, ['build', path.join(folder, 'checkout/production')], {
              encoding: 'utf8',
            }),
          ).toContain('kind: Rollout\n');
        expect(run(folder, 'drift', ...flags).code).toBe(0);
        expect(run(folder, 'impact', '--base', 'HEAD~1', ...flags).code).toBe(0);
      };
      const before = repository.git('rev-parse', 'HEAD^{tree}');
      const forth = [
        'the strategy is a canary, with the same Services',
        ...(router === 'istio-host' || router === 'gateway' ? ['checkout leads to both'] : []),
        router === 'none'
          ? 'the Rollout leaves its Services'
          : 'splits between the Services checkout and checkout-preview',
      ];
      const plan = run(folder, 'migrate', 'checkout', ...more);
      expect(plan).toMatchObject({ code: 0, stderr: expect.stringMatching(unreadOverlay) as string });
      expect(plan.stdout).toContain(`Step ${forth.length} of ${forth.length}: `);
      for (const title of forth) {
        const { code, stdout } = run(folder, 'migrate', 'checkout', ...more, '--commit');
        expect(code).toBe(0);
        expect(stdout).toMatch(new RegExp(`^Committed \\w+: .*${title}`, 'm'));
        isSound();
      }
      expect(run(folder, 'migrate', 'checkout', ...more).stdout).toContain('Nothing is left to do.');
      const text = readFileSync(path.join(folder, where, 'deployment.yaml'), 'utf8');
      const name = kind === 'Helm' ? '{{ include "checkout.fullname" . }}' : 'checkout';
      expect(text).toContain('    # Nobody sees it before it is promoted.\n    canary:\n');
      expect(text).toContain(
        router === 'none'
          ? '      # what callers know\n'
          : `      stableService: ${name} # what callers know\n`,
      );
      expect(text).toContain('      # a person looks\n      abortScaleDownDelaySeconds: 60\n');
      for (const title of forth.toReversed()) {
        const { code } = run(folder, 'migrate', 'checkout', '--undo', '--commit', ...flags);
        expect([title, code]).toEqual([title, 0]);
        isSound();
      }
      expect(repository.git('rev-parse', 'HEAD^{tree}')).toBe(before);
    });
  },
);

/** The plan for a plain Rollout. */
function planned(
  blueGreen: string,
  router?: 'istio-subset' | 'nginx' | 'none',
): ReturnType<typeof planMigration> {
  const files = rolloutSystem(plainSystem('nginx'), 'checkout', `  strategy:\n    blueGreen:\n${blueGreen}`);
  return planMigration(
    Object.entries(files).map(([name, text]) => textSource(name, text)),
    'checkout',
    { router },
  );
}

describe('what only a blue-green Rollout has', () => {
  it('is kept as steps, or named', () => {
    const { steps, refusal } = planned(
      `      activeService: checkout
      autoPromotionSeconds: 120
      previewReplicaCount: 1
      scaleDownDelaySeconds: 45
      activeMetadata:
        labels: { role: active }
      prePromotionAnalysis:
        templates:
          - templateName: smoke
      postPromotionAnalysis:
        templates:
          - templateName: errors
`,
    );
    expect(refusal).toBeUndefined();
    expect(steps.map(({ id }) => id)).toEqual(['canary', 'targets', 'routed']);
    const [canary] = steps;
    expect(canary!.changes[0]!.after).toContain(`    canary:
      stableService: checkout
      stableMetadata:
        labels: { role: active }
      steps:
        - setWeight: 10
        - analysis:
            templates:
              - templateName: smoke
        - pause:
            duration: 120s
        - setWeight: 50
        - pause:
            duration: 10m
        - analysis:
            templates:
              - templateName: errors
`);
    expect(canary!.notes).toEqual([
      'prePromotionAnalysis is a step now. It runs when the canary has 10 %, and no longer before any request reaches the new version; for that, put setCanaryScale before it and the first setWeight behind it when the router splits.',
      'postPromotionAnalysis is the last step now. It runs when the canary has 50 %, before the promotion, not after it; what it asks of Service "checkout" is answered by the old pods until then.',
      'previewReplicaCount 1 is left out: a canary has as many pods as its weight asks for; with the router, setCanaryScale sets another number.',
      'scaleDownDelaySeconds 45 is left out: the controller takes it of a canary with a router alone, where it is 30 seconds unless you set it again.',
      'The new version promoted itself after 120 seconds. Now it stays at 10 % for that time, and at 50 % for ten minutes; change the steps as you like.',
    ]);
  });

  it.each([
    [
      'a field that is not known',
      '      activeService: checkout\n      other: 1\n',
      undefined,
      'Rollout "checkout" has other in strategy.blueGreen, which a canary does not have; remove it first.',
    ],
    [
      'another Service that callers know',
      '      activeService: other\n',
      undefined,
      'The active Service of Rollout "checkout" has to be among the files, and to be the one that callers know; choose it: --service other',
    ],
    [
      'subsets of its Service',
      '      activeService: checkout\n',
      'istio-subset' as const,
      'Service "checkout" leads to the pods of one version, so a subset of it would never have those of the other; go to --router istio-host first, and from there to --router istio-subset.',
    ],
  ])('is a reason not to: %s', (_, blueGreen, router, message) => {
    const { steps, refusal } = planned(blueGreen, router);
    expect(steps).toEqual([]);
    expect(refusal?.message).toBe(message);
  });

  it('is not edited in the output of an app', () => {
    const files = cdk8sSystem('nginx');
    const [deployment = '', ...others] = files['dist/checkout.k8s.yaml']!.split('---\n');
    const system = rolloutSystem(
      { 'x/deployment.yaml': deployment, 'x/service.yaml': others[0]! },
      'x',
      '  strategy:\n    blueGreen:\n      activeService: checkout\n',
    );
    const app = {
      ...files,
      'dist/checkout.k8s.yaml': [system['x/deployment.yaml'], ...others].join('---\n'),
    };
    const { code, stdout } = run(folderOf(app), 'migrate', 'checkout');
    expect(code).toBe(1);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Rollout "checkout" is made by an app of cdk8s, which is a program: change its construct, and play the output with "rolloutkit impact".',
    );
  });

  it('is edited in one line, too', () => {
    const files = rolloutSystem(
      plainSystem('nginx'),
      'checkout',
      '  strategy: { blueGreen: { activeService: checkout, previewService: checkout-preview, autoPromotionEnabled: false } } # short\n',
    );
    const { code, stdout } = run(folderOf(files), 'migrate', 'checkout');
    expect(code).toBe(0);
    expect(stdout).toContain(
      '+  strategy: { canary: { stableService: checkout, canaryService: checkout-preview, steps: [{setWeight: 10}, {pause: {}}, {setWeight: 50}, {pause: {duration: 10m}}] } } # short',
    );
  });
});
