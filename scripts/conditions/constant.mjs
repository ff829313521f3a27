// Tries conditions with many answers of each class in the evaluator of Argo Rollouts, and compares what is constant there with what
// `outcomeOver` says of the class.

/** @typedef {import('../../test/rollouts/analysis/expression/grammar.js').Case} Case */
/** @typedef {import('../../test/rollouts/analysis/expression/trial.js').TriedClass} TriedClass */
/** @typedef {typeof import('../../test/rollouts/analysis/expression/trial.js')} Trial */
/**
 * How many conditions are constant, and how many of these are decided; `errors` and `decidedErrors` are those that are always an error.
 * `letters` has for each condition the letter of its only outcome, or a "v" if it varies.
 * @typedef {{ tried: number, constant: number, decided: number, errors: number, decidedErrors: number, wrong: string[], open: string[],
 *   letters: string }} Figures
 */

/** So many answers of a class are asked first; only a condition that is constant over them gets the others. */
const first = 40;

/**
 * @param {readonly string[]} conditions
 * @param {{ trial: Trial, ask: (cases: readonly Case[]) => readonly string[], inShort: (answer: string) => string }} upstream
 * @param {{ answers: number, seed: number, release: '1.9' | '1.10' }} options
 * @returns {Map<string, Figures>} by the name of the class
 */
export function tryAll(conditions, { trial, ask, inShort }, { answers, seed, release }) {
  /** @type {Map<string, Figures>} */
  const found = new Map();
  for (const tried of trial.triedClasses) {
    const values = conditions.map((condition) => trial.valuesFor(condition, tried, seed, answers));
    /** @type {Set<string>[]} */
    const outcomes = conditions.map(() => new Set());
    for (const [from, to] of [
      [0, first],
      [first, answers],
    ]) {
      const asked = conditions.flatMap((condition, index) =>
        (outcomes[index]?.size ?? 0) > 1
          ? []
          : (values[index] ?? []).slice(from, to).map((value) => ({ index, condition, ...value })),
      );
      const said = ask(asked.map(({ index: _, ...one }) => one));
      for (const [at, { index }] of asked.entries()) outcomes[index]?.add(inShort(said[at] ?? ''));
    }
    found.set(
      tried.name,
      figuresOf(conditions, outcomes, (one) => trial.decided(one, tried, release)),
    );
  }
  return found;
}

/**
 * @param {readonly string[]} conditions
 * @param {readonly Set<string>[]} outcomes
 * @param {(condition: string) => string | undefined} decided
 * @returns {Figures}
 */
function figuresOf(conditions, outcomes, decided) {
  /** @type {Figures} */
  const figures = {
    ...{ tried: conditions.length, constant: 0, decided: 0, errors: 0, decidedErrors: 0 },
    ...{ wrong: [], open: [], letters: '' },
  };
  for (const [index, condition] of conditions.entries()) {
    const ours = decided(condition);
    const [only = '', another] = outcomes[index] ?? [];
    const isConstant = another === undefined;
    // The trial cannot show that a condition varies where it met one outcome only, so "varies" is open then.
    const says = ours !== undefined && ours !== 'varies' ? ours.slice(0, 1) : undefined;
    figures.letters += isConstant ? only : 'v';
    if (isConstant) figures.constant += 1;
    if (isConstant && only === 'e') figures.errors += 1;
    if (says === undefined) {
      if (isConstant) figures.open.push(`${condition} (${only}, here ${ours ?? 'unknown'})`);
    } else if (isConstant && says === only) {
      figures.decided += 1;
      if (only === 'e') figures.decidedErrors += 1;
    } else figures.wrong.push(`${condition} (${[...(outcomes[index] ?? [])].join(' and ')}, here ${ours})`);
  }
  return figures;
}

/** Prints the figures, and whether they are good enough. @param {Map<string, Figures>} found @param {boolean} isVerbose */
export function isGoodEnough(found, isVerbose) {
  let isGood = found.size > 0;
  for (const [name, figures] of found) {
    const { tried, constant, decided, errors, decidedErrors, wrong, open } = figures;
    const share = constant === 0 ? 1 : decided / constant;
    console.log(
      `${name}: ${tried} conditions; ${decided} of ${constant} constant ones decided (${(100 * share).toFixed(1)} %), ` +
        `${decided - decidedErrors} of ${constant - errors} that are no error; ${wrong.length} wrong`,
    );
    for (const one of wrong) console.log(`  wrong: ${one}`);
    if (isVerbose) for (const one of open) console.log(`  open: ${one}`);
    if (share < 0.9 || wrong.length > 0) isGood = false;
  }
  return isGood;
}
