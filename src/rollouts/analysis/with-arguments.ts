import type { Analysis } from '../../kubernetes/kinds/analysis.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';

/** An argument in a string of a metric. */
export const hole = /\{\{\s*args\.([\w-]+)\s*\}\}/g;

/** A string of a metric with the arguments that have a value in the manifests; the others stay unchanged. */
export function withArguments(text: string, { args }: Pick<Analysis, 'args'>, template: Resource): string {
  return text.replaceAll(hole, (whole, name: string) => {
    const given = argumentOf(name, args) ?? argumentOf(name, template.at('spec', 'args'));
    return given?.at('value').text ?? whole;
  });
}

export function argumentOf(name: string, args: Field): Field | undefined {
  return args.items.find((argument) => argument.at('name').text === name);
}
