import { splitDocuments } from './documents.js';
import { parseTree } from './tree.js';

/** What only Helm gives to a template. */
const helm = /\.Values\b|\.Release\.|\.Chart\.|\.Capabilities\.|\.Files\.|\b(?:include|template) "/;

/** An action where YAML expects a key or a value: no text starts with a brace. */
const action = /^[ \t]*(?:- +)*\{[{%]|[:-][ \t]+\{\{/;

/** An action that writes braces: `{{"{{"}}` is how a template of Helm has those of another language. */
const written = /\{\{-?[ \t]*["`]\{\{/;

/** Code of ytt, which stands in comments: https://carvel.dev/ytt/docs/latest/syntax/ */
const ytt = /(?:^|[ \t])#@(?:[ \t/]|$)/;

/** A value that a script fills in: YAML lets no text start with `%`. */
const percent = /[:-][ \t]+%[A-Z_]+%/;

/** What a scaffolder fills in before anybody reads the YAML: `${{ values.name }}`. */
const filler = /\$\{\{[^{}\r\n]*\}\}/g;

/**
 * Whether a text is a template that was not rendered, in Helm's language or one like it. Templates of others within
 * YAML are none: `{{args.x}}` of an AnalysisTemplate, `{{name}}` of an ApplicationSet, whatever stands in a block.
 */
export function isTemplate(text: string): boolean {
  if (!mayBeTemplate(text)) return false;
  let [hasAction, breaks] = [false, false];
  for (const line of linesOutsideBlocks(text)) {
    if (ytt.test(line)) return true;
    if (line.trimStart().startsWith('#')) continue;
    if (percent.test(line)) return true;
    if (!line.includes('{{') && !line.includes('{%')) continue;
    if (isOfHelm(line)) return true;
    hasAction ||= action.test(line) || written.test(line);
    breaks ||= isBrokenUntilFilled(line);
  }
  if (!(hasAction || breaks) || isReadable(text)) return false;
  // What is broken besides is broken in what is filled in, too.
  return hasAction || isReadable(text.replaceAll(filler, (all) => 'x'.repeat(all.length)));
}

/** Whether what a scaffolder fills in stands where YAML takes it for something else: within brackets, or with a colon in it. */
function isBrokenUntilFilled(line: string): boolean {
  return line.split('}').some((part) => {
    const start = part.indexOf('${{');
    return start !== -1 && (/[[{,]\s*$/.test(part.slice(0, start)) || /: | #/.test(part.slice(start)));
  });
}

/** Tells most texts apart at once. One expression for all of it would stop at each space. */
function mayBeTemplate(text: string): boolean {
  if (text.includes('{{') || text.includes('{%') || text.includes('#@')) return true;
  return text.includes('%') && /[ \t]%[A-Z_]/.test(text);
}

/** Whether an action says so. One expression for it all would begin anew at each brace and take quadratic time. */
function isOfHelm(line: string): boolean {
  return line.split('}').some((part) => {
    const start = part.indexOf('{{');
    return start !== -1 && helm.test(part.slice(start + 2));
  });
}

function isReadable(text: string): boolean {
  return splitDocuments(text).every(({ start, end }) =>
    parseTree(text, start, end).problems.every(({ rule }) => rule === 'yaml/unique-keys'),
  );
}

/** The lines that are not the text of a block scalar. */
function* linesOutsideBlocks(text: string): Iterable<string> {
  // How deep a line must be indented to belong to the block; -1 outside of one.
  let blockIndent = -1;
  for (const line of text.split(/\r\n?|\n/)) {
    const content = line.trimStart();
    const indent = line.length - content.length;
    if (content === '' || (blockIndent !== -1 && indent >= blockIndent)) continue;
    blockIndent = -1;
    yield line;
    if (content.startsWith('#')) continue;
    if (!/(?:^|[\s:-])[|>][-+1-9]*[ \t]*(?:#[^]*)?$/.test(line)) continue;
    const dashes = /^ *(?:- +)*/.exec(line)![0];
    const isItem = /^[|>]/.test(line.slice(dashes.length));
    blockIndent = (isItem ? dashes.lastIndexOf('-') : dashes.length) + 1;
  }
}
