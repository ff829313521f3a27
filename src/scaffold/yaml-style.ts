import { objectsOf } from '../manifests/canary.js';
import { toYaml } from '../report/yaml.js';
import { commented } from './commented.js';
import { manifestFiles, type NewService, objectsFor } from './service.js';
import { application, applicationFile, type NewFile, type Written } from './style.js';

/** A folder with a file for each object, and an Application beside it. */
export function yamlStyle(service: NewService): Written {
  const { name, namespace, argocd } = service;
  const manifests = objectsFor(service, { namespace });
  const all = manifestFiles(manifests);
  const names = all.map(({ file }) => file);
  const files: NewFile[] = all.map((one) => ({ path: `${name}/${one.file}`, text: commented(one, names) }));
  if (argocd) {
    const source = { path: argocd.path, namespace };
    files.push({
      path: applicationFile(name),
      text: `${applicationRemark}\n${toYaml(application(name, argocd, source, objectsOf(manifests)))}`,
    });
  }
  return { files, deployments: [{ files }], next: [`rolloutkit simulate ${name}`] };
}

export const applicationRemark =
  '# ignoreDifferences selects objects by name. After renaming one, run: rolloutkit drift --write';
