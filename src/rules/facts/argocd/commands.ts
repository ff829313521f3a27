/** A command in a script that deploys another version. */
export interface Command {
  readonly kind:
    /** `kubectl argo rollouts undo`, `set image`: for a Rollout. */
    | 'rollouts'
    /** `kubectl rollout undo`: for the kind in `type`. */
    | 'rollout'
    /** `argocd app rollback`: for an Application. */
    | 'rollback';
  readonly start: number;
  readonly end: number;
  /** The words that say what it does, without options that are irrelevant to that. */
  readonly words: string;
  readonly type?: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Words before a command that run it. After any other word, such as `echo`, it is only printed. */
const leading: ReadonlySet<string> = new Set(
  'sh bash sudo then do else if elif while until exec eval time run script command returnStdout returnStatus true false'.split(
    ' ',
  ),
);

/** Options with a value, which is not the name of an object. */
const valued: ReadonlySet<string> = new Set(
  '-n --namespace --to-revision --context --kubeconfig --cluster --user -s --server --auth-token -N --app-namespace --timeout --config -l --selector -f --filename'.split(
    ' ',
  ),
);

/** All such commands in a script, a pipeline or a part of one. Strings longer than a person would write are skipped. */
export function commandsIn(text: string): readonly Command[] {
  if (text.length > longestTexts || !/\bkubectl\b|\bargocd\b/.test(text)) return [];
  const bare = withoutDocuments(text);
  const found: Command[] = [];
  let last = -1;
  let variables: ReadonlyMap<string, string> | undefined;
  for (const { index } of bare.matchAll(/\b(?:kubectl|argocd)\b/g)) {
    const from = startOf(bare, index, last);
    last = index;
    if (from === undefined || !isRun(bare.slice(from, index))) continue;
    const end = endOf(bare, index);
    const command = readCommand(bare.slice(index, end), (variable) => {
      variables ??= variablesIn(text);
      return variables.get(variable);
    });
    if (command)
      found.push({ ...command, start: index, end: index + bare.slice(index, end).trimEnd().length });
  }
  return found;
}

const longestTexts = 1_000_000;

/** Replaces strings that a shell only passes on, such as help texts, with blanks. */
function withoutDocuments(text: string): string {
  if (!text.includes('<<')) return text;
  let delimiter: string | undefined;
  const lines = text.split('\n').map((line) => {
    if (delimiter !== undefined) {
      if (line.trim() === delimiter) delimiter = undefined;
      return ' '.repeat(line.length);
    }
    delimiter = /<<-?\s*["']?(\w+)["']?/.exec(line)?.[1];
    return line;
  });
  return lines.join('\n');
}

/** Where the command at an offset begins: after a line break or a separator, but not before `last`. */
function startOf(text: string, offset: number, last: number): number | undefined {
  for (let at = offset; at > 0; at--) {
    if (at <= last || offset - at > longestText) return undefined;
    const before = text[at - 1] ?? '';
    if (before === '\n' ? text[at - 2] !== '\\' : ';&|`'.includes(before)) return at;
  }
  return 0;
}

/** Real commands are far shorter; the limit avoids quadratic time on long strings. */
const longestText = 2000;

function isRun(prefix: string): boolean {
  return prefix
    .replaceAll(/[\s"'`(){}!@:\\$-]+/g, ' ')
    .split(' ')
    .every((word) => word === '' || leading.has(word) || /^\w+=\S*$/.test(word));
}

/** Where a command ends; a backslash at the end of a line continues it. */
function endOf(text: string, offset: number): number {
  const last = Math.min(text.length, offset + longestText);
  for (let at = offset; at < last; at++) {
    const character = text[at] ?? '';
    if (
      character === '\n'
        ? text[at - 1] !== '\\' && text.slice(at - 2, at) !== '\\\r'
        : ';&|)`#'.includes(character)
    )
      return at;
  }
  return last;
}

type Variables = (name: string) => string | undefined;

function readCommand(command: string, variables: Variables): Omit<Command, 'start' | 'end'> | undefined {
  const words = command
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\s+/)
    .map((word) => word.replaceAll(/["',]/g, ''))
    .filter((word) => word !== '');
  const { names, namespace: written } = positional(words);
  const namespace = written === undefined ? undefined : valueOf(written, variables);
  const found = meaning(names);
  if (!found) return undefined;
  const name = valueOf(found.name, variables);
  if (name === undefined || !/^[a-z0-9][\w./-]*$/.test(name)) return undefined;
  const said = [...found.said, found.name].join(' ');
  return {
    kind: found.kind,
    words: written === undefined ? said : `${said} -n ${written}`,
    ...(found.type === undefined ? {} : { type: found.type }),
    name,
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** The words of a command that are not options. */
function positional(words: readonly string[]): {
  readonly names: readonly string[];
  readonly namespace: string | undefined;
} {
  const names: string[] = [];
  let namespace: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [option = '', value] = word.startsWith('--') ? word.split('=', 2) : [word];
    if (option === '-n' || option === '--namespace') namespace = value ?? words[++at];
    else if (word.startsWith('-')) at += value === undefined && valued.has(option) ? 1 : 0;
    else names.push(word);
  }
  return { names, namespace };
}

interface Meaning {
  readonly kind: Command['kind'];
  readonly said: readonly string[];
  readonly type?: string;
  readonly name: string;
}

function meaning(names: readonly string[]): Meaning | undefined {
  const said = names.join(' ');
  const argo = /^kubectl(?: |-)argo(?: |-)rollouts (undo|set image) (\S+)/.exec(said);
  if (argo) return { kind: 'rollouts', said: ['kubectl argo rollouts', argo[1] ?? ''], name: argo[2] ?? '' };
  const back = /^argocd app rollback (\S+)/.exec(said);
  if (back) return { kind: 'rollback', said: ['argocd app rollback'], name: back[1] ?? '' };
  const undo = /^kubectl rollout undo ([\w.]+)[/ ](\S+)/.exec(said);
  if (!undo) return undefined;
  const [, type = '', name = ''] = undo;
  return { kind: 'rollout', said: ['kubectl rollout undo', type], type, name };
}

/** The value of a word; a variable with exactly one value in the file stands for that value. */
function valueOf(word: string, variables: Variables): string | undefined {
  const variable = /^\$\{?(\w{1,60})\}?$/.exec(word)?.[1];
  if (variable === undefined) return word.includes('$') ? undefined : word;
  return variables(variable);
}

/** The variables with exactly one plain value in a script or in the environment of a job. */
function variablesIn(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string | undefined>();
  for (const [, name = '', written = ''] of text.matchAll(
    /(?<![\w$])([A-Za-z_]\w{0,59})(?:=|:[ \t]{1,9})(\S*)/g,
  )) {
    const value = written.replaceAll(/["';]/g, '');
    const isPlain = /^[\w.-]+$/.test(value) && (!values.has(name) || values.get(name) === value);
    values.set(name, isPlain ? value : undefined);
  }
  return new Map([...values].filter((entry): entry is [string, string] => entry[1] !== undefined));
}
