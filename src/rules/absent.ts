import type { Graph } from '../repository/graph/graph.js';
import { isMode } from '../repository/graph/modes.js';
import type { Renaming } from '../repository/graph/renamings.js';
import type { Field } from '../model/field.js';
import { type MessageData, noHint } from '../model/message.js';
import type { Reference } from '../model/reference.js';
import type { Resource } from '../model/resource.js';
import { similar } from './facts/similar.js';
import { allOf, quoted } from './facts/words.js';
import { renamed, taught, toSimilar } from './fixes.js';
import type { ProposedFix, RelatedPlace, ReportOptions } from './rule.js';

/** What a message says about a referenced object that does not exist. */
export interface Instead {
  /** The end of "… is not found", with its period or question mark: what exists instead, or what leaves the object out. */
  readonly hint: string;
  readonly related: readonly RelatedPlace[];
  readonly fix?: () => ProposedFix | undefined;
}

/** What exists instead of a missing object: one in another namespace, environment or file, or one with a similar name. */
export function instead(graph: Graph, reference: Reference): Instead {
  const { from, to } = reference;
  const { found, leftOut, missingIn } = graph.resolve(reference);
  if (missingIn !== undefined && leftOut)
    return {
      hint: `: ${missingIn} does not list ${leftOut.source.name}.`,
      related: [{ at: leftOut, message: 'in a file that is left out' }],
    };
  if (missingIn !== undefined && found[0])
    return {
      hint: ` in what ${missingIn} builds.`,
      related: [{ at: found[0], message: 'built by another kustomization' }],
    };

  const namesakes = graph.withManifestName(to);
  const wanted = to.namespace ?? graph.namespace(from.resource);
  const neighbour = namesakes.find((other) => graph.areDeployedTogether(from.resource, other));
  const namespace = neighbour && graph.namespace(neighbour);
  if (neighbour && namespace !== undefined && wanted !== undefined)
    return {
      hint: ` in namespace "${wanted}"; namespace "${namespace}" has one.`,
      related: [{ at: neighbour, message: `in namespace "${namespace}"` }],
    };

  const nearest = similar(graph, reference);
  if (nearest) {
    const related = [{ at: nearest, message: 'probably meant' }];
    return {
      hint: nearest.name === to.name ? whatIsOther(graph, nearest) : `; did you mean "${nearest.name}"?`,
      related,
      ...(nearest.name !== to.name && { fix: () => toSimilar(graph, reference) }),
    };
  }
  // A mode that no release of a chart is in deploys nothing.
  const copy = namesakes.find(({ source }) => !isMode(source.path) || source === from.resource.source);
  return {
    hint: noHint,
    related: copy ? [{ at: copy, message: 'one of this name that is deployed apart from it' }] : [],
  };
}

/** The difference between an object with the referenced name and the one that is meant. */
function whatIsOther(graph: Graph, namesake: Resource): string {
  const names = graph.deployedNames(namesake);
  return names.includes(namesake.name)
    ? ` here; ${namesake.source.name} has one.`
    : `; kustomize deploys it as ${allOf(quoted(names))}.`;
}

/** The sentences about an object that a name leads to, `subject`, and that is not found, or only under another name. */
export function absence(subject: string): { readonly absent: string; readonly renamed: string } {
  return { absent: `${subject} is not found{hint}`, renamed: deployedAs(subject) };
}

/** The sentence about a name that kustomize changes where the object is, and not where the name is used. */
export function deployedAs(subject: string, name = '{name}'): string {
  return `${subject} is deployed as "${name}", but kustomize does not change this field; write "${name}", or list the field in a transformer configuration of kustomize.`;
}

type Report<Id> = (field: Field, message: Id, data: MessageData, options: ReportOptions) => void;

/** A reference that leads to nothing, and what the messages about it say of it. */
export interface Unfound {
  readonly graph: Graph;
  readonly reference: Reference;
  readonly data: MessageData;
}

/** Reports that an object is deployed under another name than a reference has; returns whether it is. */
export function reportRenamed<Case extends string = never>(
  { graph, reference, data }: Unfound,
  report: (field: Field, message: 'renamed', data: MessageData, options: ReportOptions<Case>) => void,
  options: ReportOptions<Case> = {},
): boolean {
  const renaming = graph.renaming(reference);
  if (renaming)
    report(
      reference.from,
      'renamed',
      { ...data, name: renaming.name },
      { ...options, ...renamedBy(graph, renaming, reference) },
    );
  return renaming !== undefined;
}

/**
 * Reports a referenced object that does not exist, or not under that name. `otherwise` is what to say and to write if nothing similar exists.
 */
export function reportAbsent(
  unfound: Unfound,
  report: Report<'absent' | 'renamed'>,
  {
    isAbsent = unfound.graph.isAbsent(unfound.reference),
    otherwise,
  }: {
    readonly isAbsent?: boolean;
    readonly otherwise?: () => Partial<Instead> & Pick<ReportOptions, 'choices'>;
  } = {},
): void {
  if (!isAbsent) {
    reportRenamed(unfound, report);
    return;
  }
  const { graph, reference, data } = unfound;
  const { hint, ...rest } = instead(graph, reference);
  const isNowhere = hint === noHint && rest.related.length === 0;
  const { hint: meant = hint, ...others } = isNowhere && otherwise ? otherwise() : {};
  report(reference.from, 'absent', { ...data, hint: meant }, { ...rest, ...others });
}

/** Data for the message about a name that kustomize changes elsewhere: what changes it, and how to change it here too. */
export function renamedBy(
  graph: Graph,
  { by, name }: Renaming,
  reference: Reference,
): Required<Pick<ReportOptions, 'related' | 'fix' | 'choices'>> {
  return {
    related: [{ at: by, message: 'changes the names of what it builds' }],
    fix: () => taught(graph, by),
    // The hash of a name is known only after it is built.
    choices: () => (name.includes('<') ? [] : [renamed(reference, name)]),
  };
}
