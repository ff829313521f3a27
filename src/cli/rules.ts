import { areaOf } from '../lint/select-rules.js';
import { didYouMean } from '../model/nearest-name.js';
import { problemRules } from '../yaml/parse/problems.js';
import { exitCodes, UsageError } from './exit.js';
import { parse } from './options.js';
import { print, printText } from './output.js';
import { allRules } from './own-rules.js';
import { peers } from '../rules/peers.js';
import { likePeer } from './like-peer.js';
import { type KnownRule, rulesJson, rulesMarkdown } from './rules-as.js';
import type { Surroundings } from './surroundings.js';

/** Lists the rules of some areas, or all of them; or the rules of another tool with their counterparts. */
export function rulesCommand(args: string[], around: Surroundings): number {
  const { values, positionals } = parse('rules', args);
  const { like, format = 'text' } = values;
  if (like !== undefined && format !== 'text')
    throw new UsageError(`--like and --format ${format} cannot be used together.`);
  if (like !== undefined) {
    if (positionals.length > 0) throw new UsageError('--like and areas cannot be used together.');
    print(around, likePeer(peers.find(({ name }) => name === like)!));
    return exitCodes.clean;
  }
  const all: readonly KnownRule[] = [
    ...allRules(values.plugin, around).rules.map(({ meta }) => meta),
    ...problemRules,
  ].sort((left, right) => (left.name < right.name ? -1 : 1));
  const areas = [...new Set(all.map(({ name }) => areaOf(name)))];
  for (const area of positionals) if (!areas.includes(area)) throw new UsageError(noArea(area, areas));
  const wanted =
    positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(areaOf(name)));
  if (format !== 'text') {
    if (format === 'json') printText(around, rulesJson(wanted));
    else print(around, rulesMarkdown(wanted));
    return exitCodes.clean;
  }
  const width = Math.max(...wanted.map(({ name }) => name.length));
  print(
    around,
    wanted.map(
      ({ name, severity, description }) =>
        `${name.padEnd(width)}  ${severity.padEnd('warning'.length)}  ${description}`,
    ),
  );
  return exitCodes.clean;
}

function noArea(area: string, areas: readonly string[]): string {
  if (area.includes('/'))
    return `"rolloutkit rules" takes areas. For one rule, run: rolloutkit explain ${area}`;
  return `Unknown area "${area}".${didYouMean(area, areas) || ` The areas are ${areas.join(', ')}.`}`;
}
