import { baselineActions, type CommandDescription, commands } from './commands.js';
import { exitCodes, UsageError } from './exit.js';
import type { Option } from './option.js';
import { oneOf } from './options.js';
import { print } from './output.js';
import { rolloutNames } from './rollout-names.js';
import type { Surroundings } from './surroundings.js';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** What the scripts ask for at completion time. */
const nameLists = ['rollouts'] as const;

/** Prints a shell script that completes commands, options and values; or the names that it offers. */
export function completionCommand(args: string[], around: Surroundings): number {
  const [shell, another] = args;
  if (shell === undefined || another !== undefined)
    throw new UsageError(`completion takes one shell: ${shells.join(', ')}.`);
  print(
    around,
    shell === nameLists[0] ? rolloutNamesOrNone(around) : scripts[oneOf('The shell', shell, shells)](),
  );
  return exitCodes.clean;
}

/** A key that is pressed shows no error. */
function rolloutNamesOrNone(around: Surroundings): readonly string[] {
  try {
    return rolloutNames(around);
  } catch {
    return [];
  }
}

const scripts: Readonly<Record<(typeof shells)[number], () => readonly string[]>> = {
  bash,
  zsh,
  fish,
  powershell,
};

/** The shell lists the rules at completion time, because they differ between versions. */
const listRules = "rolloutkit rules 2> /dev/null | cut -d ' ' -f 1";
const listRollouts = `rolloutkit completion ${nameLists[0]} 2> /dev/null`;
const listAreas = `${listRules} | cut -d / -f 1 | sort -u`;

const commandEntries: readonly (readonly [string, CommandDescription])[] = Object.entries(commands);

/** The words that can follow a command: literal words, or a shell command that prints them. */
function argumentsOf({ takes }: CommandDescription): string | undefined {
  if (takes === 'rules') return `$(${listRules})`;
  if (takes === 'areas') return `$(${listAreas})`;
  if (takes === 'actions') return baselineActions.join(' ');
  if (takes === 'rollouts') return `$(${listRollouts})`;
  return takes === 'shells' ? shells.join(' ') : undefined;
}

/** The possible values of an option; undefined if any value is allowed, most likely a file. */
function completedValues({ choices, value }: Option): string | undefined {
  if (choices !== undefined) return choices.join(' ');
  if (value.includes('[NAMESPACE/]NAME|FILE')) return `$(${listRollouts})`;
  return value.includes('RULE') ? `$(${listRules})` : undefined;
}

/** Whether the next word is the value of an option: `--changed` takes a value only after an equals sign. */
function takesNext({ type, value }: Option): boolean {
  return type === 'string' && !value.startsWith('[=');
}

function bash(): readonly string[] {
  const values = commandEntries.flatMap(([name, { options }]) =>
    Object.entries(options)
      .filter(([, option]) => takesNext(option))
      .map(([option, its]) => [`${name} --${option}`, completedValues(its)] as const),
  );
  return [
    '# rolloutkit in bash, in ~/.bashrc: source <(rolloutkit completion bash)',
    '_rolloutkit() {',
    // Bash treats the equals sign of --format=json as a separate word.
    '  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files= file',
    '  if [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi',
    '  if [[ $current == = ]]; then current=; fi',
    '  COMPREPLY=()',
    '  if (( COMP_CWORD == 1 )); then',
    `    words="${commandEntries.map(([name]) => name).join(' ')} help --help --version"`,
    '  else',
    '    case "${COMP_WORDS[1]} $before" in',
    ...values.map(
      ([pattern, words]) => `      "${pattern}") ${words === undefined ? 'return' : `words="${words}"`} ;;`,
    ),
    '      *)',
    '        case "${COMP_WORDS[1]} $current" in',
    ...commandEntries.map(
      ([name, { options }]) =>
        `          "${name} -"*) words="${[...Object.keys(options), 'help'].map((option) => `--${option}`).join(' ')}" ;;`,
    ),
    ...commandEntries.flatMap(([name, command]) => {
      const words = argumentsOf(command);
      if (words === undefined) return [];
      // A name or a path.
      const also = command.takes === 'rollouts' ? ' files=yes' : '';
      return [`          "${name} "*) words="${words}"${also} ;;`];
    }),
    '        esac ;;',
    '    esac',
    '  fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '  if [[ $files ]]; then',
    '    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")',
    '  fi',
    '}',
    'complete -o default -F _rolloutkit rolloutkit',
  ];
}

function zsh(): readonly string[] {
  return [
    '#compdef rolloutkit',
    '# rolloutkit in zsh, in ~/.zshrc after compinit: source <(rolloutkit completion zsh)',
    '_rolloutkit() {',
    '  local -a commands',
    '  commands=(',
    ...commandEntries.map(([name, { about }]) => `    ${zshWord(`${name}:${about}`)}`),
    '  )',
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  case $words[2] in',
    ...commandEntries.flatMap(([name, command]) => [
      `    ${name})`,
      '      shift words; (( CURRENT-- ))',
      '      _arguments \\',
      ...Object.entries(command.options).map(([option, its]) => `        ${zshOption(option, its)} \\`),
      `        ${zshArguments(command)} ;;`,
    ]),
    '  esac',
    '}',
    'compdef _rolloutkit rolloutkit',
  ];
}

