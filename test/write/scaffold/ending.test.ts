import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { routers } from '../../../src/cli/new-options.js';
import { manifestFiles } from '../../../src/write/scaffold/service-objects.js';
import type { NewService } from '../../../src/write/scaffold/service.js';

interface Pods {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly {
    readonly imagePullPolicy: string;
    readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  }[];
}

function podsOf(asked: Partial<NewService>): Pods {
  const service: NewService = {
    name: 'web',
    router: 'none',
    strategy: 'canary',
    image: 'ghcr.io/acme/web:1',
    port: 8080,
    namespace: 'shop',
    hosts: ['web.example.com'],
    gateway: 'infra/public',
    hasNetworkPolicy: true,
    ...asked,
  };
  const files = manifestFiles(service, { namespace: 'shop' });
  const rollout = files.find(({ manifest }) => manifest.kind === 'Rollout')?.manifest['spec'] as {
    readonly template: { readonly spec: Pods };
  };
  return rollout.template.spec;
}

it.each(routers)(
  'of pods: %s sends requests no longer than they serve, and they have time to end',
  (router) => {
    const { terminationGracePeriodSeconds: grace, containers } = podsOf({ router });
    const wait = containers[0]!.lifecycle.preStop.sleep.seconds;
    // The delay that the Ingress of an ALB sets for its targets; others need some seconds to hear of it.
    const ingress = readFileSync(path.join(__dirname, '../../../templates/new/ingress-alb.yaml'), 'utf8');
    const delay = Number(/deregistration_delay\.timeout_seconds=(\d+)/.exec(ingress)?.[1]);
    expect(delay).toBeGreaterThan(0);
    expect(wait).toBeGreaterThanOrEqual(router === 'alb' ? delay : 5);
    // The preStop hook counts into the grace period; 30 seconds for the process are the default of Kubernetes.
    expect(grace - wait).toBe(30);
  },
);

it.each([
  ['ghcr.io/acme/web:1.2.3', 'IfNotPresent'],
  ['ghcr.io/acme/web:latest', 'Always'],
  [`ghcr.io/acme/web@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
])('of images: %s is pulled %s', (image, policy) => {
  expect(podsOf({ image }).containers[0]!.imagePullPolicy).toBe(policy);
});
