import type { Graph } from '../../repository/graph/graph.js';
import {
  type Analysis,
  analyses,
  argumentUses,
  hasValue,
  namedArguments,
} from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Resource } from '../../model/resource.js';
import { withinScalar } from '../../yaml/parse/within-scalar.js';
import { type RuleContext, typedRule } from '../rule.js';
import { quoted } from '../facts/words.js';
import { templatesOf } from '../facts/rollout/templates-of.js';

export default typedRule({
  meta: {
    name: 'rollout/analysis-arguments-resolve',
    description: 'Require every argument of an analysis to have one value.',
    why: 'The controller marks the Rollout InvalidSpec (args.… was not resolved, failed to resolve {{…}}) and starts no update.',
    otherwise: {
      later: {
        when: 'For an argument that is only resolved by a running analysis, in the background or in an experiment',
        consequence: 'analysis-void',
        why: 'The analysis ends in an error when it starts, and the update is aborted.',
      },
      overridden: {
        when: 'For two values, in the background or in an experiment',
        consequence: 'analysis-void',
        why: 'The Secret of valueFrom silently replaces the value.',
        severity: 'warning',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    messages: {
      unresolved:
        'Argument "{argument}" of {kind} "{template}" has no value, and {analysis} of Rollout "{rollout}" passes none; add it to the args of the analysis.',
      misspelt: '{kind} "{template}" has no argument "{written}"; it has "{argument}", which needs a value.',
      undeclared:
        '{kind} "{template}" does not declare argument "{argument}", only {known}; declare it, or use one of these.',
      none: '{kind} "{template}" uses argument "{argument}" and declares none; add it to its args.',
      twice: 'Argument "{argument}" of {kind} "{template}" has a value and a valueFrom; keep one.',
      conflict:
        'Argument "{argument}" is "{value}" here and "{other}" in {otherKind} "{otherTemplate}", and {analysis} of Rollout "{rollout}" uses both; use the same value.',
    },
    links: [
      'https://argo-rollouts.readthedocs.io/en/stable/features/analysis/#analysis-template-arguments',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go',
    ],
  },

  *check({ graph, report }) {
    const checked = new Set<Resource>();
    // An error that is rejected immediately matters more than one in a running analysis, so steps come first.
    for (const analysis of analysesInOrder(graph)) {
      const { rollout, args, templates: references, place } = analysis;
      yield rollout;
      const { found, isComplete } = templatesOf(graph, references);
      const declared = found.flatMap((template) => namedArguments(template.at('spec', 'args')));
      const look = { graph, report, analysis, declared };
      reportConflicts(look);
      // An unknown template may supply the value, or declare the argument.
      if (isComplete && !graph.isPatched(rollout, args.path)) reportUnresolved(look);
      for (const template of found) {
        if (checked.has(template)) continue;
        checked.add(template);
        reportTwice(look, template);
        if (isComplete) reportUndeclared(look, template, place === 'inline' ? undefined : 'later');
      }
    }
  },
});

type MessageId = 'unresolved' | 'misspelt' | 'undeclared' | 'none' | 'twice' | 'conflict';
type Case = 'later' | 'overridden';

/** An analysis of a Rollout, and the arguments that its templates declare. */
interface Look extends Pick<RuleContext<MessageId, Case>, 'graph' | 'report'> {
  readonly analysis: Analysis & { readonly rollout: Resource };
  readonly declared: readonly Field[];
}

function dataOf({ analysis: { rollout, words } }: Look, argument: Field) {
  return {
    argument: argument.at('name').text,
    kind: argument.resource.kind,
    template: argument.resource.name,
    rollout: rollout.name,
    analysis: words,
  };
}

/** The case of what the controller looks at when it starts an analysis of a step, and when the step of an experiment comes. */
function caseOf({ analysis: { place } }: Look): { readonly case: Case | undefined } {
  return { case: place === 'experiment' ? 'later' : undefined };
}

/** Reports values of one argument that differ from template to template. */
function reportConflicts(look: Look): void {
  const defaults = new Map<string, Field>();
  for (const argument of look.declared) {
    const value = argument.at('value');
    if (typeof value.value !== 'string') continue;
    const name = argumentName(argument);
    const first = defaults.get(name);
    if (!first) defaults.set(name, value);
    else if (first.value !== value.value)
      look.report(
        value,
        'conflict',
        {
          ...dataOf(look, argument),
          value: value.value,
          other: first.shown,
          otherKind: first.resource.kind,
          otherTemplate: first.resource.name,
        },
        { ...caseOf(look), related: [{ at: first, message: 'the other value' }] },
      );
  }
}

/** Reports arguments to which neither the analysis nor a template gives a value. */
function reportUnresolved(look: Look): void {
  const { graph, report, declared, analysis } = look;
  const given = namedArguments(analysis.args).map((argument) => argument.at('name'));
  const settled = new Set([...given.map(({ text }) => text), ...declared.filter(hasValue).map(argumentName)]);
  const known = new Set(declared.map(argumentName));
  const strange = given.filter((name) => !known.has(name.text ?? ''));
  for (const argument of declared) {
    const name = argumentName(argument);
    if (settled.has(name)) continue;
    settled.add(name); // Told once.
    if (graph.isPatched(argument.resource, argument.path)) continue;
    const nearest = nearestName(
      name,
      strange.map(({ text }) => text ?? ''),
    );
    const written = strange.find(({ text }) => text === nearest);
    const data = dataOf(look, argument);
    const related = [{ at: argument.at('name'), message: 'has no value' }];
    const options = { ...caseOf(look), related, rests: given };
    if (written) report(written, 'misspelt', { ...data, written: nearest }, options);
    else report(analysis.args, 'unresolved', data, { ...options, atKey: true });
  }
}

/** Reports arguments of a template that have two values. */
function reportTwice(look: Look, template: Resource): void {
  for (const argument of namedArguments(template.at('spec', 'args')))
    if (argument.at('value').exists && argument.at('valueFrom').exists)
      look.report(argument.at('name'), 'twice', dataOf(look, argument), {
        case: look.analysis.place === 'inline' ? undefined : 'overridden',
      });
}

/** Reports arguments that a template uses, and that none of the analysis declares. */
function reportUndeclared({ report, declared }: Look, template: Resource, when: Case | undefined): void {
  const siblings = new Set(declared.map(argumentName));
  const known = [...siblings];
  for (const { field, name, start, length } of argumentUses(template)) {
    if (siblings.has(name)) continue;
    report(
      field,
      known.length === 0 ? 'none' : 'undeclared',
      { argument: name, kind: template.kind, template: template.name, known: quoted(known) },
      {
        place: withinScalar(field, start, length),
        case: when,
        rests: declared.map((argument) => argument.at('name')),
      },
    );
  }
}

function* analysesInOrder(graph: Graph): Iterable<Analysis & { readonly rollout: Resource }> {
  const rest = new Map<Resource, ReadonlySet<Analysis['place']>>();
  for (const rollout of graph.rollouts) {
    const all = analyses(rollout);
    for (const analysis of all) if (analysis.place === 'inline') yield { ...analysis, rollout };
    const others = new Set(all.flatMap(({ place }) => (place === 'inline' ? [] : [place])));
    if (others.size > 0) rest.set(rollout, others);
  }
  for (const place of ['background', 'experiment'] as const)
    for (const [rollout, others] of rest)
      if (others.has(place))
        for (const analysis of analyses(rollout))
          if (analysis.place === place) yield { ...analysis, rollout };
}

function argumentName(argument: Field): string {
  return argument.at('name').text ?? '';
}
