import { Scope } from './scope.js';
import { carriesOpen, isLeftOpen, isOpenValue, isReadFromNil, openValue } from './open-values.js';
import { parseTemplate } from './parse-template.js';
import { isTrue, printed, sizeOf } from './go-values.js';
import type { Expression, ParsedTemplate, TemplatePart, Pipeline } from './syntax.js';
import { type Callable, type Mapping, NotEvaluated, notEvaluated, type TemplateValue } from './unknown.js';

/** The work that all templates of a chart may take: values that are computed, and characters that are written. */
const mostWork = 4_000_000;

/** The work that all charts of a run may take together. */
export interface WorkLeft {
  amount: number;
}

/** The names of functions that change a map in place, which other templates may see, as a pattern. */
const changingNames = String.raw`(?:set|unset|(?:mustM|m)erge\w*)`;
const changing = new RegExp(`^${changingNames}$`);
const changingWord = new RegExp(String.raw`\b${changingNames}\b`);

/** Whether a template may change values in a part that was not reached, as others would see them. */
export function mayChangeValues(text = ''): boolean {
  return changingWord.test(text);
}

/** How deep templates may include each other; Helm allows 1000. */
const deepestCalls = 60;

/** Functions that look at a map or list itself and not into what is in it. */
const shallow =
  /^(?:include|tpl|dict|list|tuple|get|set|unset|hasKey|keys|values|pick|omit|index|len|first|last|rest|initial|append|push|prepend|concat|reverse|default|empty|not|coalesce|ternary|required|kindOf|kindIs|typeIs|dig)$/;

/** What it costs to have made a value: those within it were made before. */
function costOf(made: TemplateValue): number {
  if (typeof made === 'string' || Array.isArray(made)) return made.length;
  return made instanceof Map ? made.size : 0;
}

interface DotAndScope {
  readonly dot: TemplateValue;
  readonly scope: Scope;
}

type Leap = 'break' | 'continue' | undefined;

/**
 * Executes templates as Go and Helm do: https://pkg.go.dev/text/template. What is not known without Helm, and what Helm
 * rejects, throws NotEvaluated.
 */
export class Evaluator {
  private work = 0;
  private depth = 0;
  private out: string[] = [];
  private readonly functions: ReadonlyMap<string, Callable>;
  private changes = 0;
  /** Whether what is computed is written as it is. */
  private isWritten = false;

  constructor(
    private readonly defined: Map<string, readonly TemplatePart[]>,
    functions: (evaluator: Evaluator) => ReadonlyMap<string, Callable>,
    private readonly left: WorkLeft,
    /** Whether a value that is required may be left to a release that is not known. */
    private readonly isOpen = false,
    /** The values without those that stand for what a release that is not known decides. */
    private readonly undecided?: Mapping,
  ) {
    this.functions = functions(this);
  }

  /** Counts what is computed, so that no template takes long. */
  spend(amount: number): void {
    this.left.amount -= amount;
    if ((this.work += amount) > mostWork || this.left.amount < 0)
      notEvaluated('its templates take too much work');
  }

  /**
   * What a template writes, or why that is not known. Throws if nothing of the others is known then, either: it has changed values, or
   * no work is left.
   */
  attempt(
    parts: readonly TemplatePart[],
    dot: TemplateValue,
  ): { readonly text: string } | { readonly reason: string } {
    const { changes } = this;
    try {
      return { text: this.execute(parts, dot) };
    } catch (error) {
      const isSpent = this.work > mostWork || this.left.amount < 0;
      if (!(error instanceof NotEvaluated) || isSpent || this.changes > changes) throw error;
      [this.depth, this.out, this.isWritten] = [0, [], false];
      return { reason: error.message };
    }
  }

  /** The output of a template of that name, as `include` returns it. */
  include(name: string, dot: TemplateValue): string {
    return this.execute(this.defined.get(name) ?? notEvaluated(`template ${name} is not found`), dot);
  }

  /** The output of a string that is a template itself, as `tpl` returns it. */
  expand(text: string, dot: TemplateValue): string {
    if (!text.includes('{{')) return text;
    this.spend(text.length);
    const { parts, defined }: ParsedTemplate = parseTemplate(text);
    for (const [name, body] of defined) this.defined.set(name, body);
    return this.execute(parts, dot);
  }

  execute(parts: readonly TemplatePart[], dot: TemplateValue): string {
    if (++this.depth > deepestCalls) notEvaluated('its templates include each other too deeply');
    const outer = this.out;
    [this.out, this.isWritten] = [[], false];
    const scope = new Scope();
    scope.declare('$', dot);
    this.run(parts, { dot, scope });
    const text = this.out.join('');
    this.out = outer;
    this.depth--;
    return text;
  }

  private write(text: string): void {
    this.spend(text.length);
    this.out.push(text);
  }

  /** Helm writes nothing for a value that is missing. */
  protected writeNil(): void {
    this.isWritten = false;
  }

  private run(parts: readonly TemplatePart[], at: DotAndScope): Leap {
    for (const part of parts) {
      this.spend(1);
      switch (part.kind) {
        case 'text':
          this.write(part.text);
          break;
        case 'output': {
          this.isWritten = this.isOpen && part.pipeline.variables.length === 0;
          const value = this.pipeline(part.pipeline, at);
          this.isWritten = false;
          if (part.pipeline.variables.length > 0) break;
          if (value === null) {
            this.writeNil();
            break;
          }
          this.spend(sizeOf(value));
          this.write(printed(value));
          break;
        }
        case 'template':
          this.write(this.include(part.name, part.pipeline ? this.pipeline(part.pipeline, at) : null));
          break;
        case 'break':
        case 'continue':
          return part.kind;
        default: {
          const leap = this.block(part, { dot: at.dot, scope: new Scope(at.scope) });
          if (leap) return leap;
        }
      }
    }
    return undefined;
  }

