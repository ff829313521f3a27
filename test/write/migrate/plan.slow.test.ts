import { describe, expect, it } from 'vitest';
import { planMigration } from '../../../src/write/migrate/plan.js';
import { textSource } from '../../support/sources.js';
import { plainSystem } from './systems.js';

const system = plainSystem('istio-host');

/** The plan for files that differ from a system in some texts. */
function planned(
  changes: Readonly<Record<string, readonly [string, string]>>,
  router?: 'istio-subset' | 'none',
): ReturnType<typeof planMigration> {
  const files = Object.entries(system).map(([name, text]) => {
    const [from, to] = changes[name] ?? ['', ''];
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
    return textSource(name, text.replace(from, to));
  });
  return planMigration(files, 'checkout', { router });
}

/** The Deployment as a Rollout without a router. */
const ownPods = {
  'checkout/deployment.yaml': [
    system['checkout/deployment.yaml']!,
    system['checkout/deployment.yaml']!.replace('apps/v1', 'argoproj.io/v1alpha1')
      .replace('kind: Deployment', 'kind: Rollout')
      .replace(
        /    rollingUpdate:\n(?: {6}.*\n)+/,
        '    canary:\n      steps: [{ setWeight: 20 }, { pause: {} }] # ours\n',
      ),
  ],
} as const;

function textsOf(
  plan: ReturnType<typeof planMigration>,
  id: string,
): Readonly<Record<string, string | undefined>> {
  const step = plan.steps.find((one) => one.id === id);
  return Object.fromEntries(step?.changes.map(({ name, after }) => [name, after]) ?? []);
}

