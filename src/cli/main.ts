import path from 'node:path';
import { existsSync } from '../repository/files/disk.js';
import { version } from '../../package.json';
import { driftCommand } from './drift.js';
import { type CommandName, commands, isCommand } from './commands.js';
import { baselineCommand } from './baseline.js';
import { completionCommand } from './completion.js';
import { configCommand } from './config.js';
import { doctorCommand } from './doctor.js';
import { didYouMean, exitCodes, isUnreadError, isUsageError, UsageError } from './exit.js';
import { explainCommand } from './explain.js';
import { commandHelp, overview } from './help.js';
import { impactCommand } from './impact.js';
import { initCommand } from './init.js';
import { lintCommand } from './lint-command.js';
import { lspCommand } from './lsp.js';
import { mcpCommand } from './mcp.js';
import { migrateCommand } from './migrate.js';
import { newCommand } from './new.js';
import { parse, type ParsedArguments } from './options.js';
import { printText, tell } from './output.js';
import { protectCommand } from './protect.js';
import { remembered } from './remembered.js';
import { rollbackCommand } from './rollback.js';
import { rulesCommand } from './rules.js';
import { simulateCommand } from './simulate.js';
import { ofProcess, type Surroundings } from './surroundings.js';

export { watchStreams } from './output.js';

const runs: Readonly<
  Record<CommandName, (args: string[], around: Surroundings) => number | Promise<number>>
> = {
  lint: lintCommand,
  baseline: baselineCommand,
  explain: explainCommand,
  rules: rulesCommand,
  config: configCommand,
  doctor: doctorCommand,
  simulate: cached('simulate', simulateCommand),
  drift: cached('drift', driftCommand),
  impact: impactCommand,
  protect: cached('protect', protectCommand),
  rollback: rollbackCommand,
  migrate: migrateCommand,
  new: newCommand,
  init: initCommand,
  lsp: lspCommand,
  mcp: mcpCommand,
  completion: completionCommand,
};

/** Runs the command line and returns the exit code; a promise only for commands that ask questions or serve. */
export function main(args: string[], around = ofProcess()): number | Promise<number> {
  const [command, ...rest] = args;
  try {
    if (command === '--version' || command === '-v') return printAndSucceed(around, [version]);
    if (command === 'help') return printAndSucceed(around, helpOn(rest[0]));
    if (args.some((arg) => arg === '--help' || arg === '-h'))
      return printAndSucceed(around, helpOn(args.find(isCommand)));
    if (command === undefined) {
      tell(around, overview());
      return exitCodes.usage;
    }
    if (!isCommand(command)) throw new UsageError(unknownCommand(command, args, around));
    const code = runs[command](rest, around);
    return typeof code === 'number' ? code : code.catch((error: unknown) => failed(error, command, around));
  } catch (error) {
    return failed(error, command, around);
  }
}

/** A command that prints its last result again, if the options ask for it and nothing has changed. */
function cached<Command extends 'simulate' | 'drift' | 'protect'>(
  command: Command,
  run: (parsed: ParsedArguments<Command>, around: Surroundings) => number,
): (args: string[], around: Surroundings) => number | Promise<number> {
  return (args, around) => {
    const parsed = parse(command, args);
    const asked = { args: [command, ...args], paths: parsed.positionals, around };
    return remembered(asked, parsed.values, (to) => run(parsed, to));
  };
}

function helpOn(command: string | undefined): readonly string[] {
  return command !== undefined && isCommand(command) ? commandHelp(commands[command]) : overview();
}

function failed(error: unknown, command: string | undefined, around: Surroundings): number {
  if (isUsageError(error)) {
    tell(around, [...error.lines, ...(error.isOfFile ? [] : [helpHint(command)])]);
    return exitCodes.usage;
  }
  if (isUnreadError(error)) {
    tell(around, [error.message]);
    return exitCodes.unread;
  }
  const calls = error instanceof Error ? (error.stack ?? '').split('\n').filter(isCall) : [];
  tell(around, [
    `rolloutkit ${version} failed; this is a bug in rolloutkit, please report it.`,
    String(error),
    ...calls,
  ]);
  return exitCodes.internal;
}

/** A few lines that point to the help. */
function helpHint(command: string | undefined): string {
  const known = command !== undefined && isCommand(command) ? ` ${command}` : '';
  return `See: rolloutkit${known} --help`;
}

/** Whether a line belongs to the stack; a message can have several lines, too. */
function isCall(line: string): boolean {
  return line.startsWith('    at ');
}

/** Names of the commands in other tools. */
const otherNames: Readonly<Record<string, CommandName>> = {
  validate: 'lint',
  check: 'lint',
  analyze: 'lint',
  adopt: 'baseline',
  verify: 'lint',
  plan: 'simulate',
  preview: 'simulate',
  derive: 'drift',
  undo: 'rollback',
  create: 'new',
  scaffold: 'new',
  generate: 'new',
  setup: 'init',
  docs: 'explain',
  list: 'rules',
};

function unknownCommand(command: string, args: readonly string[], { folder }: Surroundings): string {
  if (command.startsWith('-')) {
    const meant = args.find(isCommand) ?? 'lint';
    const options = args.filter((arg) => arg !== meant).join(' ');
    return `The command comes first: rolloutkit ${meant} ${options}`;
  }
  const meant = Object.hasOwn(otherNames, command) ? otherNames[command] : undefined;
  const hint = existsSync(path.resolve(folder, command))
    ? ` To lint a path: rolloutkit lint ${command}`
    : meant === undefined
      ? didYouMean(command, Object.keys(commands))
      : ` Did you mean "${meant}"?`;
  return `Unknown command "${command}".${hint}`;
}

function printAndSucceed(around: Surroundings, lines: readonly string[]): number {
  printText(around, lines.map((line) => `${line}\n`).join(''));
  return exitCodes.clean;
}
