import { fitsPart } from '../../kubernetes/kinds/go-pattern.js';
import { soundValues } from '../../yaml/parse/values.js';
import { text } from './arguments.js';
import type { Evaluator } from './evaluate.js';
import { fromPlain, toPlain } from './go-values.js';
import { textFunctions } from './text-functions.js';
import { type Callable, notEvaluated, type TemplateValue } from './unknown.js';
import { valueFunctions } from './value-functions.js';
import { versionFits } from './version-fits.js';
import { yamlText } from './yaml-text.js';

function fromYaml(value: string): TemplateValue {
  const values = soundValues(value) ?? notEvaluated('a string is not YAML');
  return fromPlain(values[0] ?? null);
}

function fromJson(value: string): TemplateValue {
  try {
    return fromPlain(JSON.parse(value) as unknown);
  } catch {
    return notEvaluated('a string is not JSON');
  }
}

/** JSON of Go, which escapes what HTML reads, unless it is raw. */
function json(value: TemplateValue, space?: number): string {
  return JSON.stringify(toPlain(value), null, space);
}

function escaped(value: string): string {
  return value.replaceAll(/[<>&]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
}

const yaml: Readonly<Record<string, Callable>> = {
  toYaml: (value = null) => yamlText(value),
  toYamlPretty: (value = null) => yamlText(value),
  fromYaml: (value) => {
    const made = fromYaml(text(value));
    return made === null ? new Map() : made;
  },
  fromYamlArray: (value) => fromYaml(text(value)),
  toJson: (value = null) => escaped(json(value)),
  mustToJson: (value = null) => escaped(json(value)),
  toRawJson: (value = null) => json(value),
  toPrettyJson: (value = null) => escaped(json(value, 2)),
  fromJson: (value) => fromJson(text(value)),
  // Without a cluster there is no object.
  lookup: () => new Map(),
  semverCompare: (constraint, version) => versionFits(text(constraint), text(version)),
  regexMatch: (pattern, value) => fitsPart(text(pattern), text(value)) ?? notEvaluated('a pattern is wrong'),
};

/** The functions of Go's templates, Sprig and Helm, without those that are random or read a clock. */
export function helmFunctions(
  evaluator: Evaluator,
  sha256: (text: string) => string,
): ReadonlyMap<string, Callable> {
  return new Map<string, Callable>([
    ...Object.entries(textFunctions),
    ...Object.entries(valueFunctions),
    ...Object.entries(yaml),
    ['include', (name, dot = null) => evaluator.include(text(name), dot)],
    ['tpl', (value, dot = null) => evaluator.expand(text(value), dot)],
    ['sha256sum', (value) => sha256(text(value))],
  ]);
}