function zshOption(name: string, option: Option): string {
  const repeats = option.multiple ? '*' : '';
  const about = `[${option.about.replaceAll(/[[\]:]/g, '\\$&')}]`;
  const values = completedValues(option);
  if (!takesNext(option)) return zshWord(`${repeats}--${name}${about}`);
  const label = option.value.replaceAll(/[[\]:]/g, '\\$&');
  return zshWord(`${repeats}--${name}=${about}:${label}:${zshAction(values)}`);
}

function zshArguments(command: CommandDescription): string {
  const words = argumentsOf(command);
  if (command.takes === 'rollouts') return zshWord(`*:rollout:{_files; ${zshAction(words).slice(1)}`);
  if (words !== undefined) return zshWord(`*:${command.takes}:${zshAction(words)}`);
  return command.takes === 'paths' ? "'*:path:_files'" : "'*:'";
}

/** Zsh runs the command in braces at completion time. */
function zshAction(words: string | undefined): string {
  if (words === undefined) return '_default';
  return words.startsWith('$(') ? `{compadd -- ${words}}` : `(${words})`;
}

function zshWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function fish(): readonly string[] {
  const complete = 'complete --command rolloutkit';
  const first = "--condition '__fish_use_subcommand'";
  return [
    '# rolloutkit in fish: rolloutkit completion fish > ~/.config/fish/completions/rolloutkit.fish',
    ...commandEntries.flatMap(([name, command]) => {
      const here = `${complete} --condition '__fish_seen_subcommand_from ${name}'`;
      const words = argumentsOf(command);
      return [
        `${complete} ${first} --no-files --arguments ${name} --description ${fishWord(command.about)}`,
        ...Object.entries(command.options).map(
          ([option, its]) =>
            `${here} --long-option ${option}${fishValue(its)} --description ${fishWord(its.about)}`,
        ),
        ...(words === undefined
          ? []
          : [
              `${here}${command.takes === 'rollouts' ? '' : ' --no-files'} --arguments ${fishArguments(words)}`,
            ]),
      ];
    }),
  ];
}

function fishValue(option: Option): string {
  if (!takesNext(option)) return '';
  const values = completedValues(option);
  return values === undefined ? ' --require-parameter' : ` --exclusive --arguments ${fishArguments(values)}`;
}

/** Fish replaces `(…)` at completion time. */
function fishArguments(words: string): string {
  return fishWord(words.replaceAll('$(', '('));
}

function fishWord(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}

/** Names, options and their fixed values; PowerShell itself offers files. */
function powershell(): readonly string[] {
  const words = (list: readonly string[]): string => `@(${list.map(powershellWord).join(', ')})`;
  return [
    '# rolloutkit in PowerShell, in $PROFILE: rolloutkit completion powershell | Out-String | Invoke-Expression',
    'Register-ArgumentCompleter -Native -CommandName rolloutkit -ScriptBlock {',
    '  param($word, $line, $cursor)',
    '  $words = @($line.CommandElements | ForEach-Object { $_.ToString() })',
    "  if ($word -ne '' -and $words.Count -gt 1) { $words = $words[0..($words.Count - 2)] }",
    "  $command = if ($words.Count -gt 1) { $words[1] } else { '' }",
    '  $before = $words[-1]',
    '  $offered = switch ("$command $before") {',
    ...commandEntries.flatMap(([name, { options }]) =>
      Object.entries(options).flatMap(([option, its]) => {
        const values = takesNext(its) ? completedValues(its) : undefined;
        return values === undefined
          ? []
          : [`    ${powershellWord(`${name} --${option}`)} { ${powershellList(values)}; break }`];
      }),
    ),
    '    default {',
    '      switch ($command) {',
    `        '' { ${words([...commandEntries.map(([name]) => name), 'help', '--help', '--version'])}; break }`,
    ...commandEntries.map(([name, command]) => {
      const options = words([...Object.keys(command.options), 'help'].map((option) => `--${option}`));
      const more = argumentsOf(command);
      return `        ${powershellWord(name)} { ${options}${more === undefined ? '' : ` + @(${powershellList(more)})`}; break }`;
    }),
    '      }',
    '    }',
    '  }',
    '  $offered | Where-Object { $_ -like "$word*" } | ForEach-Object {',
    "    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)",
    '  }',
    '}',
  ];
}

/** What a POSIX shell would list, in PowerShell. */
function powershellList(words: string): string {
  if (!words.startsWith('$(')) return `@(${words.split(' ').map(powershellWord).join(', ')})`;
  if (words.includes(listRollouts)) return `@(rolloutkit completion ${nameLists[0]} 2> $null)`;
  const rules = "(rolloutkit rules 2> $null | ForEach-Object { ($_ -split ' ')[0] })";
  return words.includes(listAreas)
    ? `@(${rules} | ForEach-Object { ($_ -split '/')[0] } | Sort-Object -Unique)`
    : `@${rules}`;
}

function powershellWord(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
