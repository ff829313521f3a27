import { describe, expect, it } from 'vitest';
import { judgeFragment } from '../../../src/lint/fragments/fragment.js';
import { messageOf } from '../../../src/model/finding.js';

interface Told {
  readonly kind: string;
  readonly at: string;
  readonly managed: readonly string[];
  readonly findings: readonly string[];
}

/** Each finding as its rule and the text that it points at. */
function told(text: string): Told | undefined {
  const fragment = judgeFragment({ path: '/fragment.yaml', name: 'fragment.yaml', read: () => text });
  return (
    fragment && {
      ...fragment,
      findings: fragment.findings.map(({ rule, place }) => `${rule}: ${text.slice(place.start, place.end)}`),
    }
  );
}

const canary = 'spec.strategy.canary';

describe('a part of a manifest, as an article shows it', () => {
  it.each<[what: string, text: string, expected: Told]>([
    [
      'steps, indented',
      `   steps:
     - setCanaryScale:
         weight: 10
     - setHeaderRoute:
         match:
         - headerName: version
           headerValue:
             exact: "2"
         name: canary-header-route-new
     - pause:
         duration: 60s
     - setWeight: 1
     - pause: {}
`,
      { kind: 'Rollout', at: canary, managed: ['canary-header-route-new'], findings: [] },
    ],
    [
      'a list of steps with mistakes',
      `- setWeigth: 5
- setWeight: 120
- pause: {duration: 5x}
`,
      {
        kind: 'Rollout',
        at: `${canary}.steps`,
        managed: [],
        findings: [
          'schema/fields-known: setWeigth',
          'steps/weight-in-range: 120',
          'steps/duration-parses: 5x',
        ],
      },
    ],
    [
      'ignoreDifferences with a folded expression',
      `   ignoreDifferences:
     - group: networking.k8s.io
       kind: Ingress
       jqPathExpressions:
         - >-
           .spec.rules[]?.http.paths[]?|select (.backend.
           service.name=="canary-header-route-new")
`,
      {
        kind: 'Application',
        at: 'spec',
        managed: [],
        findings: ['argocd/jq-parses: .\n '],
      },
    ],
    [
      'entries of ignoreDifferences',
      `# from our wiki
- group: networking.k8s.io
  kind: Ingress
  jqPathExpressions: ['.spec.rules[']
`,
      {
        kind: 'Application',
        at: 'spec.ignoreDifferences',
        managed: [],
        findings: ['argocd/jq-parses: ['],
      },
    ],
    [
      'the spec of an Ingress',
      `   spec:
     ingressClassName: alb
     rules:
     - host: qa-domain.com
       http:
         paths:
         - backend:
             service:
               name: service-rollout-active
               port:
                 name: use-annotation
           path: /*
           pathType: ImplementationSpecific
`,
      { kind: 'Ingress', at: '', managed: [], findings: [] },
    ],
    [
      'annotations of an Ingress',
      `alb.ingress.kubernetes.io/actions.service-rollout-active: >-
  {"Type":"forward"}
`,
      { kind: 'Ingress', at: 'metadata.annotations', managed: [], findings: [] },
    ],
    [
      'the selector of a Service in a cluster',
      `  selector:
    name: app07
    rollouts-pod-template-hash: dd4cc6cb4
`,
      {
        kind: 'Service',
        at: 'spec',
        managed: [],
        findings: ['argocd/pod-template-hash-left-out: rollouts-pod-template-hash'],
      },
    ],
    [
      'a strategy, with a router of its own',
      `canary:
  canaryService: web
  stableService: web
  trafficRouting:
    istio: {virtualServices: [{name: web}]}
  steps:
  - setCanaryScale: {replicas: 1}
  - setHeaderRoute: {name: h, match: [{headerName: a, headerValue: {exact: b}}]}
`,
      {
        kind: 'Rollout',
        at: 'spec.strategy',
        managed: ['h'],
        findings: [
          'rollout/services-differ: web',
          'analysis/update-judged: steps',
          'steps/managed-route-declared: h',
        ],
      },
    ],
  ])('%s', (_, text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('says nothing of what depends on what stands around it', () => {
    // With nginx the controller refuses the header route, with Istio it does not; the Services may exist.
    expect(
      told('canaryService: a\nstableService: b\nsteps:\n- setCanaryScale: {replicas: 1}\n')?.findings,
    ).toEqual([]);
    expect(
      told(
        '- setCanaryScale: {replicas: 1}\n- setHeaderRoute: {name: h, match: [{headerName: a, headerValue: {exact: b}}]}\n',
      )?.findings,
    ).toEqual([]);
  });

  it.each([
    ['an object', 'apiVersion: v1\nkind: Service\n'],
    ['values of a chart', 'image:\n  repository: x\nreplicaCount: 3\n'],
    ['a text', 'hello\n'],
    ['nothing', ''],
    ['several documents', 'steps: []\n---\nsteps: []\n'],
    ['what is no YAML', 'steps: [\n'],
    ['what is far too long', `steps:\n${'- pause: {}\n'.repeat(20_000)}`],
  ])('leaves %s alone', (_, text) => {
    expect(told(text)).toBeUndefined();
  });

  it('points at the same text after a line that is Windows-like, and in flow style', () => {
    expect(told('steps:\r\n- setWeight: 120\r\n')?.findings).toEqual(['steps/weight-in-range: 120']);
    expect(told('{"steps": [{"setWeight": 120}]}')?.findings).toEqual(['steps/weight-in-range: 120']);
  });

  it('names the fields by the path in their object', () => {
    const fragment = judgeFragment({ path: '/a', name: 'a', read: () => '- setWeight: 5\n- setWeigth: 5\n' });
    expect(fragment?.findings.map(messageOf)).toEqual([
      'Rollout "example" has no field "setWeigth" in spec.strategy.canary.steps[1]; did you mean "setWeight"?',
    ]);
  });
});
