import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { askedGateway } from '../../../src/write/migrate/parent-gateway.js';
import { planMigration } from '../../../src/write/migrate/plan.js';
import { run } from '../../support/command.js';
import { Repository } from '../../support/repository.js';
import { textSource } from '../../support/sources.js';
import { rolloutSystem } from './rollout-systems.js';
import { helmSystem, kustomizeSystem, plainSystem, unreadOverlay } from './systems.js';
import { helm, kustomize, withHelm } from './programs.js';

withHelm();

const kinds = [
  { kind: 'plain', system: plainSystem, folder: 'checkout', flags: [] },
  { kind: 'kustomize', system: kustomizeSystem, folder: 'checkout/base', flags: [] },
  ...(helm
    ? [{ kind: 'Helm', system: helmSystem, folder: 'charts/checkout/templates', flags: ['--render'] }]
    : []),
] as const;

const strategy = `  strategy:
    canary:
      stableService: checkout
      canaryService: checkout-canary
      trafficRouting:
        nginx:
          stableIngress: checkout
      steps:
        - setWeight: 20 # ours
        - pause: {}
`;

describe.each(kinds)(
  'a Rollout with ingress-nginx of $kind files',
  ({ kind, system, folder: where, flags }) => {
    it('goes over to the Gateway API, and back byte by byte', () => {
      const repository = new Repository(rolloutSystem(system('nginx'), where, strategy, 'canary'));
      const { folder } = repository;
      const isSound = (): void => {
        expect(JSON.parse(run(folder, 'lint', '--format', 'json', ...flags).stdout)).toMatchObject({
          findings: [],
          summary: { rollouts: 1 },
        });
        expect(run(folder, 'simulate', ...flags).code).toBe(0);
        expect(run(folder, 'drift', ...flags).code).toBe(0);
        expect(run(folder, 'impact', '--base', 'HEAD~1', ...flags).code).toBe(0);
      };
      const built = (): string =>
        kind === 'kustomize' && kustomize
          ? execFileSync(kustomize, ['build', path.join(folder, 'checkout/production')], { encoding: 'utf8' })
          : '';
      const before = repository.git('rev-parse', 'HEAD^{tree}');
      const more = [...flags, '--router', 'gateway', '--gateway', 'infra/public/https'];
      const plan = run(folder, 'migrate', 'checkout', ...more);
      expect(plan).toMatchObject({ code: 0, stderr: expect.stringMatching(unreadOverlay) as string });
      expect(plan.stdout).toContain('Step 3 of 3: the Rollout leaves ingress-nginx, and the Ingress goes');
      const forth = [
        'the HTTPRoute checkout beside the Ingress',
        'the Rollout writes the Ingress and the HTTPRoute',
        'the Rollout leaves ingress-nginx, and the Ingress goes',
      ];
      for (const [index, title] of forth.entries()) {
        const { code, stdout } = run(folder, 'migrate', 'checkout', ...more, '--commit');
        expect(code).toBe(0);
        expect(stdout).toMatch(
          new RegExp(`^Committed \\w+: Move Rollout checkout to the Gateway API: ${title}`, 'm'),
        );
        isSound();
        if (kind === 'kustomize' && kustomize) {
          const text = built();
          expect(text).toContain('kind: HTTPRoute\n');
          expect(text.includes('kind: Ingress\n')).toBe(index < 2);
        }
      }
      expect(run(folder, 'migrate', 'checkout', ...more).stdout).toContain('Nothing is left to do.');
      expect(existsSync(path.join(folder, where, 'route.yaml'))).toBe(false);
      const text = readFileSync(path.join(folder, where, 'deployment.yaml'), 'utf8');
      expect(text).not.toContain('nginx');
      expect(text).toContain('        - setWeight: 20 # ours\n');
      const route = readFileSync(path.join(folder, where, 'httproute.yaml'), 'utf8');
      expect(route).toContain(
        kind === 'Helm' ? '    - {{ .Values.host }}\n' : '    - checkout.example.com\n',
      );
      expect(route).toContain('      sectionName: https\n');
      for (const title of forth.toReversed()) {
        const { code } = run(folder, 'migrate', 'checkout', '--undo', '--commit', ...flags);
        expect([title, code]).toEqual([title, 0]);
        isSound();
      }
      expect(repository.git('rev-parse', 'HEAD^{tree}')).toBe(before);
    });
  },
);

it.runIf(helm)('names what is refused in a chart as it is rendered', () => {
  const folder = 'charts/checkout/templates';
  const files = rolloutSystem(helmSystem('nginx'), folder, strategy, 'canary');
  const repository = new Repository({
    ...files,
    [`${folder}/route.yaml`]: files[`${folder}/route.yaml`]!.replace(
      'spec:\n',
      '  annotations:\n    nginx.ingress.kubernetes.io/app-root: /{{ .Chart.Name }}\nspec:\n',
    ),
  });
  const flags = ['--render', '--router', 'gateway', '--gateway', 'infra/public'];
  const { code, stdout } = run(repository.folder, 'migrate', 'checkout', ...flags);
  expect(code).toBe(1);
  expect(stdout).toContain('Annotations of Ingress "checkout" decide how ingress-nginx answers');
  expect(stdout).toContain('nginx.ingress.kubernetes.io/app-root: /{{ .Chart.Name }}\n');
});

