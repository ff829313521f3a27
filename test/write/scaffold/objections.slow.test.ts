import { describe, expect, it } from 'vitest';
import { newService, objectionsToService } from '../../../src/write/scaffold/new-service.js';
import type { NewService } from '../../../src/write/scaffold/service.js';
import type { WrittenService } from '../../../src/write/scaffold/style.js';

const service: NewService = {
  name: 'checkout',
  router: 'istio-subset',
  image: 'checkout:1',
  port: 8080,
  namespace: 'shop',
  hosts: [],
  argocd: { repository: 'https://git.example.com/shop.git', path: 'checkout' },
};

const project = { isModule: true, usesJest: false, has: undefined };

/** A service in which a text was replaced, wherever it is in the files of this name. */
function spoilt(file: string, from: string, to: string): WrittenService {
  const written = newService(service, { style: 'yaml', project, version: '1.0.0' });
  let count = 0;
  const deployments = written.deployments.map(({ files }) => ({
    files: files.map((one) => {
      if (!one.path.endsWith(file) || !one.text.includes(from)) return one;
      count += 1;
      return { ...one, text: one.text.replaceAll(from, to) };
    }),
  }));
  expect(count).toBe(1);
  return { ...written, deployments };
}

describe('what is said against a service before it is written', () => {
  it('is nothing when all is well', () => {
    expect(
      objectionsToService(service, newService(service, { style: 'yaml', project, version: '1.0.0' })),
    ).toEqual([]);
  });

  it('is what lint finds, and what the controller says', () => {
    const said = objectionsToService(service, spoilt('virtualservice.yaml', 'name: primary', 'name: first'));
    expect(said.join('\n')).toContain('checkout/rollout.yaml: istio/route-exists: ');
    expect(said.join('\n')).toMatch(/Rollout "checkout": .*(simulate|primary)/);
  });

  it('is what Argo CD would call out of sync', () => {
    const said = objectionsToService(
      service,
      spoilt('checkout.application.yaml', '.spec.http[]?.route[]?.weight', '.spec.tcp'),
    );
    expect(said.join('\n')).toContain('Application "checkout": out-of-sync at ');
  });

  it('is that nothing is deployed', () => {
    const said = objectionsToService(
      service,
      spoilt('checkout.application.yaml', 'path: checkout', 'path: cart'),
    );
    expect(said).toContain('Application "checkout" deploys no Rollout.');
    expect(objectionsToService(service, spoilt('rollout.yaml', 'kind: Rollout', 'kind: Rollin'))).toContain(
      'The files contain no Rollout.',
    );
  });
});
