import type { JqNode } from './jq-ast.js';
import { undefinedName } from './jq-names.js';
import { JqParseError, parseQuery } from './jq-parser.js';
import { explainName, explainSyntax, type JqProblem } from './jq-problem.js';

export type { JqProblem, JqProblemKind } from './jq-problem.js';

/** What gojq makes of an expression before it runs it. */
export interface JqJudgement {
  /** `ok`, or the stage that fails. */
  readonly verdict: 'ok' | 'parse' | 'compile';
  /** The whole program, `del(…)` included, with offsets into `source`; undefined where nothing parses. */
  readonly program: JqNode | undefined;
  readonly source: string;
  /** Why it fails; or `escapes-wrapper`, which gojq accepts. */
  readonly problem: JqProblem | undefined;
}

const prefix = 'del(';
const judgements = new Map<string, JqJudgement>();

/**
 * Judges an expression as Argo CD does, which pastes it into `del(…)`.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (NewIgnoreNormalizer)
 */
export function judgeJq(expression: string): JqJudgement {
  let judgement = judgements.get(expression);
  if (!judgement) {
    if (judgements.size >= 1000) judgements.clear();
    judgement = judge(expression);
    judgements.set(expression, judgement);
  }
  return judgement;
}

/** Why Argo CD cannot compile an expression, and with it nothing of its Application; undefined when it can. */
export function checkJq(expression: string): JqProblem | undefined {
  const { verdict, problem } = judgeJq(expression);
  return verdict === 'ok' ? undefined : problem;
}

function judge(expression: string): JqJudgement {
  const source = `${prefix}${expression})`;
  let program: JqNode;
  try {
    program = parseQuery(source);
  } catch (error) {
    return { verdict: 'parse', program: undefined, source, problem: explain(error, expression) };
  }
  const name = undefinedName(program);
  if (name) {
    const node = { ...name.node, start: name.node.start - prefix.length, end: name.node.end - prefix.length };
    const problem = explainName(expression, { ...name, node }, isAccepted);
    return { verdict: 'compile', program, source, problem };
  }
  const isWrapped = program.type === 'call' && program.end === source.length;
  return { verdict: 'ok', program, source, problem: isWrapped ? undefined : escapesWrapper(expression) };
}

function isAccepted(expression: string): boolean {
  try {
    return undefinedName(parseQuery(`${prefix}${expression})`)) === undefined;
  } catch {
    return false;
  }
}

function explain(error: unknown, expression: string): JqProblem {
  if (error instanceof RangeError) {
    const message = 'is nested too deeply to be read.';
    return { kind: 'syntax', message, offset: 0, length: expression.length };
  }
  if (!(error instanceof JqParseError)) throw error;
  const { token } = error;
  const place = { start: token.start - prefix.length, end: token.end - prefix.length };
  return explainSyntax(expression, { ...token, ...place }, isAccepted);
}

function escapesWrapper(expression: string): JqProblem {
  const message = 'closes the parenthesis of Argo CD\'s "del(…)", so that the rest does more than delete.';
  return { kind: 'escapes-wrapper', message, offset: 0, length: expression.length };
}
