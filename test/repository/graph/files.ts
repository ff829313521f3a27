import { Graph } from '../../../src/repository/graph/graph.js';
import type { Reference, Target } from '../../../src/model/reference.js';
import type { Resource } from '../../../src/model/resource.js';
import { Reader } from '../../../src/yaml/parse/read.js';
import { folderOf } from '../../../src/model/source.js';
import { textSource } from '../../support/sources.js';

/** A graph of files that exist in the test only, and what a test asks of it. */
export function graphOf(files: Readonly<Record<string, string>>) {
  const reader = new Reader();
  const sources = Object.entries(files).map(([path, text]) => textSource(`/repo/${path}`, text));
  const readings = sources.map((source) => reader.read(source));
  const graph = new Graph(
    readings.flatMap(({ resources }) => resources),
    {
      incomplete: new Set(sources.filter((_, index) => readings[index]!.template).map(folderOf)),
      files: sources,
    },
  );

  /** `Kind/name` of a file. */
  const get = (file: string, object: string): Resource => {
    const [kind, name] = object.split('/');
    const found = readings
      .flatMap(({ resources }) => resources)
      .find((other) => other.source.path === `/repo/${file}` && other.kind === kind && other.name === name);
    if (!found) throw new Error(`${object} is not in ${file}`);
    return found;
  };

  const reference = (file: string, from: string, to: string): Reference => ({
    from: get(file, from).at('spec'),
    to: target(to),
  });

  return {
    graph,
    get,
    reference,
    /** The files of what a reference leads to; `absent` or `unknown` where it leads nowhere. */
    leads: (file: string, from: string, to: string): readonly string[] | 'absent' | 'unknown' => {
      const { found, isAbsent } = graph.resolve(reference(file, from, to));
      if (isAbsent) return 'absent';
      return found.length === 0 ? 'unknown' : found.map(fileOf);
    },
    namespaceOf: (file: string, object: string) => graph.namespace(get(file, object)),
    repeated: () => [...graph.repeated()].map((group) => group.map(fileOf)),
  };
}

/** `Kind/name` or `Kind/namespace/name` of one of the groups that the tests use. */
function target(text: string): Target {
  const [kind = '', ...rest] = text.split('/');
  const [group] = versions[kind]?.split('/') ?? [''];
  return { group: group!, kind, name: rest.at(-1)!, namespace: rest.length > 1 ? rest[0] : undefined };
}

const versions: Readonly<Record<string, string>> = {
  Application: 'argoproj.io/v1alpha1',
  AnalysisTemplate: 'argoproj.io/v1alpha1',
  ClusterAnalysisTemplate: 'argoproj.io/v1alpha1',
  Deployment: 'apps/v1',
  Gateway: 'networking.istio.io/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking.k8s.io/v1',
  Rollout: 'argoproj.io/v1alpha1',
  VirtualService: 'networking.istio.io/v1',
};

/** Manifests of which nothing but the identity matters: `Kind/name` or `Kind/namespace/name`. */
export function manifests(...objects: readonly string[]): string {
  return objects
    .map((object) => {
      const [kind = '', ...rest] = object.split('/');
      const namespace = rest.length > 1 ? `\n  namespace: ${rest[0]}` : '';
      return `apiVersion: ${versions[kind] ?? 'v1'}\nkind: ${kind}\nmetadata:\n  name: ${rest.at(-1)}${namespace}\nspec: {}\n`;
    })
    .join('---\n');
}

/** An Application that deploys a folder of a repository. */
export function application(name: string, path: string, namespace: string, more = ''): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: ${name}
  namespace: argocd
spec:
  source:
    repoURL: https://git.example.com/shop/manifests.git
    path: ${path}
${more}  destination:
    server: https://kubernetes.default.svc
    namespace: ${namespace}
`;
}

function fileOf({ source }: Resource): string {
  return source.path.slice('/repo/'.length);
}
