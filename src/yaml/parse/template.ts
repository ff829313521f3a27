import type { Source } from '../../model/source.js';
import { holdsApplicationSet } from './application-set.js';
import { splitDocuments } from './documents.js';
import { parseTree } from './tree.js';

/** What only Helm provides to a template. */
const helm =
  /\.Values\b|\.Release\.|\.Chart\.|\.Capabilities\.|\.Files\.|\.Template\.(?:BasePath|Name)\b|\b(?:include|template) "/;

/** An action where YAML expects a key or a value: no plain scalar starts with a brace. */
const action = /^[ \t]*(?:- +)*\{[{%]|[:-][ \t]+\{\{/;

/** An action that writes braces: with `{{"{{"}}` a Helm template outputs those of another language. */
const writesBraces = /\{\{-?[ \t]*["`]\{\{/;

/** Code of ytt, which is written in comments: https://carvel.dev/ytt/docs/latest/syntax/ */
const ytt = /(?:^|[ \t])#@(?:[ \t/]|$)/;

/** A value that a script fills in: no plain scalar starts with `%`. */
const percent = /[:-][ \t]+%[A-Z_]+%/;

/** What a scaffolder fills in before the YAML is read: `${{ values.name }}`. */
const filler = /\$\{\{[^{}\r\n]*\}\}/g;

const holdsRollout = /^kind:[ \t]*["']?Rollout\b/m;

/** Scalars in quotes. */
const quotedPattern = /"(?:[^"\\]|\\.)*"|'[^']*'/g;

/**
 * Whether a file is an unrendered template, in Helm's language or a similar one. Templates of other tools within YAML do not
 * count: `{{args.x}}` of an AnalysisTemplate, `{{name}}` of an ApplicationSet, anything in a block scalar. Outside of the
 * templates of a chart, nor do Helm's expressions that leave the file readable, in quotes or within the value of a file with a
 * Rollout, and control lines of an ApplicationSet, which nothing renders.
 */
export function isTemplate(text: string, file: string): boolean {
  if (!mayBeTemplate(text)) return false;
  const isOfChart = /(?:^|\/)templates\//.test(file);
  let [hasAction, breaks] = [false, false];
  for (const line of linesOutsideBlocks(text)) {
    if (ytt.test(line)) return true;
    if (line.trimStart().startsWith('#')) continue;
    if (percent.test(line)) return true;
    if (!line.includes('{{') && !line.includes('{%')) continue;
    if (isOfHelm(line) && (isOfChart || line.replaceAll(quotedPattern, '').includes('{{')))
      return isOfChart || !(holdsRollout.test(text) && isReadable(text));
    hasAction ||= action.test(line) || writesBraces.test(line);
    breaks ||= isBrokenUntilFilled(line);
  }
  if (!(hasAction || breaks) || isReadable(text)) return false;
  if (!isOfChart && holdsApplicationSet(text) && !writesBraces.test(text)) return false;
  // Otherwise the file is broken after filling in, too.
  return hasAction || isReadable(text.replaceAll(filler, (all) => 'x'.repeat(all.length)));
}

/** Whether a placeholder of a scaffolder is somewhere that YAML misreads: within brackets, or with a colon in it. */
function isBrokenUntilFilled(line: string): boolean {
  return line.split('}').some((part) => {
    const start = part.indexOf('${{');
    return start !== -1 && (/[[{,]\s*$/.test(part.slice(0, start)) || /: | #/.test(part.slice(start)));
  });
}

/** A fast check that rules out most files. A single expression would stop at each space. */
function mayBeTemplate(text: string): boolean {
  if (text.includes('{{') || text.includes('{%') || text.includes('#@')) return true;
  return text.includes('%') && /[ \t]%[A-Z_]/.test(text);
}

/** Whether an action of a line is one of Helm. A single expression would restart at each brace and take quadratic time. */
export function isOfHelm(line: string): boolean {
  return line.split('}').some((part) => {
    const start = part.indexOf('{{');
    return start !== -1 && helm.test(part.slice(start + 2));
  });
}

/** Whether Helm may render a file: a rendered chart has no expression left. */
export function isInTemplates({ path }: Pick<Source, 'path'>): boolean {
  return /(?:^|\/)templates\//.test(path);
}

function isReadable(text: string): boolean {
  return splitDocuments(text).every(({ start, end }) =>
    parseTree(text, start, end).problems.every(({ rule }) => rule === 'yaml/unique-keys'),
  );
}

/** The lines outside of block scalars. */
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
