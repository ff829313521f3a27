import { ofEach } from '../facts/of-each.js';
import { ownKinds } from '../facts/schema/own.js';
import { type Refused, refusedIn } from '../facts/schema/refusals.js';
import { problemPath } from '../facts/schema/problems.js';
import type { Graph } from '../../repository/graph/graph.js';
import type { Field } from '../../model/field.js';
import { isFilledIn } from '../../model/placeholder.js';
import type { SchemaProblem } from '../../kubernetes/schemas/validate.js';
import { removalOf } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'schema/rules-hold',
    description:
      'Require objects of Istio, of the Gateway API and of kinds with a CRD among the files to satisfy the validation rules of their CRD.',
    why: 'The API server refuses the object, so a sync fails and an earlier version of it stays.',
    otherwise: {
      some: {
        when: 'For rules of the Gateway API that some releases or channels do not have',
        consequence: 'refused-by-api-server',
        why: 'The API server refuses the object where the experimental channel or a later release is installed; elsewhere it accepts it, or drops the field.',
        severity: 'warning',
      },
    },
    consequence: 'refused-by-api-server',
    severity: 'error',
    fixes: ['choice'],
    messages: {
      rule: '{path} of {kind} "{name}" breaks a rule of its definition: {rule}.',
      failed: '{path} of {kind} "{name}" breaks a rule of its definition: {rule} ({error}).',
      repeated: '{path} of {kind} "{name}" repeats an earlier item{keys}; remove one of the two.',
      value: '{path} of {kind} "{name}" has the value {actual}; it must be {expected}.',
      missing: '{path} of {kind} "{name}" has no {field}; add it.',
    },
    links: [
      'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules',
      'https://github.com/kubernetes-sigs/gateway-api/tree/v1.4.1/config/crd',
      'https://github.com/istio/istio/blob/1.30.3/manifests/charts/base/files/crd-all.gen.yaml',
    ],
    aliases: ['KIA1503'],
  },

  *check({ graph, report }) {
    for (const { resource, refusals, problems } of ofEach([refusedIn(graph), ofOwn(graph)], (all) => all)) {
      yield resource;
      for (const { field, data, problem } of problemsOf(resource, problems)) {
        if (isFilledIn(field)) continue;
        report(field, problem.keyword === 'required' ? 'missing' : 'value', data, { rests: [field] });
      }
      for (const refusal of refusals) {
        const field = resource.at(...refusal.path);
        const data = dataOf(resource, refusal.path);
        if (refusal.kind === 'repeated') {
          const keys = refusal.keys.length > 0 ? ` with the same ${refusal.keys.join(', ')}` : '';
          report(
            field,
            'repeated',
            { ...data, keys },
            {
              rests: [field.parent ?? field],
              choices: () => [{ ...removalOf(field), title: 'Remove the later one.' }],
            },
          );
          continue;
        }
        const { rule, failed } = refusal;
        report(
          field,
          failed === undefined ? 'rule' : 'failed',
          { ...data, rule: withoutPeriod(rule.message ?? rule.rule), error: failed },
          { rests: [field], ...(rule.isOfSome && { case: 'some' }) },
        );
      }
    }
  },
});

function ofOwn(graph: Graph): readonly Refused[] {
  return ownKinds(graph).refused.map((one) => ({ ...one, problems: [] }));
}

function problemsOf(
  resource: Refused['resource'],
  problems: readonly SchemaProblem[],
): readonly { field: Field; data: Record<string, string | undefined>; problem: SchemaProblem }[] {
  return problems.map((problem) => {
    const expected =
      problem.keyword === 'pattern'
        ? `of the form ${problem.expected}`
        : (problem.expected ?? oneOf(problem));
    const { actual, name } = problem;
    return {
      problem,
      field: resource.at(...problem.path),
      data: { ...dataOf(resource, problem.path), actual, expected, field: name },
    };
  });
}

function oneOf({ known = [] }: SchemaProblem): string {
  return `one of ${known.join(', ')}`;
}

function dataOf({ kind, name }: Refused['resource'], path: Parameters<typeof problemPath>[0]) {
  return { path: problemPath(path) || 'The top level', kind, name };
}

function withoutPeriod(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text;
}
