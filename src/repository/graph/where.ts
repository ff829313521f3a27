import { isApplication } from '../../kubernetes/kinds/application.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from './graph.js';

/** One way in which an object is deployed, by criteria that distinguish parts of a repository. */
export interface Where {
  /** Its file, the kustomization that builds it, and for a rendered object the files that it was rendered from. */
  readonly paths: readonly string[];
  /** Undefined if unknown. */
  readonly namespace: string | undefined;
  /** The names of the Application that deploys it, and its own if it is one. */
  readonly applications: readonly string[];
}

/** Looks up where the objects of a graph are deployed. */
export class Wheres {
  private readonly known = new Map<Resource, readonly Where[]>();

  /** `writtenIn` returns the files that a rendered object was rendered from. */
  constructor(
    private readonly graph: Graph,
    private readonly writtenIn: (resource: Resource) => readonly string[] = () => [],
  ) {}

  /** The ways in which an object is deployed; at least one. */
  of(resource: Resource): readonly Where[] {
    let all = this.known.get(resource);
    if (!all) this.known.set(resource, (all = this.find(resource)));
    return all;
  }

  private find(resource: Resource): readonly Where[] {
    const paths = [resource.source.path, ...this.writtenIn(resource)];
    const own = isApplication(resource) ? [resource.name] : [];
    const all = this.graph.placements(resource).map((placement): Where => {
      const { application, leaf } = placement;
      return {
        paths: leaf ? [...paths, leaf.resource.source.path] : paths,
        namespace: this.graph.namespaceAt(resource, placement),
        applications: [...own, ...(application && application !== resource ? [application.name] : [])],
      };
    });
    const byKey = new Map(all.map((one) => [JSON.stringify(one), one]));
    return [...byKey.values()];
  }
}

/** The placement of a file without a resource. */
export function whereOfFile(path: string): Where {
  return { paths: [path], namespace: undefined, applications: [] };
}
