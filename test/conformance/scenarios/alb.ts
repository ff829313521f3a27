import {
  abort,
  analysisIs,
  analysisTemplate,
  apply,
  experiment,
  experimentIs,
  headerRoute,
  ingress,
  noHeaderRoute,
  path,
  pause,
  pods,
  promote,
  promoteFull,
  ready,
  remove,
  revision,
  rule,
  scenario,
  service,
  setCanaryScale,
  setWeight,
  updated,
  type Scenario,
} from '../scenario.js';
import { alb, albIngress } from './support.js';

const whole = [...updated, promote, ready, promote, ready] as const;
const headerSteps = [setWeight(20), headerRoute('beta'), pause(), noHeaderRoute('beta'), pause()];

const targetAnalysis = {
  analysis: {
    templates: [{ templateName: 'errors' }],
    args: [{ name: 'group', valueFrom: { fieldRef: { fieldPath: 'status.alb.canaryTargetGroup.name' } } }],
  },
};

export const albScenarios: readonly Scenario[] = [
  scenario('a whole update', 'The text of the action at each step.', alb(), whole),
  scenario('two updates', 'The second one begins from the action of the first.', alb(), [
    ...updated,
    promoteFull,
    ready,
    revision(3),
    ready,
  ]),
  scenario('no steps', 'The canary gets nothing until the switch.', alb({ steps: [] }), updated),
  scenario('aborted', 'The action goes back to stable.', alb(), [...updated, abort, ready]),
  scenario('back to stable', 'The action goes back to stable.', alb(), [...updated, revision(1), ready]),
  scenario('the canary loses its pods', 'Weight 0 until they are back.', alb(), [
    ...updated,
    pods({ canary: 0 }),
    pods(),
  ]),
  scenario(
    'no annotations',
    'The first write makes them.',
    alb({ ingresses: [ingress([rule([path('web-stable')])], { className: 'alb' })] }),
    updated,
  ),
  scenario('port 443', 'The port is a string.', alb({ routing: { servicePort: 443 } }), updated),
  scenario(
    'a root service',
    'It names the action; its Service is not looked at.',
    alb({ routing: { rootService: 'web-root' }, ingresses: [albIngress({}, 'web-root')] }),
    whole,
  ),
  scenario(
    'another annotation prefix',
    'It goes before the action.',
    alb({ routing: { annotationPrefix: 'load.example.com' } }),
    updated,
  ),
  scenario(
    'stickiness',
    'It follows the target groups.',
    alb({ routing: { stickinessConfig: { enabled: true, durationSeconds: 3600 } } }),
    updated,
  ),
  scenario(
    'stickiness switched off',
    'It is not written.',
    alb({ routing: { stickinessConfig: { enabled: false, durationSeconds: 3600 } } }),
    updated,
  ),
  ...[0, 604801].map((durationSeconds) =>
    scenario(
      `stickiness of ${durationSeconds} seconds`,
      'The weight is never written.',
      alb({ routing: { stickinessConfig: { enabled: true, durationSeconds } } }),
      updated,
    ),
  ),
  scenario(
    'two ingresses',
    'Both get the action.',
    alb({
      routing: { ingresses: ['web', 'web-internal'] },
      ingresses: [albIngress(), albIngress({ name: 'web-internal' })],
    }),
    whole,
  ),
  scenario(
    'two ingresses, the first one right',
    'The second one is not repaired.',
    alb({
      routing: { ingresses: ['web', 'web-internal'] },
      ingresses: [albIngress(), albIngress({ name: 'web-internal' })],
    }),
    [
      ...updated,
      apply({
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: {
          name: 'web-internal',
          namespace: 'shop',
          annotations: { 'alb.ingress.kubernetes.io/actions.web-stable': null },
        },
      }),
      promote,
      ready,
    ],
  ),
  scenario(
    'one ingress in a list',
    'It is as if it stood alone.',
    alb({ routing: { ingresses: ['web'] } }),
    updated,
  ),
  scenario(
    'an action in the manifest',
    'It is overwritten.',
    alb({
      ingresses: [
        albIngress({
          annotations: { 'alb.ingress.kubernetes.io/actions.web-stable': '{"Type":"fixed-response"}' },
        }),
      ],
    }),
    updated,
  ),
  scenario(
    'a managed annotation of another Rollout',
    'Both are listed, sorted by name.',
    alb({
      ingresses: [
        albIngress({
          annotations: { 'rollouts.argoproj.io/managed-alb-annotations': '{"zoo":["a"],"api":["b"]}' },
        }),
      ],
    }),
    updated,
  ),
  scenario(
    'a managed annotation that is no JSON',
    'The weight is never written.',
    alb({
      ingresses: [albIngress({ annotations: { 'rollouts.argoproj.io/managed-alb-annotations': 'web' } })],
    }),
    updated,
  ),
  scenario(
    'the old managed annotation',
    'It is removed.',
    alb({
      ingresses: [
        albIngress({ annotations: { 'rollouts.argoproj.io/managed-alb-actions': '{"web":["web-stable"]}' } }),
      ],
    }),
    updated,
  ),
  scenario(
    'a backend port that is no use-annotation',
    'The controller does not look.',
    alb({
      ingresses: [
        albIngress({}, 'web-stable'),
        ingress([rule([path('web-stable', { backend: { service: { name: 'web-stable', port: { number: 80 } } } })])], {
          className: 'alb',
        }),
      ].slice(1),
    }),
    updated,
  ),
  scenario(
    'no rule of the stable Service',
    'The Rollout is invalid.',
    alb({ ingresses: [albIngress({}, 'other')] }),
    updated,
  ),
  scenario(
    'a default backend only',
    'The Rollout is invalid.',
    alb({
      ingresses: [
        ingress([], { className: 'alb', defaultBackend: { service: { name: 'web-stable', port: { number: 80 } } } }),
      ],
    }),
    updated,
  ),
  scenario('no ingress', 'The Rollout is invalid.', alb({ ingresses: [] }), updated),
  scenario('the second ingress is missing', 'The Rollout is invalid.', alb({ routing: { ingresses: ['web', 'x'] } }), updated),
  scenario('the ingress comes later', 'It is found in the next pass.', alb({ ingresses: [] }), [
    ready,
    apply(albIngress()),
    ready,
  ]),
  scenario('the ingress goes', 'The Rollout becomes invalid.', alb(), [...updated, remove('Ingress'), promote, ready]),
  scenario(
    'both ingress and ingresses',
    'The Rollout is invalid.',
    alb({ routing: { ingress: 'web', ingresses: ['web'] } }),
    updated,
  ),
  scenario(
    'many paths and hosts',
    'One rule with the Service is enough.',
    alb({
      ingresses: [
        ingress(
          [
            rule([path('api'), path('web-stable', { path: '/web' })]),
            rule([path('other')], 'other.example.com'),
          ],
          { className: 'alb', annotations: { a: 'b' } },
        ),
      ],
    }),
    updated,
  ),
];

