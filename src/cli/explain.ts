import { readFileSync } from 'node:fs';
import { problemRules } from '../yaml/parse/problems.js';
import { peers } from '../rules/peers.js';
import { didYouMeanWithin } from '../model/nearest-name.js';
import { colored, plain } from '../report/style.js';
import { exitCodes, UsageError } from './exit.js';
import { explainJq } from './explain-jq.js';
import { parse } from './options.js';
import { allRules } from './own-rules.js';
import { print, printText, terminalWidth, wantsColor } from './output.js';
import { pageFile } from './rule-pages.js';
import { type KnownRule, pageOf, rulesJson, ruleWithPage } from './rules-as.js';
import type { Surroundings } from './surroundings.js';
import { terminalPage } from './terminal-page.js';

/**
 * Prints the page of a rule, as in docs/rules; on a terminal, without Markdown marks. Prints a list for an area, and
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
  if (name === undefined || positionals.length > 1)
    throw new UsageError('"rolloutkit explain" needs the name of one rule; "rolloutkit rules" lists them.');
  const { rules, plugins } = allRules(values.plugin, around);
  const all: readonly KnownRule[] = [...rules.map(({ meta }) => meta), ...problemRules];
  const meant = all.filter(
    (meta) => meta.name === name || isAmong(name, meta.aliases) || meta.name.startsWith(`${name}/`),
  );
  const [rule] = meant;
  const names = all.map((meta) => meta.name);
  const left = rule ? undefined : leftToPeer(name);
  if (left) {
    print(around, [left]);
    return exitCodes.clean;
  }
  if (!rule)
    throw new UsageError(
      `Unknown rule "${name}".${didYouMeanWithin(name, names) || ' Run "rolloutkit rules" for a list.'}`,
    );

  if (meant.length > 1 && isJson) printText(around, rulesJson(meant));
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
    else print(around, terminalPage(page, columns, wantsColor(around, undefined) ? colored : plain));
  }
  return exitCodes.clean;
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
