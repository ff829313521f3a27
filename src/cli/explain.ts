import { readFileSync } from '../repository/files/disk.js';
import { problemRules } from '../yaml/parse/problems.js';
import { peers } from '../rules/peers.js';
import { didYouMeanWithin } from '../model/nearest-name.js';
import { colored, plain } from '../report/style.js';
import { exitCodes, UsageError } from './exit.js';
import { explainJq } from './explain-jq.js';
import { parse } from './options.js';
import { allRules } from './own-rules.js';
import { aboutJson, aboutText } from './symptoms-as.js';
import { symptomsFor } from './symptoms.js';
import { print, printText, terminalWidth, wantsColor } from './output.js';
import { pageFile } from './rule-pages.js';
import { type KnownRule, pageOf, rulesJson, ruleWithPage } from './rules-as.js';
import type { Surroundings } from './surroundings.js';
import { terminalPage } from './terminal-page.js';

/**
 * Prints the page of a rule, as in docs/rules; on a terminal, its first screen without Markdown marks. Prints a list for an area, and
 * for a name that several rules share in another tool.
 */
export function explainCommand(args: string[], around: Surroundings): number {
  const { values, positionals } = parse('explain', args);
  const isJson = values.format === 'json';
  const [name] = positionals;
  if (values.jq !== undefined) {
    if (name !== undefined || isJson)
      throw new UsageError('--jq takes one expression, and cannot be used with a rule or --format json.');
    return explainJq(values.jq, around);
  }
  const { rules, plugins } = allRules(values.plugin, around);
  const all: readonly KnownRule[] = [...rules.map(({ meta }) => meta), ...problemRules];
  const isPlural = positionals.length > 1 && positionals.some((one) => all.some((meta) => meta.name === one));
  if (name === undefined || isPlural)
    throw new UsageError(
      '"rolloutkit explain" needs the name of one rule, or words such as "canary gets no traffic".',
    );
  const isMeant = (meta: KnownRule): boolean =>
    meta.name === name || isAmong(name, meta.aliases) || meta.name.startsWith(`${name}/`);
  const meant = positionals.length > 1 ? [] : all.filter(isMeant);
  const [rule] = meant;
  const left = rule ? undefined : leftToPeer(name);
  if (left) print(around, [left]);
  else if (!rule) explainWords(positionals, all, isJson, around);
  else if (meant.length > 1 && isJson) printText(around, rulesJson(meant));
  else if (meant.length > 1) {
    print(around, [`${name} is the name of several rules:`, '']);
    print(
      around,
      meant.flatMap((meta) => [meta.name, `    ${meta.description}`]),
    );
  } else {
    const plugin = plugins.find((one) => one.rules.some(({ meta }) => meta.name === rule.name));
    const page = plugin ? pageOf(rule, plugin.file) : readFileSync(pageFile(rule.name), 'utf8');
    const columns = terminalWidth(around);
    if (isJson) printText(around, ruleWithPage(rule, page));
    else if (columns === undefined) printText(around, page);
    else {
      const lines = terminalPage(page, columns, wantsColor(around, undefined) ? colored : plain);
      print(around, values.all === true ? lines : firstScreen(lines, rule.name));
    }
  }
  return exitCodes.clean;
}

/** The lines of the smallest usual terminal. */
const screen = 24;

/** As much of a page as fits on a screen, up to the end of a paragraph, and how to see the rest. */
function firstScreen(lines: readonly string[], rule: string): readonly string[] {
  if (lines.length <= screen) return lines;
  const most = lines.slice(0, screen - 1);
  const end = most.findLastIndex((line) => line.trim() === '');
  const shown = end > 0 ? most.slice(0, end) : most.slice(0, -1);
  return [...shown, '', `${lines.length - shown.length} more lines: rolloutkit explain ${rule} --all`];
}

/** Prints the rules that given words are about, where the words are not the name of one. */
function explainWords(
  positionals: readonly string[],
  rules: readonly KnownRule[],
  isJson: boolean,
  around: Surroundings,
): void {
  const words = positionals.join(' ');
  const names = rules.map(({ name }) => name);
  const name = positionals.length === 1 ? didYouMeanWithin(words, names) : '';
  const isCode = !/\s/.test(words) && /\/|^[A-Z]+\d+$/i.test(words);
  const about = name !== '' || isCode ? undefined : symptomsFor(words, rules);
  if (!about || about.symptoms.length + about.rules.length === 0)
    throw new UsageError(
      /\s/.test(words.trim())
        ? `No symptom or rule is about "${words}". Use other words, such as "canary gets no traffic", or run "rolloutkit rules" for a list.`
        : `Unknown rule "${words}".${name || ' Run "rolloutkit rules" for a list.'}`,
    );
  if (isJson) printText(around, aboutJson(words, about));
  else print(around, aboutText(about, terminalWidth(around)));
}

/** Why no rule finds what another tool reports under a name; undefined if the name is unknown. */
function leftToPeer(name: string): string | undefined {
  for (const { title, left } of peers)
    for (const { because, messages } of left)
      for (const [code, about] of Object.entries(messages))
        if (code.toLowerCase() === name.toLowerCase())
          return `${code}${about === '' ? '' : ` (${about})`} is left to ${title}. ${because}`;
  return undefined;
}

function isAmong(name: string, aliases: readonly string[] = []): boolean {
  return aliases.some((alias) => alias.toLowerCase() === name.toLowerCase());
}
