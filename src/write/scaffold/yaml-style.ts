import { commented } from './commented.js';
import { nextSteps } from './next-steps.js';
import type { NewService } from './service.js';
import { manifestFiles } from './service-objects.js';
import { applicationFile, applicationText, type NewFile, type Written } from './style.js';

/** A folder with a file for each object, and an Application beside it. */
export function yamlStyle(service: NewService): Written {
  const { name, namespace, argocd } = service;
  const all = manifestFiles(service, { namespace });
  const names = all.map(({ file }) => file);
  const files: NewFile[] = all.map((one) => ({ path: `${name}/${one.file}`, text: commented(one, names) }));
  if (argocd) {
    const source = { path: argocd.path, namespace };
    files.push({
      path: applicationFile(name),
      text: applicationText(
        name,
        service,
        source,
        all.map(({ manifest }) => manifest),
      ),
    });
  }
  return {
    files,
    deployments: [{ files }],
    next: nextSteps(service, { look: `rolloutkit simulate ${name}` }),
  };
}
