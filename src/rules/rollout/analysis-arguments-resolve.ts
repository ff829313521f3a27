import type { Graph } from '../../repository/graph/graph.js';
import { type Analysis, analyses, hasValue, namedArguments } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Resource } from '../../model/resource.js';
import { withinScalar } from '../../yaml/parse/within-scalar.js';
import { typedRule } from '../rule.js';
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
    for (const { rollout, args, templates: references, words, place } of inOrder(graph)) {
      yield rollout;
      const ofExperiment = { case: place === 'experiment' ? ('later' as const) : undefined };
      const { found, isComplete } = templatesOf(graph, references);
      const declared = found.flatMap((template) => namedArguments(template.at('spec', 'args')));
      const given = namedArguments(args).map((argument) => argument.at('name'));
      const data = (argument: Field) => ({
        argument: argument.at('name').text,
        kind: argument.resource.kind,
        template: argument.resource.name,
        rollout: rollout.name,
        analysis: words,
      });

      const defaults = new Map<string, Field>();
      for (const argument of declared) {
        const value = argument.at('value');
        if (typeof value.value !== 'string') continue;
        const name = nameOf(argument);
        const first = defaults.get(name);
        if (!first) defaults.set(name, value);
        else if (first.value !== value.value)
          report(
            value,
            'conflict',
            {
              ...data(argument),
              value: value.value,
              other: first.shown,
              otherKind: first.resource.kind,
              otherTemplate: first.resource.name,
            },
            { ...ofExperiment, related: [{ at: first, message: 'the other value' }] },
          );
      }

      // An unknown template may supply the value, or declare the argument.
      if (isComplete && !graph.isPatched(rollout, args.path)) {
        const resolved = new Set([
          ...given.map(({ text }) => text),
          ...declared.filter(hasValue).map(nameOf),
        ]);
        const known = new Set(declared.map(nameOf));
        const strange = given.filter((name) => !known.has(name.text ?? ''));
        const reported = new Set<string>();
        for (const argument of declared) {
          const name = nameOf(argument);
          if (resolved.has(name) || reported.has(name)) continue;
          reported.add(name);
          if (graph.isPatched(argument.resource, argument.path)) continue;
          const nearest = nearestName(
            name,
            strange.map(({ text }) => text ?? ''),
          );
          const written = strange.find(({ text }) => text === nearest);
          const related = [{ at: argument.at('name'), message: 'has no value' }];
          const rests = given;
          if (written)
            report(
              written,
              'misspelt',
              { ...data(argument), written: nearest },
              { ...ofExperiment, related, rests },
            );
          else report(args, 'unresolved', data(argument), { ...ofExperiment, atKey: true, related, rests });
        }
      }

      const siblings = new Set([...declared.map(nameOf)]);
      for (const template of found) {
        if (checked.has(template)) continue;
        checked.add(template);
        for (const argument of namedArguments(template.at('spec', 'args')))
          if (argument.at('value').exists && argument.at('valueFrom').exists)
            report(argument.at('name'), 'twice', data(argument), {
              case: place === 'inline' ? undefined : 'overridden',
            });
        if (!isComplete) continue;
        const known = [...siblings];
        for (const { field, name, start, length } of usedArguments(template.at('spec', 'metrics'))) {
          if (siblings.has(name)) continue;
          report(
            field,
            'undeclared',
            {
              argument: name,
              kind: template.kind,
              template: template.name,
              known: known.length === 0 ? 'none' : quoted(known),
            },
            {
              place: withinScalar(field, start, length),
              case: place === 'inline' ? undefined : 'later',
              rests: declared.map((argument) => argument.at('name')),
            },
          );
        }
      }
    }
  },
});

function* inOrder(graph: Graph): Iterable<Analysis & { readonly rollout: Resource }> {
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

function nameOf(argument: Field): string {
  return argument.at('name').text ?? '';
}

interface Use {
  readonly field: Field;
  readonly name: string;
  readonly start: number;
  readonly length: number;
}

/** The `{{args.name}}` in all strings of a field. */
function usedArguments(field: Field): readonly Use[] {
  if (field.shape === 'map') return field.entries.flatMap(usedArguments);
  if (field.shape === 'list') return field.items.flatMap(usedArguments);
  return [...(field.text ?? '').matchAll(/\{\{\s*args\.([\w.-]+)\s*\}\}/g)].map((match) => ({
    field,
    name: match[1]!,
    start: match.index,
    length: match[0].length,
  }));
}
