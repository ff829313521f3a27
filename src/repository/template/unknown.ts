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

/** A map that has more keys than are known, at any depth: what depends on the others is not known. */
export class OpenMapping extends Map<string, TemplateValue> {
  constructor(
    known: Mapping,
    /** What would say the others. */
    private readonly unread: string,
  ) {
    super();
    for (const [key, value] of known)
      this.set(key, value instanceof Map ? new OpenMapping(value, unread) : value);
  }

  override get(key: string): TemplateValue | undefined {
    return super.has(key) ? super.get(key) : this.isUnread();
  }

  override has(key: string): boolean {
    return super.has(key) || this.isUnread();
  }

  override get size(): number {
    return this.isUnread();
  }

  /** Whether it has a key; not known if none is known. */
  get isFilled(): boolean {
    return super.size > 0 || this.isUnread();
  }

  override keys(): MapIterator<string> {
    return this.isUnread();
  }

  override values(): MapIterator<TemplateValue> {
    return this.isUnread();
  }

  override entries(): MapIterator<[string, TemplateValue]> {
    return this.isUnread();
  }

  override [Symbol.iterator](): MapIterator<[string, TemplateValue]> {
    return this.isUnread();
  }

  override forEach(): void {
    this.isUnread();
  }

  private isUnread(): never {
    return notEvaluated(this.unread);
  }
}
