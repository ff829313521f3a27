import { Yaml } from 'cdk8s';
import fc from 'fast-check';
import { applicationManifest } from '../../src/constructs/manifests/application.js';
import { canaryManifests, objectsOf } from '../../src/constructs/manifests/canary.js';
import { canaryProps } from '../support/canary-props.js';
import type { File } from '../support/random-repository.js';

/** Canaries by chance, each with its Application; the same for the same seed. */
export function constructed(count: number, seed: number): readonly (readonly File[])[] {
  return fc.sample(canaryProps, { numRuns: count, seed }).map(({ props, namespace }) => {
    const objects = objectsOf(canaryManifests('shop', props, { namespace }));
    const application = applicationManifest(
      'shop',
      {
        source: { repoURL: 'https://git.example.com/shop.git', path: 'shop' },
        destination: { server: 'https://kubernetes.default.svc', namespace: namespace ?? 'shop' },
        syncPolicy: { automated: { prune: true, selfHeal: true } },
      },
      objects,
      {},
    );
    return [
      { path: '/repository/shop/app.yaml', text: Yaml.stringify(...objects) },
      { path: '/repository/argocd/app.yaml', text: Yaml.stringify(application) },
    ];
  });
}
