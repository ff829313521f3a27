import { Evaluator, type WorkLeft } from './evaluate.js';
import { fromPlain } from './go-values.js';
import { helmFunctions } from './helm-functions.js';
import { parseTemplate } from './parse-template.js';
import { type Mapping, NotEvaluated, notEvaluated, type TemplateValue } from './unknown.js';

/** A map of which a missing key is an error: https://pkg.go.dev/text/template#Template.Option (missingkey=error) */
class StrictMapping extends Map<string, TemplateValue> {
  override get(key: string): TemplateValue {
    return super.get(key) ?? (super.has(key) ? null : notEvaluated(`.${key} is missing from an element`));
  }
}

/** Go writes `<no value>` or `<nil>` for a value that is missing, and Helm writes nothing. */
class PlainEvaluator extends Evaluator {
  protected override writeNil(): void {
    notEvaluated('a value that it writes is missing');
  }
}

/** What only Helm, and not Sprig, gives to templates. */
const ofHelm = ['include', 'tpl', 'lookup', 'required', 'toYamlPretty', 'fromJson', 'fromYamlArray'];

/** What a Go template of an ApplicationSet is rendered with. */
export interface GoTextGiven {
  readonly value: Readonly<Record<string, unknown>>;
  /** Whether a missing key is an error: `missingkey=error`. */
  readonly isStrict: boolean;
  readonly left: WorkLeft;
}

/**
 * What Argo CD renders a Go template of an ApplicationSet to, or why that is not known. Its functions are those of Sprig, `toYaml`
 * and `fromYaml`; others of it are not evaluated.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/utils/utils.go (Replace)
 */
export function renderGoText(
  text: string,
  { value, isStrict, left }: GoTextGiven,
): { readonly text: string } | { readonly reason: string } {
  try {
    const { parts, defined } = parseTemplate(text);
    const functions = (one: Evaluator) => {
      const all = new Map(helmFunctions(one, () => notEvaluated('function sha256sum is not known here')));
      for (const name of ofHelm) all.delete(name);
      return all;
    };
    const evaluator = new PlainEvaluator(new Map(defined), functions, left);
    const dot = fromPlain(value);
    return { text: evaluator.execute(parts, isStrict && dot instanceof Map ? strict(dot) : dot) };
  } catch (error) {
    if (error instanceof NotEvaluated) return { reason: error.message };
    if (error instanceof RangeError) return { reason: 'it is nested too deeply' };
    throw error;
  }
}

function strict(map: Mapping): StrictMapping {
  const inner = (value: TemplateValue): TemplateValue => {
    if (value instanceof Map) return strict(value);
    return Array.isArray(value) ? value.map((one: TemplateValue) => inner(one)) : value;
  };
  return new StrictMapping([...map].map(([key, value]): [string, TemplateValue] => [key, inner(value)]));
}
