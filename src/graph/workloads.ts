import type { Field } from '../model/field.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { isRollout, workloadRef } from '../kinds/rollout.js';
import { podLabels, podTemplate, selects, workloadKinds } from '../kinds/workload.js';
import { detach } from '../parse/characters.js';
import type { Folder, Layout } from './layout.js';

/** The pods of workloads, Rollouts included. */
export class Workloads {
  private readonly labelsOf = new Map<Resource, Readonly<Record<string, string>>>();
  private readonly byLabel = new Map<Folder, Map<string, Resource[]>>();

  constructor(
    private readonly layout: Layout,
    private readonly find: (reference: Reference) => Resource | undefined,
  ) {}

  /** The pod template of a Rollout: its own or that of its workloadRef. Undefined when that cannot be found. */
  podTemplate(rollout: Resource): Field | undefined {
    const reference = workloadRef(rollout);
    if (!reference) return podTemplate(rollout);
    const workload = this.find(reference);
    return workload && podTemplate(workload);
  }

  /** The labels that the pods of a workload carry; none where they cannot be found. */
  labels(workload: Resource): Readonly<Record<string, string>> {
    let labels = this.labelsOf.get(workload);
    if (!labels) {
      const template = isRollout(workload) ? this.podTemplate(workload) : podTemplate(workload);
      labels = Object.fromEntries(
        Object.entries(template ? podLabels(template).strings : {}).map(([key, value]) => [
          key,
          detach(value),
        ]),
      );
      this.labelsOf.set(workload, labels);
    }
    return labels;
  }

  /** The first workload of a folder that is wanted and whose pods have the labels of a selector, which is not empty. */
  first(
    folder: Folder,
    selector: Readonly<Record<string, string>>,
    isWanted: (workload: Resource) => boolean,
  ): Resource | undefined {
    const [pair = []] = Object.entries(selector);
    return this.inFolder(folder)
      .get(pair.join('='))
      ?.find((workload) => selects(selector, this.labels(workload)) && isWanted(workload));
  }

  /** The workloads of a folder by each of their labels, `key=value`. */
  private inFolder(folder: Folder): ReadonlyMap<string, readonly Resource[]> {
    let workloads = this.byLabel.get(folder);
    if (!workloads) {
      workloads = new Map();
      for (const workload of workloadKinds.flatMap((kind) => this.layout.ofKind(folder, kind)))
        for (const pair of Object.entries(this.labels(workload))) {
          const others = workloads.get(pair.join('='));
          if (others) others.push(workload);
          else workloads.set(pair.join('='), [workload]);
        }
      this.byLabel.set(folder, workloads);
    }
    return workloads;
  }
}
