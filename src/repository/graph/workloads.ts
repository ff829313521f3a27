import type { Field } from '../../model/field.js';
import { append } from '../../model/multimap.js';
import type { Reference } from '../../model/reference.js';
import type { Resource } from '../../model/resource.js';
import { isRollout, workloadRef } from '../../kubernetes/kinds/rollout.js';
import { podLabels, podTemplate, selects, workloadKinds } from '../../kubernetes/kinds/workload.js';
import { none } from '../../model/none.js';
import { detach } from '../../yaml/parse/characters.js';
import type { ResourceIndex } from './resource-index.js';

/** The pods of workloads, including Rollouts. */
export class Workloads {
  private readonly labelsOf = new Map<Resource, Readonly<Record<string, string>>>();
  private readonly lastOf = new Map<
    readonly Resource[],
    { readonly key: string; readonly found: readonly Resource[] }
  >();
  private readonly among = new Map<ResourceIndex, readonly Resource[]>();
  private readonly byLabel = new Map<ResourceIndex, Map<string, Resource[]>>();

  constructor(private readonly find: (reference: Reference) => Resource | undefined) {}

  /** The pod template of a Rollout: its own or that of its workloadRef. Undefined when that cannot be found. */
  podTemplate(rollout: Resource): Field | undefined {
    const reference = workloadRef(rollout);
    if (!reference) return podTemplate(rollout);
    const workload = this.find(reference);
    return workload && podTemplate(workload);
  }

  /** The labels of the pods of a workload; none if they cannot be found. */
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

  /** Those workloads of a set whose pods match a selector that is not empty. */
  selected(among: ResourceIndex, selector: Readonly<Record<string, string>>): readonly Resource[] {
    const workloads = this.workloadsOf(among);
    if (workloads.length <= fewWorkloads)
      return workloads.filter((workload) => selects(selector, this.labels(workload)));
    const byLabel = this.labelled(among, workloads);
    const candidates = Object.entries(selector).map((pair) => byLabel.get(pair.join('=')) ?? none);
    // The intersection is part of the shortest list.
    const fewest = candidates.reduce(
      (one, other) => (other.length < one.length ? other : one),
      candidates[0]!,
    );
    if (candidates.length === 1) return fewest;
    const find = (): readonly Resource[] =>
      fewest.filter((workload) => selects(selector, this.labels(workload)));
    return fewest.length > many ? this.remembered(fewest, selector, find) : find();
  }

  /** Listed once: a list of each query would take quadratic time in one folder. */
  private workloadsOf(among: ResourceIndex): readonly Resource[] {
    let all = this.among.get(among);
    if (!all) this.among.set(among, (all = workloadKinds.flatMap((kind) => among.ofKind(kind))));
    return all;
  }

  /** The last result among workloads: where so many have a label, as many Services have one selector. */
  private remembered(
    fewest: readonly Resource[],
    selector: Readonly<Record<string, string>>,
    find: () => readonly Resource[],
  ): readonly Resource[] {
    const key = JSON.stringify(Object.entries(selector));
    const last = this.lastOf.get(fewest);
    if (last?.key === key) return last.found;
    const found = find();
    this.lastOf.set(fewest, { key, found });
    return found;
  }

  /** The workloads by each of their labels, `key=value`. */
  private labelled(
    among: ResourceIndex,
    workloads: readonly Resource[],
  ): ReadonlyMap<string, readonly Resource[]> {
    let byLabel = this.byLabel.get(among);
    if (!byLabel) {
      byLabel = new Map<string, Resource[]>();
      for (const workload of workloads)
        for (const pair of Object.entries(this.labels(workload))) append(byLabel, pair.join('='), workload);
      this.byLabel.set(among, byLabel);
    }
    return byLabel;
  }
}

/** Iterating over this many is faster than indexing them by label. */
const fewWorkloads = 8;

/** The results for more than that are worth remembering. */
const many = 100;
