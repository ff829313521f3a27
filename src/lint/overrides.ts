import type { Graph } from '../repository/graph/graph.js';
import type { Releases } from '../repository/graph/options.js';
import { type Where, Wheres, whereOfFile } from '../repository/graph/where.js';
import { type Finding, type Severity, severities } from '../model/finding.js';
import { Resource } from '../model/resource.js';
import type { ConfiguredSilencer } from '../model/silencer.js';

/** Settings for a part of the inputs. */
export interface Override {
  /** Whether the override applies to an object deployed there. */
  holds(this: void, where: Where): boolean;
  /** The releases in the cluster of this part. */
  readonly releases: Partial<Releases>;
}

/** The overrides of a run. */
export interface Overriding {
  /** In order of precedence: the last one that applies wins. */
  readonly overrides: readonly Override[];
  /** The severity of a rule for a deployed object; `own` is the default. */
  severityAt(this: void, rule: string, where: Where, own: Severity): 'off' | Severity;
  /** The entry that turns a rule off for a deployed object. */
  silencerAt(this: void, rule: string, where: Where): ConfiguredSilencer | undefined;
  /** The files from which a rendered object was rendered. */
  readonly writtenIn?: ((resource: Resource) => readonly string[]) | undefined;
}

/** Applies overrides to the objects of a graph. */
export class Overridden {
  private readonly wheres: Wheres;

  constructor(
    private readonly graph: Graph,
    private readonly its: Overriding,
  ) {
    this.wheres = new Wheres(graph, its.writtenIn);
  }

  /** The highest severity of a rule among the deployments of an object. */
  severity(rule: string, resource: Resource, own: Severity): 'off' | Severity {
    const all = this.wheres.of(resource).map((where) => this.its.severityAt(rule, where, own));
    return severities.findLast((severity) => all.includes(severity)) ?? 'off';
  }

  /** The first entry that turns a rule off for a deployment of an object, where it is off for all of them. */
  silencerOf(rule: string, resource: Resource): ConfiguredSilencer | undefined {
    for (const where of this.wheres.of(resource)) {
      const entry = this.its.silencerAt(rule, where);
      if (entry) return entry;
    }
    return undefined;
  }

  /** The releases under which the subject of a finding is deployed. */
  private releasesOf({ resource, place }: Finding): readonly Releases[] {
    return resource instanceof Resource
      ? this.releasesOfObject(resource)
      : [this.at(whereOfFile(place.source.path))];
  }

  releasesOfObject(resource: Resource): readonly Releases[] {
    return distinctReleases(this.wheres.of(resource).map((where) => this.at(where)));
  }

  private at(where: Where): Releases {
    return this.its.overrides.reduce(
      (releases, { holds, releases: others }) =>
        Object.keys(others).length > 0 && holds(where) ? { ...releases, ...others } : releases,
      releasesOf(this.graph),
    );
  }

  /** All releases under which any object is deployed. */
  all(): readonly Releases[] {
    if (this.its.overrides.every(({ releases }) => Object.keys(releases).length === 0))
      return [releasesOf(this.graph)];
    const all = new Map<string, Releases>();
    for (const resource of this.graph.resources)
      for (const one of this.releasesOfObject(resource)) all.set(releasesKey(one), one);
    return [...all.values()];
  }

  /** Combines the findings for all releases; each finding counts only under the releases of its object. */
  join(found: readonly (readonly [Releases, readonly Finding[]])[]): readonly Finding[] {
    const [only, another] = found;
    if (only && !another) return only[1];
    const joined = new Map<string, Finding>();
    for (const [releases, findings] of found)
      for (const finding of findings) {
        const { rule, place, severity, message } = finding;
        const key = JSON.stringify([rule, place.source.path, place.start, severity, message]);
        const isMeant = this.releasesOf(finding).some((one) => releasesKey(one) === releasesKey(releases));
        if (isMeant && !joined.has(key)) joined.set(key, finding);
      }
    return [...joined.values()];
  }

  /** Whether each override applies to any object. */
  used(): readonly boolean[] {
    const left = new Set(this.its.overrides.keys());
    const look = (where: Where): void => {
      for (const index of left) if (this.its.overrides[index]!.holds(where)) left.delete(index);
    };
    for (const resource of this.graph.given) {
      if (left.size === 0) break;
      for (const where of this.wheres.of(resource)) look(where);
    }
    return this.its.overrides.map((_, index) => !left.has(index));
  }
}

function releasesOf({ rolloutsVersion, verifiesTargetGroups, argoCdVersion }: Releases): Releases {
  return { rolloutsVersion, verifiesTargetGroups, argoCdVersion };
}

function distinctReleases(all: readonly Releases[]): readonly Releases[] {
  return [...new Map(all.map((one) => [releasesKey(one), one])).values()];
}

function releasesKey({ rolloutsVersion, verifiesTargetGroups, argoCdVersion }: Releases): string {
  return [rolloutsVersion, verifiesTargetGroups, argoCdVersion.text].join(' ');
}