export const albHeaderRouteScenarios: readonly Scenario[] = [
  scenario(
    'added and removed by a step',
    'Annotations and paths come and go.',
    alb({ managedRoutes: ['beta'], steps: headerSteps }),
    whole,
  ),
  scenario(
    'still there at the end',
    'The promotion removes it.',
    alb({ managedRoutes: ['beta'], steps: headerSteps.slice(0, 3) }),
    whole,
  ),
  scenario(
    'aborted',
    'The abort removes it.',
    alb({ managedRoutes: ['beta'], steps: headerSteps }),
    [...updated, abort, ready],
  ),
  scenario(
    'promoted at once',
    'The promotion removes it.',
    alb({ managedRoutes: ['beta'], steps: headerSteps }),
    [...updated, promoteFull, pods({ canary: 1 }), ready],
  ),
  scenario(
    'before the canary has pods',
    'It is removed again and lost.',
    alb({ managedRoutes: ['beta'], steps: [headerRoute('beta'), setCanaryScale({ replicas: 1 }), pause()] }),
    updated,
  ),
  scenario(
    'two headers',
    'Both must match.',
    alb({
      managedRoutes: ['beta'],
      steps: [setWeight(20), headerRoute('beta', { a: { exact: '1' }, b: { exact: '2' } }), pause()],
    }),
    updated,
  ),
  scenario(
    'one header with two values',
    'Either may match.',
    alb({
      managedRoutes: ['beta'],
      steps: [
        setWeight(20),
        {
          setHeaderRoute: {
            name: 'beta',
            match: [
              { headerName: 'a', headerValue: { exact: '1' } },
              { headerName: 'b', headerValue: { exact: '2' } },
              { headerName: 'a', headerValue: { exact: '3' } },
            ],
          },
        },
        pause(),
      ],
    }),
    updated,
  ),
  scenario(
    'two routes',
    'Paths are in the order of managedRoutes.',
    alb({
      managedRoutes: ['b', 'a'],
      steps: [setWeight(20), headerRoute('a'), headerRoute('b'), pause(), noHeaderRoute('b'), pause()],
    }),
    [...updated, promote, ready, promote, ready],
  ),
  scenario(
    'two hosts and several paths',
    'The path is put first in each rule.',
    alb({
      managedRoutes: ['beta'],
      steps: headerSteps,
      ingresses: [
        ingress(
          [
            rule([path('api'), path('web-stable', { path: '/web' })]),
            rule([path('other')], 'other.example.com'),
          ],
          { className: 'alb', annotations: { a: 'b' } },
        ),
      ],
    }),
    [...updated, promote, ready],
  ),
  scenario(
    'a path of that Service in the manifest',
    'It counts as the route and is removed with it.',
    alb({
      managedRoutes: ['beta'],
      steps: headerSteps,
      ingresses: [
        ingress([rule([path('web-stable'), path('beta', { path: '/beta' })])], {
          className: 'alb',
          annotations: { a: 'b' },
        }),
      ],
    }),
    whole,
  ),
  scenario(
    'with stickiness',
    'The route is sticky too.',
    alb({
      managedRoutes: ['beta'],
      steps: headerSteps,
      routing: { stickinessConfig: { enabled: true, durationSeconds: 60 } },
    }),
    updated,
  ),
  scenario(
    'with a root service and a prefix',
    'Both keys have the prefix.',
    alb({
      managedRoutes: ['beta'],
      steps: headerSteps,
      routing: { rootService: 'web-root', annotationPrefix: 'x.example.com' },
      ingresses: [albIngress({}, 'web-root')],
    }),
    whole,
  ),
  scenario(
    'two ingresses',
    'Each gets the route.',
    alb({
      managedRoutes: ['beta'],
      steps: headerSteps,
      routing: { ingresses: ['web', 'web-internal'] },
      ingresses: [albIngress(), albIngress({ name: 'web-internal' })],
    }),
    whole,
  ),
  scenario(
    'no annotations',
    'The write to an absent map crashes.',
    alb({
      managedRoutes: ['beta'],
      steps: headerSteps,
      ingresses: [ingress([rule([path('web-stable')])], { className: 'alb' })],
    }),
    updated,
  ),
  scenario(
    'a rule without http',
    'The search for the path crashes.',
    alb({
      managedRoutes: ['beta'],
      steps: headerSteps,
      ingresses: [
        ingress([rule([path('web-stable')]), { host: 'bare.example.com' }], {
          className: 'alb',
          annotations: { a: 'b' },
        }),
      ],
    }),
    updated,
  ),
  scenario(
    'a value that is no exact one',
    'The Rollout is invalid.',
    alb({ managedRoutes: ['beta'], steps: [setWeight(20), headerRoute('beta', { a: { prefix: '1' } }), pause()] }),
    updated,
  ),
  scenario(
    'as the first step, aborted',
    'Each pass removes it and adds it again.',
    alb({ managedRoutes: ['beta'], steps: [headerRoute('beta'), setWeight(20), pause()] }),
    [...updated, abort, pods()],
  ),
  scenario(
    'with a pause in one step',
    'It is written in every pass of the pause.',
    alb({
      managedRoutes: ['beta'],
      steps: [setWeight(20), { ...headerRoute('beta'), ...pause() }, setWeight(60), pause()],
    }),
    whole,
  ),
  scenario(
    'named like a Service of the manifest',
    'The Service stays as it is.',
    alb({ managedRoutes: ['web-canary'], steps: [setWeight(20), headerRoute('web-canary'), pause()], more: [service('x')] }),
    whole,
  ),
];