describe('planMigration', () => {
  it('keeps comments and order of what it edits', () => {
    const plan = planned({});
    expect(plan.refusal).toBeUndefined();
    expect(textsOf(plan, 'split')['checkout/route.yaml']).toBe(
      `${system['checkout/route.yaml']}          weight: 100
        - destination:
            host: checkout-canary
          weight: 0
      name: primary
`,
    );
    expect(textsOf(plan, 'emptied')).toEqual({
      'checkout/deployment.yaml': system['checkout/deployment.yaml']!.replace('replicas: 3 ', 'replicas: 0 '),
    });
  });

  it('writes the line breaks of the file beside which it writes', () => {
    const crlf = system['checkout/deployment.yaml']!.replaceAll('\n', '\r\n');
    const plan = planned({ 'checkout/deployment.yaml': [system['checkout/deployment.yaml']!, crlf] });
    const { 'checkout/rollout.yaml': rollout = '', 'checkout/service-canary.yaml': service = '' } = textsOf(
      plan,
      'beside',
    );
    expect(rollout.split('\n').length).toBeGreaterThan(10);
    expect(rollout.replaceAll('\r\n', '')).not.toContain('\n');
    expect(service).not.toContain('\r');
    expect(textsOf(plan, 'emptied')['checkout/deployment.yaml']).toBe(
      crlf.replace('replicas: 3 ', 'replicas: 0 '),
    );
  });

  it('puts new objects behind those of a file that has several', () => {
    const all = [system['checkout/service.yaml']!, system['checkout/deployment.yaml']!].join('---\n');
    const files = [textSource('all.yaml', all), textSource('route.yaml', system['checkout/route.yaml']!)];
    const plan = planMigration(files, 'checkout');
    expect(plan.refusal).toBeUndefined();
    const { 'all.yaml': text = '' } = textsOf(plan, 'beside');
    expect(text.match(/^kind: .*$/gm)).toEqual([
      'kind: Service',
      'kind: Service',
      'kind: Deployment',
      'kind: Rollout',
    ]);
    expect(plan.steps.flatMap(({ changes }) => changes.map(({ name }) => name))).not.toContain(
      'rollout.yaml',
    );
  });

  it('has the subsets before the route that leads to them', () => {
    const plan = planned({}, 'istio-subset');
    expect(plan.steps.map(({ id }) => id)).toEqual(['beside', 'split', 'routed', 'emptied']);
    expect(Object.keys(textsOf(plan, 'beside'))).toEqual([
      'checkout/rollout.yaml',
      'checkout/destinationrule.yaml',
    ]);
    expect(plan.steps.flatMap(({ checked }) => checked.objections)).toEqual([]);
  });

  it('copies a Service with node ports as one that gets its own', () => {
    const plan = planned({
      'checkout/service.yaml': [
        'spec:\n  selector:\n    app: checkout\n  ports:\n    - name: http\n',
        'spec:\n  type: NodePort\n  selector:\n    app: checkout\n  ports:\n    - name: http\n      nodePort: 30080\n',
      ],
    });
    expect(plan.refusal).toBeUndefined();
    const { 'checkout/service-canary.yaml': canary = '' } = textsOf(plan, 'beside');
    expect(canary).toContain('type: NodePort');
    expect(canary).not.toContain('nodePort:');
  });

  it('lets an autoscaler scale the Rollout', () => {
    const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: checkout }
  minReplicas: 3
  maxReplicas: 6
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: 70 } }
`;
    const files = Object.entries({
      ...system,
      'checkout/autoscaler.yaml': autoscaler,
      'checkout/deployment.yaml': system['checkout/deployment.yaml']!.replace(
        '  replicas: 3 # measured in May\n',
        '',
      ),
    });
    const plan = planMigration(
      files.map(([name, text]) => textSource(name, text)),
      'checkout',
    );
    expect(textsOf(plan, 'beside')['checkout/autoscaler.yaml']).toBe(
      autoscaler.replace('apps/v1, kind: Deployment', 'argoproj.io/v1alpha1, kind: Rollout'),
    );
    expect(textsOf(plan, 'beside')['checkout/rollout.yaml']).not.toContain('replicas:');
    // The HPA counts the pods of both, and with 3 beside 40 it stays within its tolerance.
    expect(plan.steps[0]?.look.join('\n')).toContain(
      'Rollout "checkout" starts with 1 pod, and its autoscaler takes it to minReplicas;',
    );
  });

  it('keeps the replicas where an overlay alone has the autoscaler', () => {
    const base: Record<string, string> = {
      'base/kustomization.yaml': 'resources: [deployment.yaml, service.yaml]\n',
      'base/deployment.yaml': system['checkout/deployment.yaml']!.replace(
        'image:',
        "resources: { requests: { cpu: '1' } }\n          image:",
      ),
      'base/service.yaml': system['checkout/service.yaml']!,
      'production/kustomization.yaml': 'resources: [../base, autoscaler.yaml]\n',
      'production/autoscaler.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: checkout }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: checkout }
  minReplicas: 3
  maxReplicas: 6
`,
    };
    const planOf = (files: Record<string, string>): ReturnType<typeof planMigration> => {
      const sources = Object.entries(files).map(([name, text]) => textSource(name, text));
      return planMigration(sources, 'checkout', { router: 'none' });
    };
    const rolloutOf = (files: Record<string, string>): string =>
      textsOf(planOf(files), 'beside')['base/rollout.yaml']!;
    // Without replicas the Rollout of staging would have one pod when it takes the requests.
    const staging = { 'staging/kustomization.yaml': 'resources: [../base]\n' };
    expect(rolloutOf({ ...base, ...staging })).toContain('  replicas: 3\n');
    expect(rolloutOf(base)).not.toContain('replicas:');
    // Git said the same of the Deployment, so it is no reason to wait; the plan says what to do about it, and when.
    const [beside] = planOf({ ...base, ...staging }).steps;
    expect(beside?.checked.objections).toEqual([]);
    expect(beside?.look.join('\n')).toContain('with "kubectl apply edit-last-applied", and then by a patch');
    expect(planOf(base).steps[0]?.look.join('\n')).not.toContain('edit-last-applied');
  });

  it.each([
    [
      'is recreated',
      {
        'checkout/deployment.yaml': [
          '    rollingUpdate:\n      maxSurge: 1\n      maxUnavailable: 0\n',
          '    type: Recreate\n',
        ],
      },
      'Deployment "checkout" has the strategy Recreate, so its pods may not run beside each other, and a canary would; keep the Deployment.',
    ],
    [
      'has no pods',
      { 'checkout/deployment.yaml': ['replicas: 3', 'replicas: 0'] },
      'Deployment "checkout" has no replicas, so there are no pods to take over; use: rolloutkit new checkout',
    ],
    [
      'is split already',
      {
        'checkout/route.yaml': [
          '            host: checkout # the Service\n',
          '            host: checkout\n            subset: v1\n',
        ],
      },
      'VirtualService "checkout" splits its requests already; let its route lead to Service "checkout" alone first.',
    ],
    [
      'has a load balancer of its own',
      { 'checkout/service.yaml': ['spec:\n', 'spec:\n  type: LoadBalancer\n'] },
      'Service "checkout" has an address or a load balancer of its own, so no second one can be written like it; add a Service "checkout-canary" of type ClusterIP for the same pods, or split by subsets: --router istio-subset',
    ],
  ] as const)('says why what %s is not migrated', (_, changes, message) => {
    expect(planned(changes).refusal?.message).toBe(message);
  });

  it('gives a Rollout with pods of its own a router, and keeps its steps', () => {
    const { steps, refusal } = planned(ownPods, 'istio-subset');
    expect(refusal).toBeUndefined();
    expect(steps.map(({ id }) => id)).toEqual(['targets', 'split', 'routed']);
    expect(steps.flatMap(({ checked }) => checked.objections)).toEqual([]);
    const after = steps.at(-1)!.changes.find(({ name }) => name === 'checkout/deployment.yaml')!.after!;
    expect(after).toContain('      steps: [{ setWeight: 20 }, { pause: {} }] # ours\n');
    expect(after).toContain('            stableSubsetName: stable\n');
  });

  it.each([
    [
      'with another router',
      '  strategy:\n    canary:\n      stableService: checkout\n      canaryService: other\n      trafficRouting:\n        nginx:\n          stableIngress: checkout\n',
      'Rollout "checkout" has another router (nginx), and how to exchange that one is not planned here; see docs/moving-to-gateway-api.md for the way from Istio to the Gateway API.',
    ],
  ])('says why a Rollout that is %s is not changed', (_, strategy, message) => {
    const [from, to] = ownPods['checkout/deployment.yaml'];
    const changed = {
      'checkout/deployment.yaml': [from, to.replace(/ {2}strategy:\n(?: {4}.*\n)+/, strategy)] as const,
    };
    expect(planned(changed, 'istio-subset').refusal?.message).toBe(message);
  });

  it('puts no name into a command that no cluster would take', () => {
    const name = '$(touch x)';
    const plan = planned({
      'checkout/service.yaml': ['name: checkout', `name: "${name}"`],
      'checkout/route.yaml': ['host: checkout # the Service', `host: "${name}"`],
    });
    expect(plan.refusal?.message).toBe(
      'checkout/service.yaml: Service "$(touch x)" has no usable name in its file; render it, and migrate the result.',
    );
    expect(plan.steps.flatMap(({ look }) => look).join('\n')).not.toContain('touch');
  });

  it('puts a Rollout in the place of a Deployment, says that nothing answers meanwhile, and goes on to the router', () => {
    const files = Object.entries(system).map(([name, text]) => textSource(name, text));
    const { steps, refusal } = planMigration(files, 'checkout', { way: 'replace' });
    expect(refusal).toBeUndefined();
    expect(steps.map(({ id }) => id)).toEqual(['replaced', 'targets', 'split', 'routed']);
    const [replaced, ...others] = steps;
    const deployment = system['checkout/deployment.yaml']!;
    expect(replaced!.changes.map(({ name, after }) => [name, after])).toEqual([
      [
        'checkout/deployment.yaml',
        `${deployment
          .replace('apps/v1', 'argoproj.io/v1alpha1')
          .replace('kind: Deployment', 'kind: Rollout')
          .replace(/ {2}strategy:\n(?: {4}.*\n)+/, '')}  strategy:
    canary:
      maxSurge: 1
      maxUnavailable: 0
      steps:
        - setWeight: 10
        - pause: {}
        - setWeight: 50
        - pause:
            duration: 10m
`,
      ],
    ]);
    expect(replaced!.look[0]).toMatch(/^A window: a sync prunes Deployment "checkout" and its pods go/);
    const kinds = replaced!.checked.impacts.flatMap(({ effects }) =>
      effects.map(({ detail }) => detail.kind),
    );
    expect(kinds).toContain('workload-gone');
    const errors = others.flatMap(({ checked }) => checked.impacts.flatMap(({ effects }) => effects));
    expect(errors.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
