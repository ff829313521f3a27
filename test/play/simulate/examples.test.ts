import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameCalled, mainLine, objectIn, traceOfFolder } from '../../support/traces.js';

const folder = (name: string): string => path.join(__dirname, '../../../examples', name, 'corrected');

describe('examples/alb-header-route', () => {
  const trace = traceOfFolder(folder('alb-header-route'));
  const preview = ', routes ticket-api-preview';

  it('shows the preview to its testers before anybody else has the new version', () => {
    expect(mainLine(trace)).toEqual([
      'installed: 0, canary 0/0, stable 10/10',
      'started: 0, canary 0/1, stable 10/10',
      'step-0: 0, canary 1/1, stable 10/10',
      `step-1: 0, canary 1/1, stable 10/10${preview}`,
      `step-2: 1, canary 1/1, stable 10/10${preview}`,
      `step-3: 1, canary 1/1, stable 10/10${preview}`,
      `step-4: 1, canary 1/1, stable 10/10${preview}`,
      `step-5-scaling: 1, canary 1/8, stable 10/10${preview}`,
      `step-5: 80, canary 8/8, stable 10/10${preview}`,
      `step-6: 80, canary 8/8, stable 10/10${preview}`,
      `last-scaling: 80, canary 8/10, stable 10/10${preview}`,
      `at-scale: 100, canary 10/10, stable 10/10${preview}`,
      'promoted: 0, canary 0/0, stable 10/10, old 10/10',
      'scaled-down: 0, canary 0/0, stable 10/10',
    ]);
  });

  it('writes the Ingress that the load balancer reads', () => {
    const { metadata, spec } = objectIn(
      frameCalled(trace, 'step-3'),
      'networking.k8s.io/Ingress/ticketing/ticket-api',
    ) as {
      metadata: { annotations: Record<string, string> };
      spec: { rules: { http: { paths: unknown[] } }[] };
    };
    const target = (service: string, weight: number): string =>
      `{"ServiceName":"${service}","ServicePort":"80","Weight":${weight}}`;
    const action = (...targets: string[]): string =>
      `{"Type":"forward","ForwardConfig":{"TargetGroups":[${targets.join(',')}]}}`;
    const prefix = 'alb.ingress.kubernetes.io';
    expect(metadata.annotations).toEqual({
      [`${prefix}/scheme`]: 'internet-facing',
      [`${prefix}/target-type`]: 'ip',
      [`${prefix}/healthcheck-path`]: '/readyz',
      [`${prefix}/actions.ticket-api-root`]: action(
        target('ticket-api-canary', 1),
        target('ticket-api-stable', 99),
      ),
      [`${prefix}/actions.ticket-api-preview`]: action(target('ticket-api-canary', 100)),
      [`${prefix}/conditions.ticket-api-preview`]:
        '[{"field":"http-header","httpHeaderConfig":{"httpHeaderName":"X-Ticket-Preview","values":["staff"]}}]',
      'rollouts.argoproj.io/managed-alb-annotations': JSON.stringify({
        'ticket-api': ['root', 'preview'].flatMap((name) =>
          name === 'root'
            ? [`${prefix}/actions.ticket-api-root`]
            : [`${prefix}/actions.ticket-api-preview`, `${prefix}/conditions.ticket-api-preview`],
        ),
      }),
    });
    expect(spec.rules[0]?.http.paths[0]).toEqual({
      path: '/*',
      pathType: 'ImplementationSpecific',
      backend: { service: { name: 'ticket-api-preview', port: { name: 'use-annotation' } } },
    });
  });
});

describe('examples/istio-host', () => {
  const trace = traceOfFolder(folder('istio-host'));

  it('goes from 5 to 50 and to all', () => {
    expect(mainLine(trace)).toEqual([
      'installed: 0, canary 0/0, stable 4/4',
      'started: 0, canary 0/1, stable 4/4',
      'step-0: 5, canary 1/1, stable 4/4',
      'step-1: 5, canary 1/1, stable 4/4',
      'step-2-scaling: 5, canary 1/2, stable 4/4',
      'step-2: 50, canary 2/2, stable 4/4',
      'step-3: 50, canary 2/2, stable 4/4',
      'last-scaling: 50, canary 2/4, stable 4/4',
      'at-scale: 100, canary 4/4, stable 4/4',
      'promoted: 0, canary 0/0, stable 4/4, old 4/4',
      'scaled-down: 0, canary 0/0, stable 4/4',
    ]);
    expect(frameCalled(trace, 'step-3').event).toBe(undefined);
    expect(frameCalled(trace, 'last-scaling').event).toBe('600 s pass');
  });

  it('leaves the route alone that redirects', () => {
    const { spec } = objectIn(
      frameCalled(trace, 'step-2'),
      'networking.istio.io/VirtualService/bookshop/catalog',
    ) as { spec: { http: unknown[] } };
    expect(spec.http).toEqual([
      { name: 'moved', match: [{ uri: { exact: '/books' } }], redirect: { uri: '/catalog' } },
      {
        name: 'primary',
        route: [
          { destination: { host: 'catalog-stable' }, weight: 50 },
          { destination: { host: 'catalog-canary' }, weight: 50 },
        ],
      },
    ]);
  });

  it('names the files of the objects', () => {
    expect(trace.files.get('networking.istio.io/VirtualService/bookshop/catalog')).toBe(
      'examples/istio-host/corrected/virtualservice.yaml',
    );
  });
});

describe('examples/istio-subset', () => {
  const trace = traceOfFolder(folder('istio-subset'));
  const subsets = (id: string): unknown =>
    (
      objectIn(frameCalled(trace, id), 'networking.istio.io/DestinationRule/pricing/quotes') as {
        spec: { subsets: unknown };
      }
    ).spec.subsets;
  const labels = (stable: string, canary: string): unknown => [
    { name: 'stable', labels: { app: 'quotes', 'rollouts-pod-template-hash': stable } },
    { name: 'canary', labels: { app: 'quotes', 'rollouts-pod-template-hash': canary } },
  ];

  it('tells the subsets apart by their hashes', () => {
    expect(subsets('installed')).toEqual(labels('H1', 'H1'));
    expect(subsets('step-0')).toEqual(labels('H1', 'H2'));
    expect(subsets('step-3-aborted')).toEqual(labels('H1', 'H2'));
    expect(subsets('step-3-rolled-back')).toEqual(labels('H1', 'H1'));
    expect(subsets('promoted')).toEqual(labels('H2', 'H2'));
  });

  it('waits with the DestinationRule for pods, which is an error that passes', () => {
    const [error, ...more] = frameCalled(trace, 'step-2-scaling').errors;
    expect(more).toEqual([]);
    expect(error).toEqual({
      condition: undefined,
      message: 'delaying destination rule switch: ReplicaSet quotes-H2 not fully available',
      isTransient: true,
    });
  });
});
