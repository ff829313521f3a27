/**
 * What a message asks for. `value`: one edit, named by the value, the name or the field to remove. `choice`: several edits, of
 * which the user takes one. `open`: something whose content only the user knows, such as a readinessProbe, or a number in a range.
 * `none`: no advice, or one that is no edit of a file.
 */
export type Advice = 'none' | 'open' | 'choice' | 'value';

/** The clause of a message that says what to do: after a semicolon, or a sentence of its own. */
const clause = /(?:; |\. )(did you mean|write|use|set|add|remove|rename|list|delete|give)\b([^;]*)$/i;

/** What a message asks for, by its words. */
export function adviceOf(message: string): Advice {
  const [, verb = '', all = ''] = clause.exec(message) ?? [];
  const [rest = ''] = all.split(/(?<=[.")])\.? (?=[A-Z])/);
  const bare = rest.replaceAll(/"[^"]*"/g, '""').replaceAll(/\([^()]*\)/g, '');
  if (verb === '') return 'none';
  if (isChoice(bare)) return 'choice';
  return isExact(verb.toLowerCase(), rest, bare) ? 'value' : 'open';
}

/** "0 or more" is a range, whose end can be written. */
function isChoice(bare: string): boolean {
  return (
    /\bor (?!more\b)|\bone of\b|^ one\b(?! there)\W*$/.test(bare) ||
    /^ (?:\w+ of )?"",? (?:\w+ of )?"",/.test(bare)
  );
}

/** An example after "such as" names no value, and a field without one is for the user to fill. */
function isExact(verb: string, rest: string, bare: string): boolean {
  if (/^(?:did you mean|remove|delete)$/.test(verb)) return true;
  const named = rest.replace(/,? such as .*$/, '');
  if (/^ (?:a|an|another|some|any|lower case|less|fewer)\b/.test(named)) return false;
  if (verb === 'set')
    return !/ to (?:a|an|another|less|more|fewer|the [^"]*$)\b/.test(bare) && / to |: |\d/.test(bare);
  return /"[^"]+"|\b\d+\b|\w\(|\w: /.test(named);
}
