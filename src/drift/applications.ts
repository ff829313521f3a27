import type { Graph } from '../graph/graph.js';
import { destinationNamespace, sources } from '../kinds/application.js';
import { fromValue } from '../model/node.js';
import { Resource } from '../model/resource.js';
import { type Naming, namingOf } from './naming.js';

/** An Application, and what it deploys of the objects of a Rollout. */
export interface Deployer {
  readonly application: Resource;
  readonly resources: readonly Resource[];
  /** Why it is taken to deploy them, where the files do not say so. */
  readonly assumption: string | undefined;
  /** The ApplicationSet that makes it. */
  readonly set: Resource | undefined;
  /** How it calls them. */
  readonly naming: Naming;
}

/** Whether a Rollout is played for an Application with nothing but defaults, because none deploys it. */
export function isStandIn({ application }: Pick<Deployer, 'application'>): boolean {
  return application.source.path === '';
}

/** Which Application deploys what. */
export class Applications {
  constructor(private readonly graph: Graph) {}

  /** Why there may be other Applications, in a sentence each. */
  get notes(): readonly string[] {
    return this.graph.unexpanded;
  }

  /** The Applications that deploy some of these resources: those of a Rollout, which comes first. */
  deployersOf(resources: readonly Resource[]): readonly Deployer[] {
    return this.found(resources).map((deployer) => ({
      ...deployer,
      naming: namingOf(this.graph, deployer.application, deployer.resources),
    }));
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
      assumption: undefined,
      set: this.graph.setOf(application),
    }));
  }

  /** What is taken for granted where no file says which Application deploys something. */
  private assumed(resources: readonly Resource[]): readonly Omit<Deployer, 'naming'>[] {
    const [rollout] = resources;
    if (!rollout) return [];
    const all = this.graph.allApplications.map((application) => ({
      application,
      set: this.graph.setOf(application),
    }));
    const labelled = all.filter(({ application }) => instanceOf(rollout) === application.name);
    const candidates =
      labelled.length > 0 ? labelled : all.filter(({ application }) => this.mayDeploy(application, rollout));
    const [only, another] = candidates;
    if (only && !another) {
      const { name } = only.application;
      const assumption =
        labelled.length > 0
          ? `Application "${name}" is assumed to deploy Rollout "${rollout.name}", which is labelled with its name.`
          : `Application "${name}" is assumed to deploy Rollout "${rollout.name}": its source does not lead to the given files, but no other Application qualifies.`;
      return [{ ...only, resources, assumption }];
    }
    const why =
      all.length === 0
        ? 'No Application is given'
        : another
          ? `It is unknown which Application deploys Rollout "${rollout.name}"`
          : `No given Application deploys Rollout "${rollout.name}"`;
    return [
      {
        application: standIn(rollout),
        resources,
        set: undefined,
        assumption: `${why}: an Application without settings is assumed for Rollout "${rollout.name}".`,
      },
    ];
  }

  /** The Applications that were given and deploy nothing of what was read, unless they are among these. */
  leftOut(known: ReadonlySet<Resource>): readonly Resource[] {
    const deploysNothing = (application: Resource): boolean =>
      sources(application).some((source) => source.at('path').exists) &&
      this.graph.deployedBy(application).length === 0;
    return this.graph.allApplications.filter(
      (application) => !known.has(application) && deploysNothing(application),
    );
  }

  private mayDeploy(application: Resource, rollout: Resource): boolean {
    if (this.graph.deployedBy(application).length > 0) return false;
    const [there, here] = [destinationNamespace(application), this.graph.namespace(rollout)];
    return there === undefined || here === undefined || there === here;
  }
}

/** The Application that an object says it is an instance of. */
function instanceOf(rollout: Resource): string | undefined {
  const tracked = rollout.at('metadata', 'annotations', 'argocd.argoproj.io/tracking-id').text?.split(':')[0];
  const labels = rollout.at('metadata', 'labels');
  return (
    tracked ?? labels.at('argocd.argoproj.io/instance').text ?? labels.at('app.kubernetes.io/instance').text
  );
}

/** An Application with nothing but defaults. */
function standIn(rollout: Resource): Resource {
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
