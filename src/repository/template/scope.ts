import { notEvaluated, type TemplateValue } from './unknown.js';

/** A variable is set in the block that declared it. */
export class Scope {
  private readonly own = new Map<string, TemplateValue>();

  constructor(private readonly outer?: Scope) {}

  declare(name: string, value: TemplateValue): void {
    this.own.set(name, value);
  }

  private holder(name: string): Scope {
    if (this.own.has(name)) return this;
    return this.outer ? this.outer.holder(name) : notEvaluated(`${name} is not defined`);
  }

  set(name: string, value: TemplateValue): void {
    this.holder(name).own.set(name, value);
  }

  get(name: string): TemplateValue {
    return this.holder(name).own.get(name) ?? null;
  }
}
