import type { Graph } from '../repository/graph/graph.js';
import type { WrittenGraph } from '../repository/graph/read-graph.js';
import { writableTemplate } from '../kubernetes/kinds/application.js';
import { suppressingAnnotation } from '../kubernetes/kinds/suppression.js';
import { Faults } from '../model/fault.js';
import { Field } from '../model/field.js';
import type { Finding, Label } from '../model/finding.js';
import { isSameJson } from '../kubernetes/objects/json.js';
import { type Fix, mostChoices, type Write } from '../model/fix.js';
import { filledTemplate, type Message, shortened } from '../model/message.js';
import { isFilledIn, isFilledInAnywhere, isTextFilledIn } from '../model/placeholder.js';
import { Resource } from '../model/resource.js';
import type { Silencer } from '../model/silencer.js';
import type { Place } from '../model/source.js';
import type {
  ProposedFix,
  Rejection,
  RelatedPlace,
  ReportOptions,
  Rule,
  RuleContext,
} from '../rules/rule.js';
import type { Overridden } from './overrides.js';
import { reportedPlaces } from './reports.js';
import type { Statement } from './statement.js';
import { Verdict } from './verdict.js';

export interface FindingsOptions {
  /** The names of all rules, including those that do not run. */
  readonly names: ReadonlySet<string>;
  /** The state before the change, if a change is linted. */
  readonly before?: (() => Graph) | undefined;
  /** Severities that the configuration sets for parts of the graph. */
  readonly overridden?: Overridden | undefined;
  /** The graph of the unrendered files, if `graph` was rendered from them. */
  readonly written?: Pick<WrittenGraph, 'graph' | 'isBuilt'> | undefined;
}

/** Passes what rules report to a verdict, unless a patch or placeholder makes it uncertain. */
export class Findings {
  private readonly faults: Faults;
  private readonly verdict: Verdict;

  constructor(
    readonly graph: Graph,
    private readonly surroundings: FindingsOptions,
    { faults, verdict }: { readonly faults: Faults; readonly verdict: Verdict },
  ) {
    this.faults = faults;
    this.verdict = verdict;
  }

  /** The findings of a rule that is tried on a part of the graph. They are never reported. */
  apart(graph: Graph): Findings {
    return new Findings(graph, this.surroundings, { faults: new Faults(), verdict: new Verdict() });
  }

  /** The graph that a rule examines. */
  graphOf({ meta }: Rule): Graph {
    const { written } = this.surroundings;
    return meta.looksAt === 'kustomizations' && written ? written.graph : this.graph;
  }

  /** The context that a rule is called with; `rejection` is given for a rule that words a violation of the controller's validation. */
  contextOf(rule: Rule, graph = this.graphOf(rule), rejection?: Rejection): RuleContext {
    const { names, before } = this.surroundings;
    const { meta } = rule;
    return {
      graph,
      before,
      names,
      report: (field, messageId, data = {}, options = {}) => {
        if (!isCertain(graph, field, options) || this.isDisproved(meta, field, options)) return false;
        const template = meta.messages[messageId] ?? messageId;
        this.add(meta, field, { id: messageId, template, data }, options, rejection);
        return true;
      },
    };
  }

  /** Whether a rule says that a kustomization cannot be built, and it was built. */
  private isDisproved(meta: Rule['meta'], { resource }: Field, options: ReportOptions<string>): boolean {
    if (!meta.looksAt || !this.surroundings.written?.isBuilt(resource)) return false;
    const its = options.case === undefined ? undefined : meta.otherwise?.[options.case];
    return (its ?? meta).consequence === 'not-deployed';
  }

  private add(
    meta: Rule['meta'],
    field: Field,
    message: Message,
    options: ReportOptions<string>,
    rejection: Rejection | undefined,
  ): void {
    const { resource, path } = field;
    const place = placeOf(field, options);
    const set = this.graph.setOf(resource);
    // All Applications of an ApplicationSet come from one template, so their findings are reported once.
    const words = filledTemplate(message);
    const said = options.once ?? (set ? words.replaceAll(`"${resource.name}"`, '') : words);
    const otherwise = options.case === undefined ? undefined : meta.otherwise?.[options.case];
    const { unless, unlessVoiced } = options;
    const own = otherwise?.severity ?? meta.severity;
    const { overridden } = this.surroundings;
    const severity = overridden?.severity(meta.name, resource, own);
    const entry = severity === 'off' ? overridden?.silencerOf(meta.name, resource) : undefined;
    if (severity === 'off' && !entry) return;
    const statement: Statement = {
      rule: meta.name,
      resource,
      path,
      key: `${meta.name}\n${place.source.path}\n${place.start}\n${said}`,
      // Asked now, while the document is in memory.
      silencer: annotationAt(resource, meta.name) ?? (set && annotationAt(set, meta.name)),
      rejection,
      yielding: unless || unlessVoiced ? { reports: reportedPlaces(unless ?? {}), unlessVoiced } : undefined,
      isFirst: options.isFirst === true,
      finding: () => ({
        rule: meta.name,
        severity: severity === 'off' ? own : (severity ?? own),
        isSettled: severity !== undefined,
        message,
        consequence: { kind: (otherwise ?? meta).consequence, why: (otherwise ?? meta).why },
        case: options.case,
        place,
        labels: (options.related ?? []).map(toLabel),
        resource,
        path,
      }),
      details: () => ({
        // A failing simulation must not cost the finding.
        live: this.faults.contain(meta.name, resource, () => options.live?.()),
        ...this.faults.contain(meta.name, resource, () => repairsIn(this.graph, options)),
      }),
    };
    if (entry) this.verdict.takeOff(statement, entry);
    else this.verdict.take(statement);
  }
}

