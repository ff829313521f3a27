import { type ApiObject, App, Chart, Yaml } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { isApplication, repositoryName, sources as sourcesOf } from '../kubernetes/kinds/application.js';
import { fromValue } from '../model/node.js';
import { Resource } from '../model/resource.js';
import type { Place, Source } from '../model/source.js';
import { managedBy, objectsIn } from './managed.js';

/** The objects of an app as they will be written, with patches, and the construct of each range of text. */
export interface FinishedObjects {
  /** One text per chart; objects that an Application manages are in the folder that it deploys. */
  readonly sources: readonly Source[];
  /** All texts combined, to detect changes. */
  readonly key: string;
  /** The object that contains a place; undefined for a place in another source. */
  readonly objectAt: (place: Place) => ApiObject | undefined;
}

/**
 * Renders all objects below a construct. Throws as cdk8s does if a patch cannot be applied.
 * @param workingFolder the parent of the output folder, for callers with files beside it
 */
export function finishedObjects(root: IConstruct, workingFolder = ''): FinishedObjects {
  const objects = objectsIn([root]);
  const rendered = objects.map((object): Rendered => {
    const json: unknown = object.toJson();
    return { object, json, text: Yaml.stringify(json) };
  });
  const byObject = new Map(rendered.map((one) => [one.object, one]));

  const files = new Map<string, Rendered[]>();
  const put = (folder: string, one: Rendered): void => {
    const path = `${folder}/${fileOf(one.object)}`;
    const file = files.get(path);
    if (!file) files.set(path, [one]);
    else if (!file.includes(one)) file.push(one);
  };
  const placed = new Set<ApiObject>();
  for (const application of rendered) {
    const folder = folderOf(application);
    if (folder === undefined) continue;
    for (const object of managedBy(application.object)) {
      const one = byObject.get(object);
      if (!one) continue; // It belongs to another app.
      placed.add(object);
      put(folder, one);
    }
  }
  for (const one of rendered) if (!placed.has(one.object)) put(workingFolder + outputOf(root), one);

  const stretches = new Map<Source, readonly Stretch[]>();
  for (const [path, ones] of files) {
    const { text, starts } = joinedDocuments(ones);
    stretches.set(
      { path, name: path.replace(workingFolder, '').slice(1), read: () => text },
      ones.map(({ object }, index) => ({ object, start: starts[index] ?? 0 })),
    );
  }
  return {
    sources: [...stretches.keys()],
    key: JSON.stringify([...files].map(([path, ones]) => [path, ones.map(({ text }) => text)])),
    objectAt: ({ source, start }) => stretches.get(source)?.findLast((one) => one.start <= start)?.object,
  };
}

interface Rendered {
  readonly object: ApiObject;
  readonly json: unknown;
  readonly text: string;
}

interface Stretch {
  readonly object: ApiObject;
  readonly start: number;
}

function joinedDocuments(ones: readonly Rendered[]): {
  readonly text: string;
  readonly starts: readonly number[];
} {
  let text = '';
  const starts: number[] = [];
  for (const one of ones) {
    if (text !== '') text += '---\n';
    starts.push(text.length);
    text += one.text;
  }
  return { text, starts };
}

/** The name that cdk8s gives the file of a chart. */
function fileOf(object: ApiObject): string {
  return `${Chart.of(object).node.path.replaceAll('/', '-') || 'chart'}.k8s.yaml`;
}

/** The output folder of an app. */
function outputOf(root: IConstruct): string {
  const outdir = root instanceof App ? root.outdir : 'dist';
  return `/${outdir.replaceAll('\\', '/').replace(/^(\.?\/)+|(?<!\/)\/+$/g, '')}`;
}

/** The folder that an Application deploys, in a repository of its name; undefined for Helm charts and sources without a path. */
function folderOf({ object, json }: Rendered): string | undefined {
  if (!isApplication({ group: object.apiGroup, kind: object.kind })) return undefined;
  const { apiGroup: group, kind, name } = object;
  const identity = { group, version: '', kind, name, namespace: undefined };
  const application = new Resource(identity, { path: '', name: '', read: () => '' }, 0, {
    root: fromValue(json),
  });
  const source = sourcesOf(application).find((one) => one.at('path').exists && !one.at('chart').exists);
  if (!source) return undefined;
  const repository = repositoryName(source.at('repoURL').text ?? '') ?? 'repository';
  const segments = (source.at('path').text ?? '').split('/').filter((segment) => !/^\.?$/.test(segment));
  return `/${[repository, ...segments].join('/')}`;
}
