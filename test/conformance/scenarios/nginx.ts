import {
  abort,
  apply,
  ingress,
  path,
  pods,
  promote,
  promoteFull,
  ready,
  remove,
  revision,
  rule,
  scenario,
  setWeight,
  pause,
  updated,
  type Scenario,
} from '../scenario.js';
import { nginx, nginxIngress, nginxPath } from './support.js';

const whole = [...updated, promote, ready, promote, ready] as const;

export const nginxScenarios: readonly Scenario[] = [
  scenario('a whole update', 'The canary Ingress and its weight at each step.', nginx(), whole),
  scenario('no steps', 'The weight stays 0.', nginx({ steps: [] }), updated),
  scenario('two updates', 'The canary Ingress is used again.', nginx(), [
    ...updated,
    promoteFull,
    ready,
    revision(3),
    ready,
  ]),
  scenario('aborted', 'The weight is 0 again.', nginx(), [...updated, abort, ready]),
  scenario('back to stable', 'The weight is 0 again.', nginx(), [...updated, revision(1), ready]),
  scenario('the canary loses its pods', 'The weight is 0 until they are back.', nginx(), [
    ...updated,
    pods({ canary: 0 }),
    pods(),
  ]),
  scenario(
    'a class in an annotation',
    'It is copied; other annotations are not.',
    nginx({
      ingresses: [
        ingress([rule([nginxPath('web-stable')])], {
          annotations: {
            'kubernetes.io/ingress.class': 'nginx',
            'nginx.ingress.kubernetes.io/rewrite-target': '/',
          },
        }),
      ],
    }),
    updated,
  ),
  scenario(
    'no class',
    'Nothing is copied.',
    nginx({ ingresses: [ingress([rule([nginxPath('web-stable')])])] }),
    updated,
  ),
  scenario(
    'a certificate',
    'It is copied.',
    nginx({ ingresses: [nginxIngress({ tls: [{ hosts: ['web.example.com'], secretName: 'web' }] })] }),
    updated,
  ),
  scenario(
    'a default backend',
    'It is not copied.',
    nginx({ ingresses: [nginxIngress({ defaultBackend: { service: { name: 'x', port: { number: 80 } } } })] }),
    updated,
  ),
  scenario(
    'another prefix',
    'All annotations have it.',
    nginx({ routing: { annotationPrefix: 'x.example.com' } }),
    updated,
  ),
  scenario(
    'additional annotations',
    'They get the prefix unless they have it.',
    nginx({
      routing: {
        additionalIngressAnnotations: {
          'canary-by-header': 'X-Canary',
          'nginx.ingress.kubernetes.io/canary-by-header-value': 'yes',
          'canary-weight': '99',
          'example.com/x': 'y',
        },
      },
    }),
    updated,
  ),
  scenario(
    'canary annotations',
    'They are taken as they are.',
    nginx({
      routing: {
        additionalIngressAnnotations: { a: 'additional' },
        canaryIngressAnnotations: {
          'nginx.ingress.kubernetes.io/a': 'canary',
          'example.com/x': 'y',
          'nginx.ingress.kubernetes.io/canary-weight': '99',
        },
      },
    }),
    updated,
  ),
  scenario(
    'a maximum weight',
    'Weights are of that total.',
    nginx({
      canary: {
        trafficRouting: { nginx: { stableIngress: 'web' }, maxTrafficWeight: 1000 },
      },
      steps: [setWeight(5), pause(), setWeight(505), pause(), setWeight(1000), pause()],
      spec: { replicas: 10 },
    }),
    [...whole, promote, ready],
  ),
  scenario(
    'two ingresses',
    'Each gets a canary Ingress.',
    nginx({
      routing: { stableIngresses: ['web', 'web-internal'] },
      ingresses: [nginxIngress(), nginxIngress({ name: 'web-internal' })],
    }),
    whole,
  ),
  scenario(
    'one ingress in a list',
    'It is as if it stood alone.',
    nginx({ routing: { stableIngresses: ['web'] } }),
    updated,
  ),
  scenario(
    'other paths in the rule',
    'They are copied too.',
    nginx({
      ingresses: [
        ingress(
          [
            rule([nginxPath('api', { path: '/api' }), nginxPath('web-stable'), nginxPath('web-stable', { path: '/x' })]),
            rule([nginxPath('other')], 'other.example.com'),
            rule([nginxPath('web-stable')], 'www.example.com'),
          ],
          { className: 'nginx' },
        ),
      ],
    }),
    updated,
  ),
  scenario(
    'no rule of the stable Service',
    'The Rollout is invalid.',
    nginx({ ingresses: [nginxIngress({}, 'other')] }),
    updated,
  ),
  scenario(
    'no rule of the stable Service in a list',
    'The Rollout is invalid.',
    nginx({
      routing: { stableIngresses: ['web', 'other'] },
      ingresses: [nginxIngress(), nginxIngress({ name: 'other' }, 'other')],
    }),
    updated,
  ),
  scenario('no ingress', 'The Rollout is invalid.', nginx({ ingresses: [] }), updated),
  scenario('no ingress named', 'The Rollout is invalid.', nginx({ routing: { stableIngress: '' } }), updated),
  scenario(
    'one and a list',
    'The Rollout is invalid.',
    nginx({ routing: { stableIngress: 'web', stableIngresses: ['web'] } }),
    updated,
  ),
  scenario(
    'a rule without http',
    'The copy crashes.',
    nginx({
      ingresses: [ingress([rule([nginxPath('web-stable')]), { host: 'bare.example.com' }], { className: 'nginx' })],
    }),
    updated,
  ),
  scenario(
    'a resource behind a path',
    'The copy crashes.',
    nginx({
      ingresses: [
        ingress(
          [
            rule([
              nginxPath('web-stable'),
              path('x', { path: '/files', backend: { resource: { kind: 'Bucket', name: 'files' } } }),
            ]),
          ],
          { className: 'nginx' },
        ),
      ],
    }),
    updated,
  ),
  scenario(
    'a canary Ingress of somebody else',
    'It is left alone and nothing goes on.',
    nginx({ more: [nginxIngress({ name: 'web-web-canary' }, 'web-canary')] }),
    updated,
  ),
  scenario(
    'the canary Ingress is changed',
    'The spec is restored; foreign annotations stay, foreign labels go.',
    nginx(),
    [
      ...updated,
      apply({
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: {
          name: 'web-web-canary',
          namespace: 'shop',
          labels: { tracked: 'yes' },
          annotations: { 'example.com/a': 'b', 'nginx.ingress.kubernetes.io/canary-weight': '77' },
        },
        spec: { ingressClassName: 'other', rules: [] },
      }),
      promote,
      ready,
    ],
  ),
  scenario('the canary Ingress is deleted', 'It is made again.', nginx(), [
    ...updated,
    remove('Ingress', 'web-web-canary'),
    promote,
    ready,
  ]),
  scenario('the stable Ingress changes', 'The canary Ingress follows.', nginx(), [
    ...updated,
    apply({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'web', namespace: 'shop' },
      spec: { rules: [rule([nginxPath('web-stable'), nginxPath('api', { path: '/api' })], 'new.example.com')] },
    }),
    promote,
    ready,
  ]),
  scenario('the stable Ingress goes', 'The Rollout becomes invalid.', nginx(), [
    ...updated,
    remove('Ingress'),
    promote,
    ready,
  ]),
];
