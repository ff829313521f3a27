import type { Graph } from '../../repository/graph/graph.js';
import { destinationNamespace, sources } from '../../kubernetes/kinds/application.js';
import { groupBy } from '../../model/multimap.js';
import { fromValue } from '../../model/node.js';
import { isBelow } from '../../model/paths.js';
import { Resource } from '../../model/resource.js';
import { type Naming, namingOf } from './naming.js';

/** An Application, and which objects of a Rollout it deploys. */
export interface Deployer {
  readonly application: Resource;
  readonly resources: readonly Resource[];
  /** Why it is assumed to deploy them, if the files do not show it. */
  readonly assumption: string | undefined;
  /** Why it may be another one, so that its comparison says nothing. */
  readonly doubt?: string | undefined;
  /** The ApplicationSet that generates it. */
  readonly set: Resource | undefined;
  /** The names that it gives to objects. */
  readonly naming: Naming;
}

/** Whether no Application deploys the Rollout and one with default settings stands in. */
export function isStandIn({ application }: Pick<Deployer, 'application'>): boolean {
  return application.source.path === '';
}

/** Which Application deploys what. */
export class Applications {
  constructor(private readonly graph: Graph) {}

  /** Why other Applications may exist, as sentences. */
  get notes(): readonly string[] {
    return this.graph.unexpanded;
  }

  /** The Applications that deploy some of these resources. The Rollout comes first. */
  deployersOf(resources: readonly Resource[]): readonly Deployer[] {
    return this.found(resources).map((deployer) => ({
      ...deployer,
      naming: namingOf(this.graph, deployer.application, deployer.resources),
    }));
  }

  /**
   * All Applications that may deploy one of these resources. For the Rollout, which comes first, and any subset of the others,
   * `deployersOf` returns only these or a stand-in.
   */
  thatMayDeploy(resources: readonly Resource[]): ReadonlySet<Resource> {
    const [rollout] = resources;
    const found = new Set(resources.flatMap((resource) => this.graph.applications(resource)));
    // If an Application deploys the Rollout itself, nothing is assumed, whichever other resources are passed.
    if (rollout && this.graph.applications(rollout).length === 0) {
      const [only, another] = this.candidatesFor(rollout);
      if (only && !another) found.add(only);
    }
    return found;
  }

  private found(resources: readonly Resource[]): readonly Omit<Deployer, 'naming'>[] {
    const found = new Map<Resource, Resource[]>();
    for (const resource of resources)
      for (const application of this.graph.applications(resource)) {
        const known = found.get(application);
        if (known) known.push(resource);
        else found.set(application, [resource]);
      }
    if (found.size === 0) return this.assumed(resources);
    return [...found].map(([application, deployed]) => ({
      application,
      resources: deployed,
      assumption: this.graph.isAssumed(application) ? rootAssumption(application) : undefined,
      set: this.graph.setOf(application),
    }));
  }

  /** The Application that is assumed to deploy the resources if no file shows which one does. */
  private assumed(resources: readonly Resource[]): readonly Omit<Deployer, 'naming'>[] {
    const [rollout] = resources;
    if (!rollout) return [];
    const candidates = this.candidatesFor(rollout);
    const [only, another] = candidates;
    if (only && !another) {
      const { name } = only;
      const assumption =
        instanceOf(rollout) === name
          ? `Application "${name}" is assumed to deploy Rollout "${rollout.name}", which is labelled with its name.`
          : `Application "${name}" is assumed to deploy Rollout "${rollout.name}": its source does not lead to the given files, but no other Application qualifies.`;
      const doubt = this.lostBecause([only]);
      return [{ application: only, set: this.graph.setOf(only), resources, assumption, doubt }];
    }
    const why =
      this.graph.allApplications.length === 0
        ? 'No Application is given'
        : another
          ? `It is unknown which Application deploys Rollout "${rollout.name}"`
          : `No given Application deploys Rollout "${rollout.name}"`;
    return [
      {
        application: standInApplication(rollout),
        resources,
        set: undefined,
        doubt: this.lostBecause(candidates.length > 0 ? candidates : this.graph.allApplications),
        assumption: `${why}: an Application without settings is assumed for Rollout "${rollout.name}".`,
      },
    ];
  }

