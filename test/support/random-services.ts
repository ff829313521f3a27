import fc from 'fast-check';
import { newService } from '../../src/write/scaffold/new-service.js';
import type { NewService } from '../../src/write/scaffold/service.js';
import { newServices, project } from './new-services.js';
import type { File } from './random-repository.js';

/** A service by chance, with its files as `new` writes them in YAML. */
export interface RandomService {
  readonly service: NewService;
  readonly files: readonly File[];
}

/** The path in the repository that its Application deploys. */
function placed(path: string, { name, argocd }: NewService): string {
  return argocd && path.startsWith(`${name}/`) ? `${argocd.path}${path.slice(name.length)}` : path;
}

/** The same for the same seed. */
export function randomServices(count: number, seed: number): readonly RandomService[] {
  return fc.sample(newServices, { numRuns: count, seed }).map((service) => ({
    service,
    files: newService(service, { style: 'yaml', project, version: '1.0.0' }).files.map(({ path, text }) => ({
      path: placed(path, service),
      text,
    })),
  }));
}
