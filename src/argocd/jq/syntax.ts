import type { JqNode } from './ast.js';
import { JqParseError } from './cursor.js';
import { doubt } from './doubt.js';
import { explainName } from './explain-name.js';
import { explainSyntax } from './explain-syntax.js';
import { undefinedName } from './names.js';
import { parseQuery } from './parser.js';
import { problem, type JqProblem } from './problem.js';

export type { JqProblem } from './problem.js';

/** What gojq makes of an expression before it runs it. */
export type JqJudgement =
  | { readonly verdict: 'parse' | 'compile'; readonly problem: JqProblem }
  | {
      readonly verdict: 'ok';
      /** The text that gojq gets, and what it stands for; offsets are those of `source`. */
      readonly source: string;
      readonly program: JqNode;
      /** What leads to the paths, unless the expression closes the parenthesis before it. */
      readonly paths: JqNode | undefined;
      /** Why it does not do what it is written for. */
      readonly doubt: JqProblem | undefined;
    };

const prefix = 'del(';
const judgements = new Map<string, JqJudgement>();
let charactersKept = 0;

/** Far more than people write, so that what is asked again and again is judged once. */
const mostCharactersKept = 1_000_000;

/**
 * Judges an expression as Argo CD does, which pastes it into `del(…)`.
 * https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/normalizers/diff_normalizer.go (NewIgnoreNormalizer)
 */
export function judgeJq(expression: string): JqJudgement {
  let judgement = judgements.get(expression);
  if (!judgement) {
    // Short ones take memory, too.
    charactersKept += expression.length + 100;
    if (charactersKept > mostCharactersKept) {
      judgements.clear();
      charactersKept = 0;
    }
    judgement = judgeSyntax(expression, 0);
    judgements.set(expression, judgement);
  }
  return judgement;
}

/** Why Argo CD cannot compile an expression, and with it nothing of its Application; undefined when it can. */
export function checkJq(expression: string): JqProblem | undefined {
  const judgement = judgeJq(expression);
  return judgement.verdict === 'ok' ? undefined : judgement.problem;
}

/** Why an expression that Argo CD compiles deletes nothing or too much, as far as that shows without a document. */
export function doubtJq(expression: string): JqProblem | undefined {
  const judgement = judgeJq(expression);
  return judgement.verdict === 'ok' ? judgement.doubt : undefined;
}

/** A mistake that was made more than once is mended as often. */
const mostMistakes = 8;

function judgeSyntax(expression: string, mistakes: number): JqJudgement {
  const source = `${prefix}${expression})`;
  const mend = (proposal: string): string | undefined => {
    if (proposal === expression || mistakes >= mostMistakes) return undefined;
    const judgement = judgeSyntax(proposal, mistakes + 1);
    return judgement.verdict === 'ok' ? proposal : judgement.problem.suggestion;
  };

  let program: JqNode;
  try {
    program = parseQuery(source);
  } catch (error) {
    if (error instanceof RangeError) {
      const place = { offset: 0, length: expression.length };
      return { verdict: 'parse', problem: problem('syntax', 'is nested too deeply to be read', place) };
    }
    if (!(error instanceof JqParseError)) throw error;
    return { verdict: 'parse', problem: explainSyntax(expression, withoutPrefix(error.token), mend) };
  }
  const name = undefinedName(program);
  if (name) {
    const problem = explainName(expression, { ...name, node: withoutPrefix(name.node) }, mend);
    return { verdict: 'compile', problem };
  }
  const paths = program.type === 'call' && program.end === source.length ? program.args[0] : undefined;
  const found = paths ? doubt(expression, paths, prefix.length, mend) : escape(expression);
  return { verdict: 'ok', source, program, paths, doubt: found };
}

/** A place in the source as a place in the expression. */
function withoutPrefix<Place extends { readonly start: number; readonly end: number }>(place: Place): Place {
  return { ...place, start: place.start - prefix.length, end: place.end - prefix.length };
}

function escape(expression: string): JqProblem {
  const message = 'closes the parenthesis of Argo CD\'s "del(…)", so that the rest does more than delete';
  return problem('escapes-wrapper', message, { offset: 0, length: expression.length });
}