  /** What is wrong in the Applications that may be meant to deploy a Rollout, so that Argo CD deploys nothing by them. */
  private lostBecause(candidates: readonly Resource[]): string | undefined {
    const [open] = this.graph.unfilledPlaceholders;
    if (open)
      return `ApplicationSet "${open.set.name}" may deploy it, but its placeholder "${open.placeholder}" has no value, so its Applications are unknown`;
    const lost = this.graph.lostSources.find(({ application }) => candidates.includes(application));
    return (
      lost &&
      `Path "${lost.path.text ?? ''}" of Application "${lost.application.name}" is not a folder, so Argo CD deploys nothing from it`
    );
  }

  /** The Applications among the files that deploy nothing that was read, except for these. */
  leftOut(known: ReadonlySet<Resource>): readonly Resource[] {
    const deploysNothing = (application: Resource): boolean =>
      sources(application).some((source) => source.at('path').exists) &&
      this.graph.deployedBy(application).length === 0;
    return this.graph.allApplications.filter(
      (application) => !known.has(application) && deploysNothing(application),
    );
  }

  /** The unused Applications that may be meant to deploy a Rollout. */
  private candidatesFor(rollout: Resource): readonly Resource[] {
    const instance = instanceOf(rollout);
    const labelled = instance === undefined ? undefined : this.byName.get(instance);
    if (labelled) return labelled;
    const here = this.graph.namespace(rollout);
    return this.idle
      .filter(({ there }) => there === undefined || here === undefined || there === here)
      .filter(({ application }) => !this.isKnownToDeployOthers(application, rollout))
      .map(({ application }) => application);
  }

  /** Whether all sources of an Application lead to folders of the input from which the Rollout does not come. */
  private isKnownToDeployOthers(application: Resource, rollout: Resource): boolean {
    if (this.graph.deploysElsewhere(application)) return false;
    const places = this.graph.sourceFolders(application);
    // A chart, or what a plugin builds, may render to the Rollout.
    return (
      places.length > 0 &&
      places.every(({ folder, type }) => type === 'directory' || !isBelow(rollout.source.path, folder))
    );
  }

  private get byName(): ReadonlyMap<string, readonly Resource[]> {
    return (this.named ??= groupBy(this.graph.allApplications, ({ name }) => name));
  }

  /** Applications that deploy nothing that was read, and their destination. */
  private get idle(): readonly Idle[] {
    return (this.deployingNothing ??= this.graph.allApplications
      .filter((application) => this.graph.deployedBy(application).length === 0)
      .map((application) => ({ application, there: destinationNamespace(application) })));
  }

  private named: ReadonlyMap<string, readonly Resource[]> | undefined;
  private deployingNothing: readonly Idle[] | undefined;
}

interface Idle {
  readonly application: Resource;
  readonly there: string | undefined;
}

function rootAssumption({ name }: Resource): string {
  return `Application "${name}" is assumed to deploy the given folder: its source is the root of a repository, and nothing tells which one the files are of.`;
}

/** The Application in the instance label of an object. */
function instanceOf(rollout: Resource): string | undefined {
  const tracked = rollout.at('metadata', 'annotations', 'argocd.argoproj.io/tracking-id').text?.split(':')[0];
  const labels = rollout.at('metadata', 'labels');
  return (
    tracked ?? labels.at('argocd.argoproj.io/instance').text ?? labels.at('app.kubernetes.io/instance').text
  );
}

/** An Application with default settings. */
function standInApplication(rollout: Resource): Resource {
  const identity = {
    group: 'argoproj.io',
    version: 'v1alpha1',
    kind: 'Application',
    name: rollout.name,
    namespace: undefined,
  };
  const root = fromValue({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: rollout.name },
    spec: {},
  });
  return new Resource(identity, { path: '', name: '', read: () => '' }, 0, { root });
}
