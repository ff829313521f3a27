import * as kplus from 'cdk8s-plus-27';
import { Chart, Testing } from 'cdk8s';
import { describe, expect, it } from 'vitest';
import { canaryManifests } from '../../../src/constructs/manifests/canary.js';
import { type PodProps, unrequested } from '../../../src/constructs/manifests/image-pods.js';
import type { CanaryProps } from '../../../src/constructs/manifests/props.js';
import { NoTraffic } from '../../../src/constructs/manifests/traffic.js';

interface Template {
  readonly spec: {
    readonly automountServiceAccountToken?: boolean;
    readonly containers: readonly [{ readonly securityContext?: object; readonly readinessProbe?: object }];
  };
}

const image = 'shop:1';

function templateOf(pod: CanaryProps['pod'], props: Partial<CanaryProps> = {}): Template {
  const { rollout } = canaryManifests('shop', {
    pod,
    traffic: NoTraffic.replicas({ service: false }),
    ...props,
  });
  return (rollout['spec'] as { readonly template: Template }).template;
}

const containerOf = (pod: Omit<PodProps, 'image'>) => templateOf({ image, ...pod }).spec.containers[0];

const hardened = {
  runAsNonRoot: true,
  readOnlyRootFilesystem: true,
  allowPrivilegeEscalation: false,
  privileged: false,
};

describe('the security context of a container', () => {
  it('is that of cdk8s-plus', () => {
    const chart = new Chart(Testing.app(), 'shop');
    new kplus.Deployment(chart, 'shop', { containers: [{ image, portNumber: 8080 }] });
    const [deployment] = Testing.synth(chart) as readonly {
      readonly spec: { readonly template: Template };
    }[];
    const { spec } = templateOf({ image, port: 8080 });

    expect(spec.containers[0].securityContext).toEqual(
      deployment?.spec.template.spec.containers[0].securityContext,
    );
    expect(spec.automountServiceAccountToken).toBe(
      deployment?.spec.template.spec.automountServiceAccountToken,
    );
  });

  it.each<[string, Omit<PodProps, 'image'>, object | undefined]>([
    ['is hardened', {}, hardened],
    ['is left out', { securityContext: false }, undefined],
    ['is left out with all defaults', { defaults: false }, undefined],
    [
      'is what is said alone without defaults',
      { defaults: false, securityContext: { runAsUser: 7 } },
      { runAsUser: 7 },
    ],
    [
      'is changed in one field',
      { securityContext: { readOnlyRootFilesystem: false } },
      { ...hardened, readOnlyRootFilesystem: false },
    ],
    [
      'is what the container says',
      { securityContext: { runAsUser: 7 }, container: { securityContext: { runAsNonRoot: false } } },
      { ...hardened, runAsNonRoot: false, runAsUser: 7 },
    ],
    // The kubelet: container's runAsUser breaks non-root policy.
    [
      'lets a process be root that has to be',
      { securityContext: { runAsUser: 0 } },
      { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, privileged: false, runAsUser: 0 },
    ],
    [
      'lets a process be root that has to be by its pod',
      { spec: { securityContext: { runAsUser: 0 } } },
      { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, privileged: false },
    ],
    [
      'leaves to the pod what it says',
      { spec: { securityContext: { runAsNonRoot: false } } },
      { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, privileged: false },
    ],
    // The API server: cannot set `allowPrivilegeEscalation` to false and `privileged` to true.
    [
      'lets a privileged process escalate',
      { securityContext: { privileged: true } },
      { runAsNonRoot: true, readOnlyRootFilesystem: true, privileged: true },
    ],
    [
      'lets a process escalate that a field of the container makes privileged',
      { container: { securityContext: { privileged: true } } },
      { runAsNonRoot: true, readOnlyRootFilesystem: true, privileged: true },
    ],
    [
      'lets a process with CAP_SYS_ADMIN escalate',
      { securityContext: { capabilities: { add: ['CAP_SYS_ADMIN'] } } },
      {
        runAsNonRoot: true,
        readOnlyRootFilesystem: true,
        privileged: false,
        capabilities: { add: ['CAP_SYS_ADMIN'] },
      },
    ],
    // The API server: securityContext.readOnlyRootFilesystem cannot be set for a windows pod.
    ['has no fields that Windows lacks', { spec: { os: { name: 'windows' } } }, undefined],
    [
      'has none on nodes with Windows',
      { spec: { nodeSelector: { 'kubernetes.io/os': 'windows' } } },
      undefined,
    ],
  ])('%s', (_, pod, expected) => {
    expect(containerOf(pod).securityContext).toEqual(expected);
  });
});

describe('the readiness probe', () => {
  const connects = { tcpSocket: { port: 'http' } };
  const asks = { httpGet: { path: '/', port: 8080 } };

  it.each<[string, Omit<PodProps, 'image'>, object | undefined]>([
    ['connects to the port', { port: 8080 }, connects],
    ['connects to the port by its name', { port: 8080, portName: 'grpc' }, { tcpSocket: { port: 'grpc' } }],
    ['is what is said', { port: 8080, readinessProbe: asks }, asks],
    ['is what the container says', { port: 8080, container: { readinessProbe: asks } }, asks],
    ['is none where it is turned off', { port: 8080, readinessProbe: false }, undefined],
    ['is none without defaults', { port: 8080, defaults: false }, undefined],
    ['is none without a port', {}, undefined],
    ['is none where a startup probe holds the pod back', { port: 8080, startupProbe: asks }, undefined],
  ])('%s', (_, pod, expected) => {
    expect(containerOf(pod).readinessProbe).toEqual(expected);
  });
});

describe('the token of the account', () => {
  const tokenOf = (pod: Omit<PodProps, 'image'>, props: Partial<CanaryProps> = {}): boolean | undefined =>
    templateOf({ image, ...pod }, props).spec.automountServiceAccountToken;

  it('is not given to pods', () => {
    expect(tokenOf({})).toBe(false);
    expect(tokenOf({}, { serviceAccount: true })).toBe(false);
  });

  it('is given where a prop or the account says so', () => {
    expect(tokenOf({ automountServiceAccountToken: true })).toBe(true);
    expect(tokenOf({ spec: { automountServiceAccountToken: true } })).toBe(true);
    // Unset in the pod, so the account decides.
    expect(tokenOf({}, { serviceAccount: { automountToken: true } })).toBeUndefined();
    expect(tokenOf({ defaults: false })).toBeUndefined();
  });
});

it('leaves a template as it is', () => {
  const template = {
    metadata: { labels: { app: 'shop' } },
    spec: { containers: [{ name: 'shop', image, ports: [{ containerPort: 8080 }] }] },
  };
  expect(templateOf({ template })).toEqual(template);
});

describe('resources', () => {
  const missing = (pod: Omit<PodProps, 'image'>): readonly string[] =>
    unrequested(templateOf({ image, ...pod }) as unknown as Record<string, unknown>);

  it('are left out', () => {
    expect(containerOf({ resources: false })).not.toHaveProperty('resources');
  });

  it('are missing where neither the container nor its pod requests them', () => {
    expect(missing({})).toEqual(['cpu', 'memory']);
    expect(missing({ resources: { requests: { cpu: '1' } } })).toEqual(['memory']);
    // The API server takes a limit for a request where there is none.
    expect(missing({ resources: { requests: { cpu: '1' }, limits: { memory: '1Gi' } } })).toEqual([]);
    expect(missing({ spec: { resources: { requests: { cpu: 1, memory: '1Gi' } } } })).toEqual([]);
  });
});
