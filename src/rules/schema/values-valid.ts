import { durationProblem } from '../../kubernetes/kinds/duration.js';
import type { Field } from '../../model/field.js';
import { isFilledIn } from '../../model/placeholder.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';
import { ownKinds } from '../facts/schema/own.js';
import { eachLeftOut, eachProblem, problemPath, type LocatedProblem } from '../facts/schema/problems.js';

export default typedRule({
  meta: {
    name: 'schema/values-valid',
    description: 'Require every value to have the type and range that its field allows.',
    why: 'The API server refuses the manifest.',
    consequence: 'refused-by-api-server',
    severity: 'error',
    otherwise: {
      unlisted: {
        when: 'In a file that no kustomization lists',
        consequence: 'no-effect',
        why: 'Once the file is listed, the API server refuses the manifest.',
        severity: 'info',
      },
    },
    messages: {
      type: '{path} of {kind} "{name}" is {actual}; it must be {expected}.{hint}',
      value: '{path} of {kind} "{name}" is "{actual}"; it must be one of {known}.',
      nearest:
        '{path} of {kind} "{name}" is "{actual}"; did you mean "{nearest}"? It must be one of {known}.',
      form: '{path} of {kind} "{name}" must {expected}.',
      range: '{path} of {kind} "{name}" has the value {actual}; it must be {expected}.',
      exclusive: '{path} of {kind} "{name}" sets {fields} together; only one of {known} is allowed.',
    },
    fixes: ['safe', 'unsafe'],
    links: [
      'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/',
    ],
    aliases: ['schema-validation'],
  },

  *check(context) {
    const { graph } = context;
    const tellWith = (problem: LocatedProblem, report: typeof context.report): void => {
      const { keyword, resource, field, path, known = [] } = problem;
      if (isFilledIn(field)) return;
      const data = {
        path: problemPath(path) || 'The top level',
        kind: resource.kind,
        name: resource.name,
        actual: problem.actual,
        expected: problem.expected,
        fields: problem.name,
        known: known.join(', '),
        hint: keyword === 'type' ? typeHint(field, problem) : '',
      };
      if (keyword === 'type')
        report(field, 'type', data, { fix: () => setTo(field, numberWithoutQuotes(field, problem)) });
      else if (keyword === 'enum')
        report(
          field,
          problem.nearest === undefined ? 'value' : 'nearest',
          {
            ...data,
            nearest: problem.nearest,
          },
          {
            fix: () =>
              setTo(
                field,
                problem.nearest,
                problem.nearest?.toLowerCase() === field.text?.toLowerCase() ? 'safe' : 'unsafe',
              ),
          },
        );
      else if (keyword === 'form') report(field, 'form', data);
      else if (keyword === 'exclusive') report(field, 'exclusive', data);
      else if (keyword === 'range' || keyword === 'format' || keyword === 'pattern')
        report(field, 'range', {
          ...data,
          expected: keyword === 'pattern' ? `of the form ${problem.expected}` : problem.expected,
        });
    };
    const tell = (problem: LocatedProblem): void => {
      tellWith(problem, context.report);
    };
    yield* eachProblem(graph, tell);
    yield* eachLeftOut(graph, (problem) => {
      tellWith(problem, (field, message, data, options) =>
        context.report(field, message, data, { ...options, case: 'unlisted' }),
      );
    });
    ownKinds(graph).problems.forEach(tell);
  },
});

/** A number in quotes where a number is expected. */
function numberWithoutQuotes(
  { text = '', value }: Field,
  { expected = '' }: LocatedProblem,
): number | undefined {
  const isNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?$/.test(text);
  if (typeof value !== 'string' || !isNumber || !/^an? (?:integer|number)$/.test(expected)) return undefined;
  return expected === 'an integer' && text.includes('.') ? undefined : Number(text);
}

/** Whether the pause of a step is only its duration. */
function isDurationOfPause(path: Field['path'], text: string): boolean {
  return path.at(-1) === 'pause' && path.includes('steps') && durationProblem(text) === undefined;
}

/** How a string may be meant as another type; empty if unknown. */
function typeHint({ path, text = '' }: Field, { expected = '' }: LocatedProblem): string {
  if (text === '' || text.length > maxHinted) return '';
  const isOther = /^an? (?:integer|number)$/.test(expected) ? /^-?\d+(?:\.\d+)?$/ : /^(?:true|false)$/;
  if (/integer|number|boolean/.test(expected) && isOther.test(text))
    return ` Write it without quotes: ${text}`;
  if (expected !== 'a map') return '';
  if (isDurationOfPause(path, text)) return ` Write it as "pause: { duration: ${text} }".`;
  const [, key, value] = /^([A-Za-z][\w.-]*)[ :] *(\S.*)$/.exec(text) ?? [];
  return key === undefined || value === undefined
    ? ''
    : ` Did you mean "${key}: ${value}", with a colon and a space?`;
}

/** A longer string is not a line with a forgotten colon. */
const maxHinted = 200;
