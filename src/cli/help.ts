import { version } from '../../package.json';
import { type CommandDescription, commands, signature } from './commands.js';

/** Where an explanation begins; what is longer stands on a line of its own. */
const column = 32;

function row(left: string, about: string): readonly string[] {
  const indented = `  ${left}`;
  return indented.length < column - 1
    ? [`${indented.padEnd(column)}${about}`]
    : [indented, `${' '.repeat(column)}${about}`];
}

/** What `rolloutkit --help` prints. */
export function overview(): readonly string[] {
  return [
    `rolloutkit ${version}: finds what would break a canary, before it is merged.`,
    '',
    'Usage',
    ...Object.values<CommandDescription>(commands).flatMap(({ usage, about }) =>
      row(`rolloutkit ${usage}`, about),
    ),
    ...row('rolloutkit <command> --help', 'the options of a command'),
    ...row('rolloutkit --version', 'the version'),
    '',
    'Exit codes',
    '  0  nothing found, or only findings below --fail-on',
    '  1  findings; simulate: errors of the controller that do not pass;',
    '     drift: differences that nothing covers; rollback: nothing to go back to',
    '  2  wrong usage',
    '  3  a fault in rolloutkit itself; what else was found is shown, too; outranks 4',
    '  4  an input could not be read or rendered, or the output not written; outranks 1',
  ];
}

/** What `rolloutkit lint --help` prints. */
export function commandHelp({ usage, about, options }: CommandDescription): readonly string[] {
  const rows = Object.entries(options).flatMap(([name, option]) =>
    row(signature(name, option), option.about),
  );
  return [
    `rolloutkit ${usage}: ${about}`,
    '',
    ...(rows.length === 0 ? ['It has no options.'] : ['Options', ...rows]),
    '',
    'rolloutkit --help has the other commands, and what exit codes mean.',
  ];
}
