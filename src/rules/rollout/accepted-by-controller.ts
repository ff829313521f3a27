import { memoize } from '../../model/memo.js';
import type { Graph } from '../../repository/graph/graph.js';
import { analyses } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import { isBefore } from '../../model/fixed-order.js';
import { allOf } from '../facts/words.js';
import { isWithin } from '../facts/rollout/unread.js';
import { problemsIn } from '../facts/schema/problems.js';
import type { Resource } from '../../model/resource.js';
import { hasStandIn } from '../../kubernetes/validation/kubernetes/names.js';
import { typedRule, type Unless } from '../rule.js';
import { type ControllerVerdict, verdictsOn } from '../facts/rollout/verdict.js';

/** Rules without a voice that report the same: they also look at other Rollouts and at names that kustomize gives. */
const others = {
  Ingress: ['alb/ingress-paths-readable', 'nginx/ingress-paths-readable'],
  VirtualService: ['istio/destinations-present', 'istio/route-exists', 'istio/routes-named'],
  AnalysisTemplate: ['rollout/analysis-arguments-resolve', 'rollout/analysis-template-exists'],
} as const;

/** Rules that report a misspelt name, which makes the controller miss something. */
const ofSchema = 'schema/fields-known';

export default typedRule({
  meta: {
    name: 'rollout/accepted-by-controller',
    description: 'Require the controller to accept a Rollout and the objects that it refers to.',
    why: 'The controller marks the Rollout InvalidSpec with this text and neither updates nor scales it; Argo CD shows it as Degraded.',
    otherwise: {
      failed: {
        when: 'If the pass fails',
        consequence: 'pass-error',
        why: 'Every pass of the controller over the Rollout ends with this error: it is neither updated nor scaled.',
      },
      panicked: {
        when: 'If the pass panics',
        consequence: 'panic',
        why: 'Every pass of the controller over the Rollout ends in a panic: it is neither updated nor scaled.',
      },
    },
    consequence: 'invalid-spec',
    severity: 'error',
    yieldsTo: [...Object.values(others).flat(), ofSchema],
    messages: {
      invalid: 'The controller finds Rollout "{rollout}" invalid: {error}.',
      failed: 'Every pass of the controller over Rollout "{rollout}" fails: {error}.',
      panicked: 'The controller panics at an object that Rollout "{rollout}" refers to.',
      endless:
        'Metric "{metric}" of {kind} "{template}" is measured without end, but {places} of Rollout "{rollout}" must end; set "count" to a number above 0. The controller says: {error}.',
    },
    links: [
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
      'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation_references.go',
    ],
  },

  checkRollout(rollout, { graph, report }) {
    const verdicts = verdictsOn(graph, rollout);
    const endless = endlessMetrics(verdicts);
    for (const [metric, all] of endless) {
      if (firsts(graph).get(fieldKey(metric)) !== rollout) continue;
      const template = metric.resource;
      const data = {
        metric: metric.at('name').text ?? '',
        kind: template.kind,
        template: template.name,
        places: allOf(all.map(({ field }) => placeOf(rollout, field))),
        error: all[0]!.error,
        rollout: rollout.name,
      };
      report(metric, 'endless', data, {
        related: all.map(({ field }) => ({ at: field, message: 'runs it' })),
        // One number is missing, however many Rollouts and steps run the template.
        once: 'endless',
        unlessVoiced: { rollout, code: 'analysis-template' },
        unless: unlessTold(graph, rollout, all[0]!),
      });
    }
    for (const verdict of verdicts) {
      if ([...endless.values()].some((all) => all.includes(verdict))) continue;
      const { outcome, code, field, involved } = verdict;
      // In an object whose name a script replaces, other names in capitals are placeholders too.
      if (hasStandIn(rollout.name) && hasStandIn(field.text ?? '')) continue;
      const error = verdict.error.replace(/\.$/, '');
      // An error in an object that the Rollout refers to is shown at the reference.
      const related = involved
        .filter((other) => other !== field.resource && error.includes(`"${other.name}"`))
        .map((other) => ({ at: other, message: 'what it is about' }));
      report(
        field,
        outcome,
        { rollout: rollout.name, error },
        {
          related,
          case: outcome === 'invalid' ? undefined : outcome,
          unlessVoiced: { rollout, code },
          unless: unlessTold(graph, rollout, verdict),
        },
      );
    }
  },
});

/** Errors in metrics of templates are the same for each analysis that runs the template, so they are reported at the metric. */
function endlessMetrics(
  verdicts: readonly ControllerVerdict[],
): ReadonlyMap<Field, readonly ControllerVerdict[]> {
  const found = new Map<string, { readonly metric: Field; readonly all: ControllerVerdict[] }>();
  for (const verdict of verdicts) {
    for (const template of verdict.metric === undefined ? [] : verdict.involved) {
      if (!verdict.error.includes(`AnalysisTemplate ${template.name} has metric ${verdict.metric} `))
        continue;
      const metric = template
        .at('spec', 'metrics')
        .items.find((one) => one.at('name').text === verdict.metric);
      if (!metric) continue;
      const key = fieldKey(metric);
      const known = found.get(key);
      if (known) known.all.push(verdict);
      else found.set(key, { metric, all: [verdict] });
    }
  }
  return new Map([...found.values()].map(({ metric, all }) => [metric, all]));
}

function fieldKey({ resource, path }: Field): string {
  return [resource.source.path, resource.offset, ...path].join('\n');
}

/** The Rollout that is named for an endless metric, of all that run it, independent of the order of files. */
const firsts = memoize((graph: Graph) => {
  const all = new Map<string, Resource>();
  for (const rollout of graph.rollouts.filter(({ isReadable }) => isReadable))
    for (const metric of endlessMetrics(verdictsOn(graph, rollout)).keys()) {
      const key = fieldKey(metric);
      const known = all.get(key);
      if (!known || isBefore(rollout, known)) all.set(key, rollout);
    }
  return all;
});

/** An analysis of a Rollout, as in messages. */
function placeOf(rollout: Resource, field: Field): string {
  const analysis = analyses(rollout).find((one) => isWithin(field.path, one.field.path));
  return analysis?.words ?? 'an analysis';
}

/** Rules that report the same: about referenced objects, or about a misspelt name. */
function unlessTold(
  graph: Graph,
  rollout: Resource,
  { field, kinds, involved }: ControllerVerdict,
): Unless<(typeof others)[keyof typeof others][number] | typeof ofSchema> {
  const rules = Object.entries(others).flatMap(([kind, names]) => (kinds.includes(kind) ? names : []));
  if (kinds.length > 0) return Object.fromEntries(rules.map((rule) => [rule, [rollout, ...involved]]));
  const misspelt = (problemsIn(graph, field.resource) ?? []).filter(
    ({ keyword, path, nearest }) =>
      keyword === 'unknown' &&
      (isWithin(path, field.path) ||
        (!field.exists && nearest === field.key && isWithin(path, field.path.slice(0, -1)))),
  );
  return misspelt.length === 0 ? {} : { [ofSchema]: misspelt.map(({ field: name }) => name) };
}
