import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';

export interface RawCanary {
  readonly scope: Construct;
  readonly rollout: ApiObject;
  readonly service: ApiObject;
  readonly virtualService: ApiObject;
  readonly destinationRule: ApiObject;
}

/** A canary that Istio splits by subsets, of plain objects: what is checked does not come from our own constructs. */
export function canary(parent: Construct, name: string): RawCanary {
  const scope = new Construct(parent, name);
  const labels = { app: name };
  const object = (apiVersion: string, kind: string, spec: object): ApiObject =>
    new ApiObject(scope, kind, { apiVersion, kind, metadata: { name }, spec });
  const destination = (subset: string) => ({ host: name, subset });
  return {
    scope,
    rollout: object('argoproj.io/v1alpha1', 'Rollout', {
      replicas: 4,
      selector: { matchLabels: labels },
      strategy: {
        canary: {
          trafficRouting: {
            istio: {
              virtualService: { name, routes: ['primary'] },
              destinationRule: { name, stableSubsetName: 'stable', canarySubsetName: 'canary' },
            },
          },
          steps: [{ setWeight: 20 }, { pause: {} }],
        },
      },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            {
              name,
              image: `ghcr.io/example/${name}:1.0.0`,
              ports: [{ name: 'http', containerPort: 8080 }],
              readinessProbe: { tcpSocket: { port: 'http' } },
            },
          ],
        },
      },
    }),
    service: object('v1', 'Service', {
      selector: labels,
      ports: [{ name: 'http', port: 80, targetPort: 'http' }],
    }),
    virtualService: object('networking.istio.io/v1', 'VirtualService', {
      hosts: [name],
      http: [
        {
          name: 'primary',
          route: [
            { destination: destination('stable'), weight: 100 },
            { destination: destination('canary'), weight: 0 },
          ],
        },
      ],
    }),
    destinationRule: object('networking.istio.io/v1', 'DestinationRule', {
      host: name,
      subsets: [
        { name: 'stable', labels },
        { name: 'canary', labels },
      ],
    }),
  };
}
