import { commented } from './commented.js';
import { applicationSet, environmentsOf } from './environments.js';
import { nextSteps } from './next-steps.js';
import type { NewService, Variant } from './service.js';
import { type ManifestFile, manifestFiles } from './service-objects.js';
import { applicationFile, applicationText, inFolder, type NewFile, type WrittenService } from './style.js';

/** A folder with a file for each object, and an Application beside it; with environments, a folder for each of them. */
export function yamlStyle(service: NewService): WrittenService {
  const { name, namespace, argocd, environments } = service;
  if (environments) return inEnvironments(service, environments);
  const all = manifestFiles(service, { namespace });
  const files = filesIn(name, all);
  if (argocd) {
    const source = { path: argocd.path, namespace };
    const manifests = all.map(({ manifest }) => manifest);
    files.push({ path: applicationFile(name), text: applicationText(name, service, source, manifests) });
  }
  return {
    files,
    deployments: [{ files }],
    next: nextSteps(service, { look: `rolloutkit simulate ${name}` }),
  };
}

function filesIn(folder: string, all: readonly ManifestFile[]): NewFile[] {
  const names = all.map(({ file }) => file);
  return all.map((one) => ({ path: `${folder}/${one.file}`, text: commented(one, names) }));
}

/** The same files in a folder for each environment, which an ApplicationSet deploys. */
function inEnvironments(service: NewService, called: readonly string[]): WrittenService {
  const { name, argocd } = service;
  const environments = environmentsOf(service, called);
  const of = (variant: Variant): readonly ManifestFile[] => manifestFiles(service, variant);
  const files = [
    ...environments.flatMap((one) =>
      filesIn(`${name}/${one.name}`, of({ namespace: one.namespace, hosts: one.hosts })),
    ),
    ...(argocd
      ? [
          applicationSet(
            service,
            of({}).map(({ manifest }) => manifest),
            { environments, path: inFolder(argocd.path, '{{.environment}}') },
          ),
        ]
      : []),
  ];
  return {
    files,
    deployments: [{ files }],
    next: nextSteps(service, { look: `rolloutkit simulate ${name}/${called.at(-1)}`, environments }),
  };
}
