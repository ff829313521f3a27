import { version } from '../../package.json';

/** What a command has to say of itself. Its options are those that it parses: their types hold both together. */
export interface CommandHelp {
  /** What follows the program's name: `lint [paths…]`. */
  readonly usage: string;
  readonly about: string;
  /** By name, in the order of interest: what value an option takes, and what it does. */
  readonly options: Readonly<Record<string, readonly [value: string, about: string]>>;
}

const noColor = { 'no-color': ['', 'no colors, as with NO_COLOR in the environment'] } as const;

const input = {
  render: ['', 'render kustomizations and charts by kustomize (or kubectl) and helm'],
  'no-render': ['', 'do not; rolloutkit.yaml can only ask for it'],
  'allow-remote-bases': ['', 'let kustomize fetch what kustomizations name'],
  'helm-values': ['FILE,…', 'render charts with these values; may be repeated'],
  'render-timeout': ['SECONDS', 'how long a program may take for one folder (default: 60)'],
  assume: ['KIND/[NAMESPACE/]NAME,…', 'objects that are in the cluster and in no file'],
} as const;

const rollouts = 'of Argo Rollouts: 1.8 to 1.11, or such a release (default: 1.9)';

export const help = {
  lint: {
    usage: 'lint [paths…]',
    about: 'lint files and folders together; "-" is standard input (default: .)',
    options: {
      format: ['text|json', 'how to print findings (default: text)'],
      only: ['AREA|RULE,…', 'run only these rules; an area is the part before the slash'],
      skip: ['AREA|RULE,…', 'leave these rules out'],
      rule: ['RULE=SEVERITY', 'off, info, warning or error for one rule; may be repeated'],
      'fail-on': [
        'error|warning|info|never',
        'the least severity that makes the exit code 1 (default: error)',
      ],
      changed: ['[=REVISION]', 'report only what the files have and REVISION has not (default: HEAD)'],
      staged: ['', 'report only what is to be committed'],
      quiet: ['', 'print only what makes the exit code 1, and nothing on success'],
      context: ['NAME', 'context of kubectl to ask for objects that no file has'],
      ...input,
      ...noColor,
    },
  },
  simulate: {
    usage: 'simulate [paths…]',
    about: 'what the controller writes at each moment of an update',
    options: {
      rollout: ['[NAMESPACE/]NAME,…', 'only these Rollouts (default: all, up to 10)'],
      rollouts: ['VERSION', rollouts],
      'abort-at': ['STEP', 'abort the update there; the first step is 0'],
      step: ['STEP|FRAME', 'the objects of one frame as YAML, marked against the frame before'],
      diff: ['FRAME..FRAME', 'what changes from one frame to another'],
      format: ['text|json|html', 'html is a page to open in a browser'],
      ...input,
      ...noColor,
    },
  },
  drift: {
    usage: 'drift [paths…]',
    about: 'what Argo CD says at each of them, and what to ignore',
    options: {
      rollout: ['[NAMESPACE/]NAME,…', 'only these Rollouts (default: all)'],
      argocd: ['VERSION', 'of Argo CD: 2.13 to 3.5, or a release of them (default: 3.5.1)'],
      rollouts: ['VERSION', rollouts],
      write: ['', 'put what is missing into the files of the Applications'],
      format: ['text|json|html', 'html is the page of simulate, with what Argo CD says'],
      ...input,
      ...noColor,
    },
  },
  init: {
    usage: 'init [folder]',
    about: 'a configuration, a pre-commit hook and a CI job for a repository',
    options: {
      ci: ['github|gitlab|none', 'which CI to write a job for (default: what is there)'],
      'no-hook': ['', 'without an entry for pre-commit'],
      kustomize: ['', 'teach kustomizations the references of Rollouts'],
      force: ['', 'change files that are there; without it the change is shown'],
      'dry-run': ['', 'show what would be written'],
      ...noColor,
    },
  },
  rollback: {
    usage: 'rollback <rollout> [paths…]',
    about: 'put back what a Rollout ran before, in the files; no cluster',
    options: {
      to: ['REVISION', 'to what a commit had (default: the last that was different)'],
      commit: ['', 'commit what was edited, and nothing else'],
      'dry-run': ['', 'show what would be edited'],
      ...noColor,
    },
  },
  new: {
    usage: 'new <service>',
    about: 'write a service with a canary, as YAML, kustomize, Helm or cdk8s',
    options: {
      style: ['yaml|kustomize|helm|cdk8s', 'how it is written'],
      router: ['istio-subset|istio-host|alb|nginx|none', 'what splits its traffic'],
      image: ['IMAGE', 'such as ghcr.io/acme/checkout:1.0.0'],
      namespace: ['NAMESPACE', 'where it runs'],
      port: ['PORT', 'where the container listens (default: 8080)'],
      host: ['HOST', 'by which callers outside know it; may be repeated for Istio'],
      gateway: ['NAMESPACE/NAME', 'a Gateway of Istio that is there (default: one is made for --host)'],
      header: ['NAME=VALUE', 'requests with it go to the canary'],
      'name-prefix': ['PREFIX', 'before all names in staging, for kustomize'],
      'argocd-repo': ['URL', 'of the repository, for an Application (default: none is written)'],
      'argocd-path': ['DIR', 'where Argo CD finds the files (default: where they are written)'],
      out: ['DIR', 'where to write (default: .)'],
      'dry-run': ['', 'show what would be written'],
      force: ['', 'overwrite'],
      ...noColor,
    },
  },
  explain: {
    usage: 'explain <rule>',
    about: 'what a rule wants, why, and examples; of an area its rules',
    options: {},
  },
  rules: { usage: 'rules [areas…]', about: 'all rules, or those of some areas', options: {} },
} as const satisfies Readonly<Record<string, CommandHelp>>;

export type CommandName = keyof typeof help;

/** Whether there is such a command. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(help, name);
}

/** The commands that have an option. */
export function commandsWith(option: string): readonly string[] {
  return Object.entries<CommandHelp>(help).flatMap(([name, { options }]) =>
    Object.hasOwn(options, option) ? [name] : [],
  );
}

/** Where an explanation begins; what is longer stands on a line of its own. */
const column = 32;

function row(left: string, about: string): readonly string[] {
  const indented = `  ${left}`;
  return indented.length < column - 1
    ? [`${indented.padEnd(column)}${about}`]
    : [indented, `${' '.repeat(column)}${about}`];
}

/** An option as it is typed, such as `--format text|json`. */
export function signature(name: string, value: string): string {
  return `--${name}${value === '' || value.startsWith('[=') ? value : ` ${value}`}`;
}

/** What `rolloutkit --help` prints. */
export function overview(): readonly string[] {
  return [
    `rolloutkit ${version}: finds what would break a canary, before it is merged.`,
    '',
    'Usage',
    ...Object.values<CommandHelp>(help).flatMap(({ usage, about }) => row(`rolloutkit ${usage}`, about)),
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
export function commandHelp({ usage, about, options }: CommandHelp): readonly string[] {
  const rows = Object.entries(options).flatMap(([name, [value, text]]) => row(signature(name, value), text));
  return [
    `rolloutkit ${usage}: ${about}`,
    '',
    ...(rows.length === 0 ? ['It has no options.'] : ['Options', ...rows]),
    '',
    'rolloutkit --help has the other commands, and what exit codes mean.',
  ];
}
