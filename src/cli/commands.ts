import { severities } from '../model/finding.js';
import { choice, choicesOf, flag, type Option, text, texts, type Values } from './option.js';

/** A command as data: what it parses, tells of itself and completes is this. */
export interface CommandDescription {
  /** What follows the program's name: `lint [paths…]`. */
  readonly usage: string;
  /** What its arguments are. */
  readonly takes: 'paths' | 'rules' | 'areas' | 'shells' | 'nothing';
  readonly about: string;
  /** By name, in the order of interest. */
  readonly options: Readonly<Record<string, Option>>;
}

const thresholds = [...severities, 'never'] as const;

const noColor = { 'no-color': flag('no colors, as with NO_COLOR in the environment') } as const;

/** The options of all commands that read manifests. */
export const inputOptions = {
  render: flag('render kustomizations and charts by kustomize (or kubectl) and helm'),
  'no-render': flag('do not; rolloutkit.yaml can only ask for it'),
  'allow-remote-bases': flag('let kustomize fetch what kustomizations name'),
  'helm-values': texts('FILE,…', 'render charts with these values; may be repeated'),
  'render-timeout': text('SECONDS', 'how long a program may take for one folder (default: 60)'),
  assume: texts('KIND/[NAMESPACE/]NAME,…', 'objects that are in the cluster and in no file'),
} as const;

const rollouts = 'of Argo Rollouts: 1.8 to 1.11, or such a release (default: 1.9)';

export const commands = {
  lint: {
    usage: 'lint [paths…]',
    takes: 'paths',
    about: 'lint files and folders together; "-" is standard input (default: .)',
    options: {
      format: choice(['text', 'json'], 'how to print findings (default: text)'),
      only: texts('AREA|RULE,…', 'run only these rules; an area is the part before the slash'),
      skip: texts('AREA|RULE,…', 'leave these rules out'),
      rule: texts('RULE=SEVERITY', 'off, info, warning or error for one rule; may be repeated'),
      'fail-on': choice(thresholds, 'the least severity that makes the exit code 1 (default: error)'),
      changed: text('[=REVISION]', 'report only what the files have and REVISION has not (default: HEAD)'),
      staged: flag('report only what is to be committed'),
      quiet: flag('print only what makes the exit code 1, and nothing on success'),
      context: text('NAME', 'context of kubectl to ask for objects that no file has'),
      ...inputOptions,
      ...noColor,
    },
  },
  simulate: {
    usage: 'simulate [paths…]',
    takes: 'paths',
    about: 'what the controller writes at each moment of an update',
    options: {
      rollout: texts('[NAMESPACE/]NAME,…', 'only these Rollouts (default: all, up to 10)'),
      rollouts: text('VERSION', rollouts),
      'abort-at': text('STEP', 'abort the update there; the first step is 0'),
      step: text('STEP|FRAME', 'the objects of one frame as YAML, marked against the frame before'),
      diff: text('FRAME..FRAME', 'what changes from one frame to another'),
      format: choice(['text', 'json', 'html'], 'html is a page to open in a browser'),
      ...inputOptions,
      ...noColor,
    },
  },
  drift: {
    usage: 'drift [paths…]',
    takes: 'paths',
    about: 'what Argo CD says at each of them, and what to ignore',
    options: {
      rollout: texts('[NAMESPACE/]NAME,…', 'only these Rollouts (default: all)'),
      argocd: text('VERSION', 'of Argo CD: 2.13 to 3.5, or a release of them (default: 3.5.1)'),
      rollouts: text('VERSION', rollouts),
      write: flag('put what is missing into the files of the Applications'),
      format: choice(['text', 'json', 'html'], 'html is the page of simulate, with what Argo CD says'),
      ...inputOptions,
      ...noColor,
    },
  },
  init: {
    usage: 'init [folder]',
    takes: 'paths',
    about: 'a configuration, a pre-commit hook and a CI job for a repository',
    options: {
      ci: choicesOf(['github', 'gitlab', 'none'], 'which CI to write a job for (default: what is there)'),
      'no-hook': flag('without an entry for pre-commit'),
      kustomize: flag('teach kustomizations the references of Rollouts'),
      force: flag('change files that are there; without it the change is shown'),
      'dry-run': flag('show what would be written'),
      ...noColor,
    },
  },
  rollback: {
    usage: 'rollback <rollout> [paths…]',
    takes: 'paths',
    about: 'put back what a Rollout ran before, in the files; no cluster',
    options: {
      to: text('REVISION', 'to what a commit had (default: the last that was different)'),
      commit: flag('commit what was edited, and nothing else'),
      'dry-run': flag('show what would be edited'),
      ...noColor,
    },
  },
  new: {
    usage: 'new <service>',
    takes: 'nothing',
    about: 'write a service with a canary, as YAML, kustomize, Helm or cdk8s',
    options: {
      style: choice(['yaml', 'kustomize', 'helm', 'cdk8s'], 'how it is written'),
      router: choice(['istio-subset', 'istio-host', 'alb', 'nginx', 'none'], 'what splits its traffic'),
      image: text('IMAGE', 'such as ghcr.io/acme/checkout:1.0.0'),
      namespace: text('NAMESPACE', 'where it runs'),
      port: text('PORT', 'where the container listens (default: 8080)'),
      host: texts('HOST', 'by which callers outside know it; may be repeated for Istio'),
      gateway: text('NAMESPACE/NAME', 'a Gateway of Istio that is there (default: one is made for --host)'),
      header: text('NAME=VALUE', 'requests with it go to the canary'),
      'name-prefix': text('PREFIX', 'before all names in staging, for kustomize'),
      'argocd-repo': text('URL', 'of the repository, for an Application (default: none is written)'),
      'argocd-path': text('DIR', 'where Argo CD finds the files (default: where they are written)'),
      out: text('DIR', 'where to write (default: .)'),
      'dry-run': flag('show what would be written'),
      force: flag('overwrite'),
      ...noColor,
    },
  },
  explain: {
    usage: 'explain <rule>',
    takes: 'rules',
    about: 'what a rule wants, why, and examples; of an area its rules',
    options: {},
  },
  rules: {
    usage: 'rules [areas…]',
    takes: 'areas',
    about: 'all rules, or those of some areas',
    options: {},
  },
  completion: {
    usage: 'completion <shell>',
    takes: 'shells',
    about: 'a script by which bash, zsh or fish completes all of this',
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandDescription>>;

export type CommandName = keyof typeof commands;

/** What a command is given of its options. */
export type ValuesOf<Command extends CommandName> = Values<(typeof commands)[Command]['options']>;

/** Whether there is such a command. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** The commands that have an option. */
export function commandsWith(option: string): readonly string[] {
  return Object.entries<CommandDescription>(commands).flatMap(([name, { options }]) =>
    Object.hasOwn(options, option) ? [name] : [],
  );
}

/** An option as it is typed, such as `--format text|json`. */
export function signature(name: string, { value }: Option): string {
  return `--${name}${value === '' || value.startsWith('[=') ? value : ` ${value}`}`;
}
