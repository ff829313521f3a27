import { describe, expect, it } from 'vitest';
import type { CanaryStrategy, RolloutObject } from '../../../src/kubernetes/objects/rollout-object.js';
import { fromValue } from '../../../src/model/node.js';
import { Resource } from '../../../src/model/resource.js';
import alb, {
  actionAnnotation,
  actionService,
  conditionAnnotation,
  targetServices,
} from '../../../src/rollouts/routers/alb.js';
import { stableAndCanary } from '../../../src/rollouts/routers/stable-and-canary.js';
import { textSource } from '../../support/sources.js';

const services = { stableService: 'web', canaryService: 'web-canary' };
const pingPong = { pingService: 'ping', pongService: 'pong' };

function resource(kind: string, group: string, name: string, value: object): Resource {
  const identity = { group, version: 'v1', kind, name, namespace: undefined };
  const root = fromValue({ apiVersion: `${group}/v1`, kind, metadata: { name }, ...value });
  return new Resource(identity, textSource('a.yaml', ''), 0, { root });
}

function rollout(canary: CanaryStrategy): Resource {
  return resource('Rollout', 'argoproj.io', 'web', { spec: { strategy: { canary } } });
}

function ingress(service: string, annotations?: Record<string, string>): Resource {
  return resource('Ingress', 'networking.k8s.io', 'web', {
    metadata: { name: 'web', ...(annotations && { annotations }) },
    spec: {
      rules: [
        {
          http: {
            paths: [
              {
                path: '/*',
                pathType: 'ImplementationSpecific',
                backend: { service: { name: service, port: { name: 'use-annotation' } } },
              },
            ],
          },
        },
      ],
    },
  });
}

describe('the fields that name Services', () => {
  it.each([{ ...services }, { pingPong }, { ...services, pingPong }] satisfies CanaryStrategy[])(
    'are those of the Services that get the weights while ping is stable',
    (canary) => {
      const { stable, canary: other } = targetServices(rollout(canary));
      const object = { spec: { strategy: { canary } }, status: { canary: { stablePingPong: 'ping' } } };
      const names = stableAndCanary(object as RolloutObject, true);
      expect({ stable: stable.text, canary: other.text }).toEqual(names);
    },
  );

  it('name the root Service before the stable one, unless it is empty', () => {
    const names = ['root', ''].map((rootService) => {
      const routing = { alb: { ingress: 'web', servicePort: 80, rootService } };
      return actionService(rollout({ ...services, trafficRouting: routing })).text;
    });
    expect(names).toEqual(['root', 'web']);
  });
});

describe('the keys of annotations', () => {
  it.each([
    [undefined, 'alb.ingress.kubernetes.io'],
    ['', 'alb.ingress.kubernetes.io'],
    ['ingress.example.com', 'ingress.example.com'],
  ])('begin with the prefix of the Rollout or the usual one', (annotationPrefix, prefix) => {
    const routing = { alb: { ingress: 'web', servicePort: 80, annotationPrefix } };
    const found = rollout({ ...services, trafficRouting: routing });
    expect(actionAnnotation(found, 'web')).toBe(`${prefix}/actions.web`);
    expect(conditionAnnotation(found, 'beta')).toBe(`${prefix}/conditions.beta`);
  });
});

describe('live', () => {
  const routing = { alb: { ingress: 'web', servicePort: 80 }, managedRoutes: [{ name: 'beta' }] };
  const match = [{ headerName: 'X-Beta', headerValue: { exact: 'a&b' } }];
  const steps = [{ setHeaderRoute: { name: 'beta', match } }];
  const web = rollout({ ...services, trafficRouting: routing, steps });
  const header = web.at('spec', 'strategy', 'canary', 'steps', 0);

  it('has the annotations of weights and header routes, and the path of the route', () => {
    const found = alb.live(web, { weight: 20, headerRoutes: [header] }, () => ingress('web'), '1.9');
    expect(found.map(({ value }) => value)).toEqual([
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: {
          name: 'web',
          annotations: {
            'alb.ingress.kubernetes.io/actions.web':
              '{"Type":"forward","ForwardConfig":{"TargetGroups":[{"ServiceName":"web-canary","ServicePort":"80","Weight":20},{"ServiceName":"web","ServicePort":"80","Weight":80}]}}',
            'alb.ingress.kubernetes.io/actions.beta':
              '{"Type":"forward","ForwardConfig":{"TargetGroups":[{"ServiceName":"web-canary","ServicePort":"80","Weight":100}]}}',
            'alb.ingress.kubernetes.io/conditions.beta':
              '[{"field":"http-header","httpHeaderConfig":{"httpHeaderName":"X-Beta","values":["a\\u0026b"]}}]',
            'rollouts.argoproj.io/managed-alb-annotations':
              '{"web":["alb.ingress.kubernetes.io/actions.web","alb.ingress.kubernetes.io/actions.beta","alb.ingress.kubernetes.io/conditions.beta"]}',
          },
        },
        spec: {
          rules: [
            {
              http: {
                paths: ['beta', 'web'].map((name) => ({
                  path: '/*',
                  pathType: 'ImplementationSpecific',
                  backend: { service: { name, port: { name: 'use-annotation' } } },
                })),
              },
            },
          ],
        },
      },
    ]);
  });

  it('has nothing where the controller fails', () => {
    expect(alb.live(web, { weight: 20, headerRoutes: [] }, () => ingress('other'), '1.9')).toEqual([]);
  });

  it('has nothing of manifests that no API server takes', () => {
    const broken = resource('Ingress', 'networking.k8s.io', 'web', { spec: { rules: 'none' } });
    expect(alb.live(web, { weight: 20, headerRoutes: [] }, () => broken, '1.9')).toEqual([]);
  });

  it('has an Ingress once that is named twice', () => {
    const twice = { alb: { ingress: 'web', ingresses: ['web'], servicePort: 80 } };
    const one = ingress('web');
    const found = alb.live(
      rollout({ ...services, trafficRouting: twice }),
      { weight: 0, headerRoutes: [] },
      () => one,
      '1.9',
    );
    expect(found.map(({ resource: { name } }) => name)).toEqual(['web']);
  });
});
