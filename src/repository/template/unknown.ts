/** Thrown and caught within this folder: a template whose output is not known without Helm, or that Helm rejects. */
export class NotEvaluated extends Error {}

/** A function of a template, by values of its arguments. */
export type Callable = (...args: readonly TemplateValue[]) => TemplateValue;

/**
 * A value as Go's templates have it: an integer is a bigint and a float a number, because templates compare and print them
 * differently; maps are changed in place by `set`.
 */
export type TemplateValue =
  null | boolean | string | bigint | number | readonly TemplateValue[] | Mapping | Callable;

export type Mapping = Map<string, TemplateValue>;

/** The reason why a template is not evaluated. */
export function notEvaluated(reason: string): never {
  throw new NotEvaluated(reason);
}
