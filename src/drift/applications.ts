import type { Graph } from '../graph/graph.js';
import { destinationNamespace, isApplication } from '../kinds/application.js';
import type { Faults } from '../model/fault.js';
import { fromValue } from '../model/node.js';
import { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { expand } from './application-set.js';
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

/** Which Application deploys what. */
export class Applications {
  readonly notes: string[] = [];
  private readonly given: readonly Resource[];
  private readonly made: readonly { readonly application: Resource; readonly set: Resource }[];
  private readonly deployed = new Map<Resource, ReadonlySet<Resource>>();

  constructor(
    private readonly graph: Graph,
    files: readonly Source[],
    faults: Faults,
  ) {
    this.given = graph.ofKind('Application').filter(isApplication);
    this.made = graph.ofKind('ApplicationSet', 'argoproj.io').flatMap((set) => {
      const expanded = faults.contain('drift', set, () => expand(set, files));
      this.notes.push(...(expanded?.notes ?? []));
      return (expanded?.applications ?? []).map((application) => ({ application, set }));
    });
    for (const { application } of this.made)
      this.deployed.set(
        application,
        new Set(faults.contain('drift', application, () => graph.deployedFrom(application))),
      );
  }

  /** The Applications that deploy some of these resources: those of a Rollout, which comes first. */
  deployersOf(resources: readonly Resource[]): readonly Deployer[] {
    return this.found(resources).map((deployer) => ({
      ...deployer,
      naming: namingOf(this.graph, deployer.application, deployer.resources),
    }));
  }

  private found(resources: readonly Resource[]): readonly Omit<Deployer, 'naming'>[] {
    const found = new Map<Resource, { resources: Resource[]; set: Resource | undefined }>();
    const add = (application: Resource, resource: Resource, set?: Resource): void => {
      const known = found.get(application);
      if (known) known.resources.push(resource);
      else found.set(application, { resources: [resource], set });
    };
    for (const resource of resources) {
      for (const application of this.graph.applications(resource)) add(application, resource);
      for (const { application, set } of this.made)
        if (this.deployed.get(application)?.has(resource)) add(application, resource, set);
    }
    if (found.size > 0)
      return [...found].map(([application, one]) => ({ application, assumption: undefined, ...one }));
    return this.assumed(resources);
  }

  /** What is taken for granted where no file says which Application deploys something. */
  private assumed(resources: readonly Resource[]): readonly Omit<Deployer, 'naming'>[] {
    const [rollout] = resources;
    if (!rollout) return [];
    const all = [...this.given.map((application) => ({ application, set: undefined })), ...this.made];
    const labelled = all.filter(({ application }) => instanceOf(rollout) === application.name);
    const candidates =
      labelled.length > 0 ? labelled : all.filter(({ application }) => this.mayDeploy(application, rollout));
    const [only, another] = candidates;
    if (only && !another) {
      const { name } = only.application;
      const assumption =
        labelled.length > 0
          ? `Application "${name}" is taken to deploy Rollout "${rollout.name}": the Rollout is labelled with its name.`
          : `Application "${name}" is taken to deploy Rollout "${rollout.name}": no other one may, but its source does not lead to the files given.`;
      return [{ ...only, resources, assumption }];
    }
    if (all.length > 0) return [];
    return [
      {
        application: standIn(rollout),
        resources,
        set: undefined,
        assumption: `No Application is given: this is what one without settings would say of Rollout "${rollout.name}".`,
      },
    ];
  }

  private mayDeploy(application: Resource, rollout: Resource): boolean {
    if (this.graph.deployedBy(application).length > 0) return false;
    if ((this.deployed.get(application)?.size ?? 0) > 0) return false;
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
