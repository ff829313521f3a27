import { Yaml } from 'cdk8s';
import fc from 'fast-check';
import { newService } from '../../src/write/scaffold/new-service.js';
import { styles } from '../../src/write/scaffold/style.js';
import { newServices, project } from '../support/new-services.js';
import { applicationManifest } from '../../src/constructs/manifests/application.js';
import { canaryManifests, orderedManifests } from '../../src/constructs/manifests/canary.js';
import { canaryProps } from '../support/canary-props.js';
import type { File } from '../support/random-repository.js';

/** Canaries by chance, each with its Application; the same for the same seed. */
export function constructed(count: number, seed: number): readonly (readonly File[])[] {
  return fc.sample(canaryProps, { numRuns: count, seed }).map(({ props, namespace }) => {
    const objects = orderedManifests(canaryManifests('shop', props, { namespace }));
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

/** Services as `new` writes them in all styles, as they are deployed; the same for the same seed. */
export function scaffolded(count: number, seed: number): readonly (readonly File[])[] {
  return fc.sample(newServices, { numRuns: count, seed }).flatMap((service, index) => {
    const style = styles[index % styles.length]!;
    const { deployments } = newService(service, { style, project, version: '1.0.0' });
    const files = deployments[0]?.files.filter(({ path }) => /\.ya?ml$/.test(path)) ?? [];
    // The Application deploys its path, and the files of a service stand in a folder of its name.
    const { name, argocd } = service;
    const placed = (path: string): string =>
      argocd && path.startsWith(`${name}/`) ? `${argocd.path}${path.slice(name.length)}` : path;
    return files.length === 0
      ? []
      : [files.map(({ path, text }) => ({ path: `/repository/${placed(path)}`, text }))];
  });
}