/** An Ingress with load balancers. */
const balanced = (name = 'web', hostnames: readonly string[] = [`${name}.elb.amazonaws.com`]) => ({
  ...albIngress({ name }),
  status: { loadBalancer: { ingress: hostnames.map((hostname) => ({ hostname })) } },
});

const verified = (scenario: Scenario): Scenario => ({ ...scenario, verifyTargetGroup: true });

/** A controller with `--aws-verify-target-group`. */
export const albVerificationScenarios: readonly Scenario[] = [
  scenario(
    'a whole update',
    'Weights are verified a pass later; the last one is waited for with an error.',
    alb({ ingresses: [balanced()] }),
    whole,
  ),
  scenario(
    'each with its own caches',
    'Load balancers learn of a write after the pass, whatever the caches know.',
    alb({ ingresses: [balanced()] }),
    whole,
  ),
  scenario('no load balancer yet', 'No weight is ever verified.', alb(), [...updated, promote, ready]),
  scenario(
    'two Ingresses',
    'Both must have the weight.',
    alb({ routing: { ingresses: ['web', 'web-internal'] }, ingresses: [balanced(), balanced('web-internal')] }),
    whole,
  ),
  scenario(
    'one of two Ingresses has no load balancer',
    'The weight is never verified.',
    alb({ routing: { ingresses: ['web', 'web-internal'] }, ingresses: [balanced(), balanced('web-internal', [])] }),
    [...updated, promote, ready],
  ),
  scenario(
    'two load balancers of one Ingress',
    'Each counts, so there is one verified weight too many.',
    alb({ ingresses: [balanced('web', ['a.elb.amazonaws.com', 'b.elb.amazonaws.com'])] }),
    [...updated, promote, ready],
  ),
  scenario(
    'a header route',
    'Its action names the target group of the canary, too.',
    alb({ managedRoutes: ['beta'], steps: headerSteps, ingresses: [balanced()] }),
    whole,
  ),
  scenario('aborted', 'Nothing is asked any more.', alb({ ingresses: [balanced()] }), [...updated, abort, ready]),
  scenario('back to stable', 'Nothing is asked any more.', alb({ ingresses: [balanced()] }), [
    ...updated,
    revision(1),
    ready,
  ]),
  scenario('promoted at once', 'The weight is verified in the end.', alb({ ingresses: [balanced()] }), [
    ...updated,
    promoteFull,
    ready,
  ]),
  scenario(
    'an experiment with weights',
    'Its target group is verified as well.',
    alb({
      steps: [
        setWeight(20),
        experiment([{ name: 'baseline', specRef: 'stable', weight: 10 }]),
        setWeight(60),
        pause(),
      ],
      ingresses: [balanced()],
    }),
    [...updated, experimentIs('Running'), ready, experimentIs('Successful'), ready],
  ),
  scenario(
    'an analysis of the target group',
    'Its name is in the status.',
    alb({
      steps: [setWeight(20), targetAnalysis, pause()],
      ingresses: [balanced()],
      more: [analysisTemplate('errors', { args: [{ name: 'group' }] })],
    }),
    [...updated, analysisIs('Successful'), ready],
  ),
].map((one, index) => verified(index === 1 ? { ...one, caches: 'fresh' } : one));
