import type { Expression, Pipeline } from './syntax.js';
import { notEvaluated, type TemplateValue } from './unknown.js';

/** A word of an action; `glued` without a space before it. */
interface PipelineToken {
  readonly kind: 'string' | 'number' | 'field' | 'variable' | 'word' | 'sign';
  readonly text: string;
  readonly glued: boolean;
}

const token =
  /(\s*)(?:("(?:[^"\\\n]|\\.)*"|`[^`]*`|'[^'\\\n{}]{2,}')|([+-]?\d[\w.]*)|(\.[A-Za-z_]\w*)|(\$\w*)|([A-Za-z_]\w*)|(:=|[=|(),.]))/y;

const tokenKinds = ['string', 'number', 'field', 'variable', 'word', 'sign'] as const;

/** The tokens of an action of a template: https://github.com/golang/go/blob/go1.25.0/src/text/template/parse/lex.go */
function pipelineTokens(text: string): readonly PipelineToken[] {
  const tokens: PipelineToken[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return notEvaluated(`it has ${JSON.stringify(text.slice(at, at + 10))} in an action`);
    const index = tokenKinds.findIndex((_, place) => match[place + 2] !== undefined);
    const kind = tokenKinds[index];
    if (kind) tokens.push({ kind, text: match[index + 2] ?? '', glued: match[1] === '' });
    at = token.lastIndex;
  }
  return tokens;
}

/** Parses the pipeline of an action, which may declare variables. */
export function parsePipeline(text: string): Pipeline {
  const parser = new PipelineParser(pipelineTokens(text));
  const pipeline = parser.pipeline(0);
  if (!parser.isAtEnd) notEvaluated('an action has too many words');
  return pipeline;
}

/** More nested parentheses than charts have. */
const deepest = 100;

class PipelineParser {
  private at = 0;

  constructor(private readonly tokens: readonly PipelineToken[]) {}

  get isAtEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  private isSign(text: string, offset = 0): boolean {
    const next = this.tokens[this.at + offset];
    return next?.kind === 'sign' && next.text === text;
  }

  pipeline(depth: number): Pipeline {
    if (depth > deepest) notEvaluated('it is nested too deeply');
    const { variables, isDeclared } = this.declaration();
    const commands: (readonly Expression[])[] = [];
    do {
      const command: Expression[] = [];
      while (!this.isAtEnd && !this.isSign('|') && !this.isSign(')')) command.push(this.operand(depth));
      if (command.length === 0) notEvaluated('a command is empty');
      commands.push(command);
    } while (this.accept('|'));
    return { variables, isDeclared, commands };
  }

  private declaration(): Pick<Pipeline, 'variables' | 'isDeclared'> {
    const first = this.tokens[this.at];
    const none = { variables: [], isDeclared: false };
    if (first?.kind !== 'variable') return none;
    const names = [first.text];
    const second = this.isSign(',', 1) ? this.tokens[this.at + 2] : undefined;
    if (second?.kind === 'variable') names.push(second.text);
    const after = second ? 3 : 1;
    const isDeclared = this.isSign(':=', after);
    if (!isDeclared && !this.isSign('=', after)) return none;
    this.at += after + 1;
    return { variables: names, isDeclared };
  }

  private accept(sign: string): boolean {
    if (!this.isSign(sign)) return false;
    this.at++;
    return true;
  }

  private operand(depth: number): Expression {
    const one = this.term(depth);
    const names: string[] = [];
    for (let next = this.tokens[this.at]; next?.kind === 'field' && next.glued; next = this.tokens[this.at]) {
      names.push(next.text.slice(1));
      this.at++;
    }
    return names.length === 0 ? one : { kind: 'fields', of: one, names };
  }

  private term(depth: number): Expression {
    const { kind, text } = this.tokens[this.at++] ?? notEvaluated('an action ends too early');
    switch (kind) {
      case 'string':
        return { kind: 'literal', value: text.startsWith('"') ? unquoted(text) : text.slice(1, -1) };
      case 'number':
        return { kind: 'literal', value: numberLiteral(text) };
      case 'field':
        return { kind: 'fields', of: { kind: 'dot' }, names: [text.slice(1)] };
      case 'variable':
        return { kind: 'variable', name: text };
      case 'word':
        return wordOf(text);
      case 'sign':
        break;
    }
    if (text === '.') return { kind: 'dot' };
    if (text !== '(') return notEvaluated(`it has ${text} where a value belongs`);
    const pipeline = this.pipeline(depth + 1);
    if (!this.accept(')')) notEvaluated('a parenthesis is not closed');
    return { kind: 'pipeline', pipeline };
  }
}

function wordOf(text: string): Expression {
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
  return text === 'nil' ? { kind: 'literal', value: null } : { kind: 'function', name: text };
}

/** A string of Go whose escapes JSON has, too. */
function unquoted(text: string): string {
  try {
    return JSON.parse(text.replaceAll('\t', '\\t')) as string;
  } catch {
    return notEvaluated(`it has the string ${text}`);
  }
}

function numberLiteral(text: string): TemplateValue {
  if (/^[+-]?(?:0|[1-9]\d*)$/.test(text)) return BigInt(text.replace(/^\+/, ''));
  return /^[+-]?\d+\.\d+$/.test(text) ? Number(text) : notEvaluated(`it has the number ${text}`);
}