/** Whether everything that a finding rests on is deployed as written. Related places that are only shown may be patched. */
function isCertain(
  graph: Graph,
  field: Field,
  {
    related = [],
    rests = [],
    complete = [],
    atKey,
  }: Pick<ReportOptions, 'related' | 'rests' | 'complete' | 'atKey'>,
): boolean {
  const isFixed = ({ resource, path }: Field): boolean =>
    resource.isReadable && !graph.isPatched(resource, path);
  const shown = related.flatMap(({ at }) => (at instanceof Field ? [at] : []));
  const isWhole = ({ resource, path }: Field): boolean =>
    resource.isReadable && !graph.isPatchedAsWhole(resource, path);
  if (!isFixed(field) || !complete.every(isWhole) || shown.some(isFilledIn)) return false;
  // A placeholder in a value does not change its key.
  const isOpen = atKey === true ? isTextFilledIn(field.resource, String(field.key)) : isFilledIn(field);
  if (isOpen) return false;
  return rests.every((rest) => isFixed(rest) && !isFilledInAnywhere(rest));
}

/** The fix of a rule, if every field that it writes is deployed as written. */
function certainFix(graph: Graph, proposed: ProposedFix | undefined): Fix | undefined {
  if (!proposed) return undefined;
  const { title, isUnsafe, writes } = proposed;
  const isSettled = ({ field }: (typeof writes)[number]): boolean =>
    field.resource.isReadable &&
    !graph.isPatched(field.resource, field.path) &&
    !(field.exists && isFilledInAnywhere(field));
  if (writes.length === 0 || !writes.every(isSettled)) return undefined;
  const written = writes.flatMap((write) => manifestWrite(graph, write) ?? []);
  if (written.length < writes.length) return undefined;
  return { title, safety: isUnsafe === true ? 'unsafe' : 'safe', writes: written };
}

/**
 * The write to the manifest of an object. That of a generated Application is the template of its ApplicationSet, which must have the
 * same there for all of them.
 */
function manifestWrite(graph: Graph, { field, value }: ProposedFix['writes'][number]): Write | undefined {
  const { resource, path } = field;
  const set = graph.setOf(resource);
  if (!set) return { resource, path, value };
  const place = writableTemplate(set)?.along(path);
  const isSame = isSameJson(place?.value ?? null, field.value ?? null);
  const isTemplate = JSON.stringify(value ?? null).includes('{{');
  return place && isSame && !isTemplate && path.length > 0
    ? { resource: set, path: place.path, value }
    : undefined;
}

/** The fix, and the choices whose fields are deployed as written, without the fix itself. */
function repairsIn(
  graph: Graph,
  { fix: proposedFix, choices: proposed }: Pick<ReportOptions<string>, 'fix' | 'choices'>,
): Pick<Finding, 'fix' | 'choices'> {
  const fix = certainFix(graph, proposedFix?.());
  if (!proposed) return { fix };
  const choices: Fix[] = [];
  for (const one of proposed()) {
    const choice = certainFix(graph, one);
    if (!choice || [fix, ...choices].some((other) => other && isSameFix(other, choice))) continue;
    // What the user chooses is never certain.
    if (choices.push({ ...choice, safety: 'unsafe' }) === mostChoices) break;
  }
  return { fix, choices: choices.length === 0 ? undefined : choices };
}

function isSameFix(left: Fix, right: Fix): boolean {
  return (
    left.writes.length === right.writes.length &&
    left.writes.every(({ resource, path, value }, index) => {
      const other = right.writes[index]!;
      return (
        resource === other.resource && isSameJson([path, value ?? null], [other.path, other.value ?? null])
      );
    })
  );
}

/** The annotation that suppresses a rule for an object. */
function annotationAt(resource: Resource, rule: string): Silencer | undefined {
  const found = suppressingAnnotation(resource, rule);
  return found && { by: 'annotation', place: found.annotation.keyPlace, reason: found.reason };
}

function placeOf(field: Field, { place, atKey }: Pick<ReportOptions, 'place' | 'atKey'>): Place {
  return place ?? (atKey ? field.keyPlace : field.place);
}

function toLabel({ at, message }: RelatedPlace): Label {
  const place = at instanceof Field ? at.place : at instanceof Resource ? at.at().place : at;
  return { place, message: shortened(message) };
}