  private block(part: Extract<TemplatePart, { readonly body: unknown }>, at: DotAndScope): Leap {
    if (part.kind === 'range') return this.range(part, at);
    const value = this.pipeline(part.pipeline, at);
    const isChosen = isTrue(value);
    const dot = part.kind === 'with' && isChosen ? value : at.dot;
    return this.run(isChosen ? part.body : part.otherwise, { dot, scope: at.scope });
  }

  private range(
    { pipeline, body, otherwise }: Extract<TemplatePart, { readonly body: unknown }>,
    at: DotAndScope,
  ): Leap {
    const value = this.pipeline({ ...pipeline, variables: [] }, at);
    const entries = entriesOf(value);
    if (entries.length === 0) return this.run(otherwise, at);
    for (const [key, item] of entries) {
      const scope = new Scope(at.scope);
      const names = pipeline.variables;
      const values = names.length === 2 ? [key, item] : [item];
      for (const [index, name] of names.entries())
        if (pipeline.isDeclared) scope.declare(name, values[index] ?? null);
        else scope.set(name, values[index] ?? null);
      if (this.run(body, { dot: item, scope }) === 'break') break;
    }
    return undefined;
  }

  private pipeline({ variables, isDeclared, commands }: Pipeline, at: DotAndScope): TemplateValue {
    let value: TemplateValue = null;
    for (const [index, [first, ...rest]] of commands.entries()) {
      if (!first) return notEvaluated('a command is empty');
      value = this.command(first, rest, at, index === 0 ? [] : [value]);
    }
    const [name] = variables;
    if (name !== undefined && variables.length === 1)
      if (isDeclared) at.scope.declare(name, value);
      else at.scope.set(name, value);
    return value;
  }

  private command(
    first: Expression,
    rest: readonly Expression[],
    at: DotAndScope,
    last: readonly TemplateValue[],
  ): TemplateValue {
    this.spend(1);
    if (first.kind === 'function') return this.call(first.name, rest, at, last);
    const value = this.value(first, at, false);
    if (typeof value !== 'function')
      return rest.length + last.length === 0 ? value : notEvaluated('a value is called');
    return value(...rest.map((one) => this.value(one, at)), ...last);
  }

  private call(
    name: string,
    rest: readonly Expression[],
    at: DotAndScope,
    last: readonly TemplateValue[],
  ): TemplateValue {
    // Go evaluates no further argument of these than it needs.
    if (name === 'and' || name === 'or') {
      let value: TemplateValue = null;
      for (const one of rest) {
        value = this.value(one, at);
        if (this.isOpen && isOpenValue(value))
          return notEvaluated(`${name} asks for a value that is required`);
        if (isTrue(value) === (name === 'or')) return value;
      }
      return last[0] === undefined ? value : last[0];
    }
    const called = this.functions.get(name) ?? notEvaluated(`function ${name} is not known here`);
    const values = [...rest.map((one) => this.value(one, at)), ...last];
    if (this.isOpen && name === 'required' && isLeftOpen(values[1])) return openValue;
    if (this.isOpen && !carriesOpen.test(name) && values.some(isOpenValue))
      return notEvaluated(`${name} asks for a value that is required`);
    if (changing.test(name)) this.changes++;
    for (const one of values) this.spend(shallow.test(name) ? costOf(one) >> 4 : sizeOf(one));
    const made = called(...values);
    this.spend(costOf(made));
    return made;
  }

  /** Whether a value lies in a map of which a release that is not known sets more than was decided. */
  private isUndecided([first, ...keys]: readonly string[]): boolean {
    return this.undecided !== undefined && first === 'Values' && isReadFromNil(this.undecided, keys);
  }

  private value(one: Expression, at: DotAndScope, isCalled = true): TemplateValue {
    switch (one.kind) {
      case 'dot':
        return at.dot;
      case 'literal':
        return one.value;
      case 'variable':
        return at.scope.get(one.name);
      case 'pipeline':
        return this.pipeline(one.pipeline, { dot: at.dot, scope: at.scope });
      case 'function':
        return this.call(one.name, [], at, []);
      case 'fields': {
        const from = this.value(one.of, at);
        // Only a pipeline in parentheses may be nil
        if (from === null && one.of.kind === 'pipeline') return null;
        if (this.isWritten && isReadFromNil(from, one.names)) return openValue;
        const value = one.names.reduce(templateField, from);
        if (value === null && this.isWritten && this.isUndecided(one.names)) return openValue;
        return isCalled && typeof value === 'function' ? value() : value;
      }
    }
  }
}

/** A field of a map, nil if it is missing; nil itself has no fields. */
function templateField(value: TemplateValue, name: string): TemplateValue {
  if (value instanceof Map) return value.get(name) ?? null;
  return notEvaluated(value === null ? `.${name} is read from nil` : `.${name} is read from a plain value`);
}

function entriesOf(value: TemplateValue): readonly (readonly [TemplateValue, TemplateValue])[] {
  if (value === null) return [];
  if (value instanceof Map) return [...value].sort(([a], [b]) => (a < b ? -1 : 1));
  if (Array.isArray(value)) return value.map((item: TemplateValue, index) => [BigInt(index), item]);
  if (typeof value === 'bigint' && value < 10_000n)
    return Array.from({ length: Math.max(Number(value), 0) }, (_, index) => [BigInt(index), BigInt(index)]);
  return notEvaluated('a plain value is ranged over');
}
