import { overlaid } from './go-values.js';
import { type Mapping, notEvaluated, type TemplateValue } from './unknown.js';

/** A single value, as `--set` of Helm gives it: https://helm.sh/docs/intro/using_helm/#the-format-and-limitations-of---set */
export interface SetValue {
  readonly name: string;
  readonly value: string;
  readonly isText: boolean;
}

/** Values with single ones over them; names with indexes and escapes are not known. */
export function withSet(values: Mapping, set: readonly SetValue[]): Mapping {
  return set.reduce((under, { name, value, isText }) => {
    const keys = name.split('.');
    if (!/^[\w-]+(?:\.[\w-]+)*$/.test(name)) return notEvaluated(`it sets ${name}`);
    const whole = keys.reduceRight<TemplateValue>(
      (inner, key) => new Map([[key, inner]]),
      isText ? value : typedScalar(value),
    );
    return overlaid(whole as Mapping, under, true);
  }, values);
}

function typedScalar(text: string): TemplateValue {
  if (/[\\{},]/.test(text)) return notEvaluated('it sets a list or an escaped value');
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return /^-?(?:0|[1-9]\d{0,17})$/.test(text) ? BigInt(text) : text;
}
