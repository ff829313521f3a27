import { isSameJson } from '../kubernetes/objects/json.js';
import { readGraph } from '../repository/graph/read-graph.js';
import type { Resource } from '../model/resource.js';
import type { Source } from '../model/source.js';
import { isRendered } from '../repository/render/inputs.js';

/**
 * Finds the Application or ApplicationSet in the given files from which another one was rendered. Both have the same
 * spec, so an edit of the first appears in the second. Undefined if there is none, or more than one.
 */
export class GivenApplications {
  private known: readonly Resource[] | undefined;

  constructor(private readonly given: readonly Source[]) {}

  /** Where to edit an Application: the object itself if it is in a file. */
  of(application: Resource): Resource | undefined {
    if (!isRendered(application.source.path)) return application;
    const { kind, name, group } = application;
    const spec = application.at('spec').value;
    const same = this.all.filter(
      (other) => other.kind === kind && other.group === group && isSameJson(other.at('spec').value, spec),
    );
    const named = same.filter((other) => other.name === name);
    const [only, another] = named.length > 0 ? named : same;
    return another ? undefined : only;
  }

  private get all(): readonly Resource[] {
    this.known ??= readGraph(this.given).graph.resources.filter(({ kind }) => applicationKinds.has(kind));
    return this.known;
  }
}

const applicationKinds: ReadonlySet<string> = new Set(['Application', 'ApplicationSet']);