const start = rolloutSystem(plainSystem('nginx'), 'checkout', strategy, 'canary');

/** The plan for files that differ in some texts. */
function planned(
  changes: Readonly<Record<string, readonly [string, string]>>,
  gateway = 'infra/public',
  more: Readonly<Record<string, string>> = {},
): ReturnType<typeof planMigration> {
  const files = Object.entries({ ...start, ...more }).map(([name, text]) => {
    const [from, to] = changes[name] ?? ['', ''];
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`);
    return textSource(name, text.replace(from, to));
  });
  return planMigration(files, 'checkout', {
    router: 'gateway',
    gateway: gateway === '' ? undefined : askedGateway(gateway),
  });
}

function routeIn(plan: ReturnType<typeof planMigration>): string {
  expect(plan.refusal).toBeUndefined();
  return plan.steps[0]!.changes.find(({ name }) => name === 'checkout/httproute.yaml')!.after!;
}

const gateway = `apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata:
  name: public
  namespace: infra
spec:
  gatewayClassName: istio
  listeners:
    - name: http
      port: 80
      protocol: HTTP
      allowedRoutes: { namespaces: { from: All } }
    - name: https
      port: 443
      protocol: HTTPS
      tls: { certificateRefs: [{ name: public }] }
      allowedRoutes: { namespaces: { from: All } }
`;

describe('the HTTPRoute for an Ingress', () => {
  it('has its hosts, its paths and what they lead to', () => {
    const rules = `    - host: checkout.example.com
      http: &paths
        paths:
          - path: /
            pathType: Prefix
            backend: { service: { name: checkout, port: { name: http } } }
          - path: /assets
            pathType: Prefix
            backend: { service: { name: assets, port: { number: 8080 } } }
          - path: /health
            pathType: Exact
            backend: { service: { name: checkout, port: { number: 80 } } }
    - host: pay.example.com
      http: *paths
`;
    const old = start['checkout/route.yaml']!;
    const route = routeIn(
      planned({ 'checkout/route.yaml': [old.slice(old.indexOf('    - host')), rules] }, '', {
        'infra/gateway.yaml': gateway,
        'checkout/assets.yaml': `apiVersion: v1
kind: Service
metadata:
  name: assets
spec:
  selector: { app: assets }
  ports: [{ name: http, port: 8080 }]
`,
      }),
    );
    expect(route).toBe(`apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: checkout
spec:
  parentRefs:
    - group: gateway.networking.k8s.io
      kind: Gateway
      name: public
      namespace: infra
  hostnames:
    - checkout.example.com
    - pay.example.com
  rules:
    - matches:
        - path:
            type: PathPrefix
            value: /
        - path:
            type: Exact
            value: /health
      backendRefs:
        - group: ''
          kind: Service
          name: checkout
          port: 80
          weight: 100
        - group: ''
          kind: Service
          name: checkout-canary
          port: 80
          weight: 0
    - matches:
        - path:
            type: PathPrefix
            value: /assets
      backendRefs:
        - group: ''
          kind: Service
          name: assets
          port: 8080
          weight: 1
`);
  });

  it('is at the listeners of TLS where the Ingress has tls, and what does not move is told', () => {
    const plan = planned(
      {
        'checkout/route.yaml': [
          'spec:\n  ingressClassName: nginx\n',
          'spec:\n  ingressClassName: nginx\n  tls: [{ hosts: [checkout.example.com], secretName: shop-tls }]\n',
        ],
      },
      '',
      { 'infra/gateway.yaml': gateway },
    );
    expect(routeIn(plan)).toContain('      namespace: infra\n      sectionName: https\n  hostnames:');
    expect(plan.steps[0]!.notes).toEqual([
      'TLS ends at the listener of the Gateway, with a certificate of its own; that of the Ingress is in Secret "shop-tls". ingress-nginx redirects plain HTTP to HTTPS; let a route at a listener of plain HTTP do that.',
    ]);
  });

  it('is none of annotations, each of which is told when it is made and when the Ingress goes', () => {
    const plan = planned({
      'checkout/route.yaml': [
        '  name: checkout\n',
        '  name: checkout\n  annotations:\n    nginx.ingress.kubernetes.io/proxy-body-size: 8m\n    cert-manager.io/cluster-issuer: public\n',
      ],
    });
    expect(plan.refusal).toBeUndefined();
    const notes = [
      'Annotation nginx.ingress.kubernetes.io/proxy-body-size: 8m has no part in the HTTPRoute; say the same in a policy of your implementation where requests need it.',
      'Annotation cert-manager.io/cluster-issuer: public stays with the Ingress and goes with it; what reads it has to know the Gateway or the HTTPRoute.',
    ];
    expect(plan.steps[0]!.notes).toEqual(notes);
    expect(plan.steps[2]!.notes.slice(1)).toEqual(notes);
  });

  it('puts no line into a commit that an annotation has', () => {
    const repository = new Repository({
      ...start,
      'checkout/route.yaml': start['checkout/route.yaml']!.replace(
        '  name: checkout\n',
        '  name: checkout\n  annotations:\n    example.com/x: "a\\nRolloutkit-Migrate: both checkout"\n',
      ),
    });
    const flags = ['--router', 'gateway', '--gateway', 'infra/public', '--commit'];
    expect(run(repository.folder, 'migrate', 'checkout', ...flags).code).toBe(0);
    const message = repository.git('log', '-1', '--format=%B');
    expect(message).toContain(String.raw`example.com/x: a\nRolloutkit-Migrate: both checkout`);
    expect(message.match(/^Rolloutkit-Migrate: .*/gm)).toEqual([
      'Rolloutkit-Migrate: route checkout "checkout/deployment.yaml"',
    ]);
  });

  it('may be one that a person wrote', () => {
    const route = `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: by-hand }
spec:
  parentRefs: [{ name: public, namespace: infra }]
  hostnames: [checkout.example.com]
  rules:
    - backendRefs:
        - name: checkout
          port: 80
`;
    const plan = planned(
      {
        'checkout/route.yaml': [
          '  name: checkout\n',
          '  name: checkout\n  annotations:\n    nginx.ingress.kubernetes.io/rewrite-target: /\n',
        ],
      },
      '',
      { 'checkout/by-hand.yaml': route },
    );
    expect(plan.refusal).toBeUndefined();
    expect(plan.steps.map(({ id }) => id)).toEqual(['split', 'both', 'nginx-gone']);
    expect(plan.steps.flatMap(({ checked }) => checked.objections)).toEqual([]);
    expect(plan.steps[2]!.notes).toContain(
      'Annotation nginx.ingress.kubernetes.io/rewrite-target: / goes with the Ingress.',
    );
  });

  it('leaves other objects in the file of the Ingress', () => {
    const all = [
      start['checkout/service.yaml'],
      start['checkout/route.yaml'],
      start['checkout/deployment.yaml'],
    ];
    const files = [
      textSource('all.yaml', all.join('---\n')),
      textSource('canary.yaml', start['checkout/service-canary.yaml']!),
    ];
    const plan = planMigration(files, 'checkout', {
      router: 'gateway',
      gateway: askedGateway('infra/public'),
    });
    expect(plan.refusal).toBeUndefined();
    expect(plan.steps.at(-1)!.changes[0]!.after!.match(/^kind: .*$/gm)).toEqual([
      'kind: Service',
      'kind: HTTPRoute',
      'kind: Rollout',
    ]);
  });

  it.each([
    [
      'what decides on answers',
      {
        'checkout/route.yaml': [
          '  name: checkout\n',
          '  name: checkout\n  annotations: { nginx.ingress.kubernetes.io/rewrite-target: /$1 }\n',
        ],
      },
      'infra/public',
      'Annotations of Ingress "checkout" decide how ingress-nginx answers, and an HTTPRoute that is made of it would answer in another way; write the HTTPRoute by hand, with filters or policies of your implementation, leading to Service "checkout", and run this again. It is about:',
    ],
    [
      'no Gateway',
      {},
      '',
      'The files have no Gateway of the Gateway API; name the one that takes the requests of Ingress "checkout": --gateway NAMESPACE/NAME',
    ],
    [
      'TLS at a Gateway that is not there',
      { 'checkout/route.yaml': ['  ingressClassName: nginx\n', '  ingressClassName: nginx\n  tls: [{}]\n'] },
      'infra/public',
      'Ingress "checkout" has tls, so its route belongs to a listener of HTTPS; name that as well: --gateway infra/public/LISTENER',
    ],
    [
      'a path that only nginx understands',
      {
        'checkout/route.yaml': [
          '          - path: /\n            pathType: Prefix\n',
          '          - path: /a(b|c)\n            pathType: ImplementationSpecific\n',
        ],
      },
      'infra/public',
      'Path "/a(b|c)" of Ingress "checkout" has the pathType ImplementationSpecific, of which only ingress-nginx knows what it matches; make it Prefix or Exact first.',
    ],
    [
      'requests that nginx chooses by a header',
      {
        'checkout/deployment.yaml': [
          '          stableIngress: checkout\n',
          '          stableIngress: checkout\n          additionalIngressAnnotations: { canary-by-header: X-Canary }\n',
        ],
      },
      'infra/public',
      'Rollout "checkout" has additionalIngressAnnotations, by which ingress-nginx chooses requests for the canary and an HTTPRoute does not; remove them, and use setHeaderRoute where the Gateway API splits.',
    ],
  ] as const)('is refused for %s', (_, changes, asked, message) => {
    const { steps, refusal } = planned(changes, asked);
    expect(steps.map(({ id }) => id)).toEqual([]);
    expect(refusal?.message).toBe(message);
  });
});
