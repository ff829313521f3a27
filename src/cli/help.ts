import { version } from '../../package.json';
import { groupBy } from '../model/multimap.js';
import { type CommandDescription, commands, signature, wishes } from './commands.js';

/** The column in which explanations begin; longer names get their own line. */
const column = 32;

function row(left: string, about: string): readonly string[] {
  const indented = `  ${left}`;
  return indented.length < column - 1
    ? [`${indented.padEnd(column)}${about}`]
    : [indented, `${' '.repeat(column)}${about}`];
}

/** The output of `rolloutkit --help`. */
export function overview(): readonly string[] {
  return [
    `rolloutkit ${version}: finds what would break a canary before it is merged.`,
    ...wishes.flatMap((wish) => [
      '',
      wish,
      ...Object.values<CommandDescription>(commands)
        .filter((command) => command.wish === wish)
        .flatMap(({ usage, about }) => row(`rolloutkit ${usage}`, about)),
    ]),
    '',
    'Options of all commands',
    ...row('rolloutkit <command> --help', 'print the options of a command'),
    ...row('rolloutkit --version', 'print the version'),
    '',
    'Exit codes',
    '  0  no findings, or only findings below --fail-on',
    '  1  findings; simulate: permanent errors of the controller;',
    '     drift: differences that no entry covers; rollback: nothing to restore',
    '  2  usage error',
    '  3  a bug in rolloutkit; other findings are still printed; takes precedence over 4',
    '  4  an input could not be read or rendered, or the output could not be written;',
    '     takes precedence over 1',
  ];
}

/** The output of `rolloutkit lint --help`. */
export function commandHelp({ usage, about, options }: CommandDescription): readonly string[] {
  const groups = groupBy(Object.entries(options), ([, { group = 'Options' }]) => group);
  const rows = [...groups].flatMap(([group, its]) => [
    '',
    group,
    ...its.flatMap(([name, option]) => row(signature(name, option), option.about)),
  ]);
  return [
    `rolloutkit ${usage}: ${about}`,
    ...(rows.length === 0 ? ['', 'This command has no options.'] : rows),
    '',
    'Run "rolloutkit --help" for the other commands and the exit codes.',
  ];
}
