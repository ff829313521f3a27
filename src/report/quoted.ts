/** Text that needs no escapes, as most text. */
const plain = /^[ -~]*$/;

/** Foreign text as one line with all characters visible, with the escapes of JSON. */
export function quoted(text: string): string {
  return plain.test(text) ? text : text.replaceAll(unseen(), escaped);
}

/** A line of a file: like `quoted`, but with tabs as spaces. */
export function quotedLine(line: string): string {
  return quoted(line.replaceAll('\t', ' '));
}

/**
 * What is not shown as it is in a line: controls, what turns the direction of writing, joins or breaks characters,
 * breaks lines, is not seen at all, or is not a character, which no XML can have. A selector that makes a pictograph
 * colorful is a part of the pictograph. V8 takes half a millisecond until such an expression has matched for the first
 * time, and most runs need none.
 */
function unseen(): RegExp {
  return /(?!(?<=\p{Extended_Pictographic})\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
}

function escaped(character: string): string {
  const short = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character];
  return short ?? character.split('').map(unicode).join('');
}

function unicode(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * A line that no CI system obeys. The runner of GitHub takes lines for commands that begin with `::` behind any space, or
 * have `##[` anywhere; Azure Pipelines and TeamCity have `##vso[` and `##teamcity[`. One sign of them becomes the escape
 * that it has in JSON, so that JSON stays what it is. https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs
 */
export function withoutCommands(line: string): string {
  if (!line.includes('::') && !line.includes('##')) return line;
  return line.replace(/^(\s*):(?=:)/, String.raw`$1\u003a`).replaceAll(/#(?=#\w*\[)/g, String.raw`\u0023`);
}
