import { failThresholds } from '../model/finding.js';
import { formats } from '../report/formats/names.js';
import { peers } from '../rules/peers.js';
import {
  choice,
  choicesOf,
  flag,
  grouped,
  type Option,
  outputs,
  text,
  texts,
  type Values,
} from './option.js';

/** The goals by which help groups the commands, in that order. */
export const wishes = [
  'Find mistakes before they are merged',
  'See what happens in the cluster',
  'Write files',
  'Look things up',
  'Use it in an editor, in CI and in a shell',
] as const;

type Wish = (typeof wishes)[number];

/** A command as data, from which parsing, help and completion are derived. */
export interface CommandDescription {
  /** The words after the program's name: `lint [paths…]`. */
  readonly usage: string;
  /** The goal under which help lists the command. */
  readonly wish: Wish;
  /** The kind of its arguments. */
  readonly takes: 'paths' | 'rollouts' | 'rules' | 'areas' | 'shells' | 'actions' | 'nothing';
  readonly about: string;
  /** By name, most useful first. */
  readonly options: Readonly<Record<string, Option>>;
}

/** The actions of `baseline`. */
export const baselineActions = ['write', 'prune', 'show'] as const;

const format = outputs(formats, `${formats.slice(0, -1).join(', ')} or ${formats.at(-1)}`);

const failOn = choice(failThresholds, 'lowest severity that makes the exit code 1 (default: error)');

const only = texts('AREA|RULE,…', 'run only these rules; an area is the part before the slash');
const skip = texts('AREA|RULE,…', 'do not run these rules');
const rule = texts('RULE=SEVERITY', 'set a rule to off, info, warning or error; may be repeated');
const context = text('NAME', 'kubectl context for looking up missing objects');

const schemas = texts('DIR,…', 'folders of CRDs and JSON schemas for custom kinds');

const pluginOption = texts('PATH,…', 'files or packages with custom rules; their code is run');

const quiet = flag('print only findings that make the exit code 1');

const delivery = {
  output: text('FILE', 'write the report to a file; .html and .json choose the format'),
  open: flag('show the page in the browser (implies --format html)'),
};
const noColor = { 'no-color': flag('disable colors, like NO_COLOR in the environment') } as const;

/** The options of all commands that read manifests. */
export const inputOptions = grouped('Input', {
  render: flag('render kustomizations and charts (kustomize or kubectl, helm)'),
  'no-render': flag('neither render nor evaluate charts, whatever rolloutkit.yaml says'),
  'allow-remote-bases': flag('allow kustomize to fetch remote bases'),
  'helm-values': texts('FILE,…', 'render charts with these values files; may be repeated'),
  'render-timeout': text('SECONDS', 'time limit of a program for one folder (default: 60)'),
  assume: texts('KIND/[NAMESPACE/]NAME,…', 'objects to assume exist in the cluster'),
} as const);

const shard = text('I/N', 'play part I of N of the Rollouts, for jobs that run side by side');

const verification = {
  'aws-verify-target-group': flag('assume a controller that runs with this option (ALB)'),
} as const;

const rollouts = 'release of Argo Rollouts, 1.7 to 1.11 (default: 1.9)';

const cacheOptions = {
  cache: flag('print the last result again if nothing has changed'),
  'no-cache': flag('neither use nor write the cache, whatever ROLLOUTKIT_CACHE says'),
  'cache-dir': text('DIR', 'folder of the cache (implies --cache; default: ~/.cache/rolloutkit)'),
} as const;

export const commands = {
  lint: {
    usage: 'lint [paths…]',
    wish: 'Find mistakes before they are merged',
    takes: 'paths',
    about: 'lint files and folders together; "-" is standard input (default: .)',
    options: {
      ...grouped('Report', {
        format,
        'fail-on': failOn,
        'fail-on-unread': flag('exit with 1 if input was not checked, such as templates'),
        quiet,
        'max-findings': text('NUMBER|all', 'findings in text and concise (default: all; 200 in a terminal)'),
        'show-suppressed': flag('also list suppressed findings (text, json and sarif)'),
        ...noColor,
      }),
      ...grouped('Rules', { only, skip, rule, plugin: pluginOption }),
      ...grouped('Repair', {
        fix: text('[=all]', 'apply safe fixes; with =all also unsafe ones'),
        'dry-run': flag('with --fix or --suppress: print a diff and write nothing'),
        suppress: texts('RULE,…', 'write comments that suppress findings of these rules'),
        reason: text('TEXT', 'with --suppress: the reason to write into the comments'),
        until: text('DATE', 'with --suppress: the last day they apply, such as 2027-01-31'),
      }),
      ...grouped('Only what is new', {
        changed: text('[=REVISION]', 'findings in changed files, and new ones elsewhere (default: HEAD)'),
        staged: flag('the same for staged changes'),
        baseline: text('FILE', 'file of known findings (default: rolloutkit-baseline.json)'),
        'no-baseline': flag('also report findings in the baseline'),
        watch: flag('lint again after each change of a file, until Ctrl+C'),
      }),
      ...grouped('Cluster', { context, ...verification }),
      ...inputOptions,
      ...grouped('Input', { schemas, ...cacheOptions }),
    },
  },
  baseline: {
    usage: 'baseline <write|prune|show> [paths…]',
    wish: 'Find mistakes before they are merged',
    takes: 'actions',
    about: 'leave existing findings out of reports',
    options: {
      file: text('FILE', 'file of known findings (default: rolloutkit-baseline.json)'),
      only,
      skip,
      rule,
      plugin: pluginOption,
      context,
      ...verification,
      ...inputOptions,
      schemas,
    },
  },
  simulate: {
    usage: 'simulate [paths…]',
    wish: 'See what happens in the cluster',
    takes: 'rollouts',
    about: 'show what the controller writes at each moment of an update',
    options: {
      rollout: texts(
        '[APPLICATION:][NAMESPACE/]NAME|FILE,…',
        'only these Rollouts (default: all; more than 10 as a line each)',
      ),
      shard,
      rollouts: text('VERSION', rollouts),
      ...verification,
      'abort-at': text('STEP', 'abort at this step (first: 0); 0 is also a blue-green preview'),
      fail: texts(
        '[TEMPLATE/]METRIC[=RESULT][@WHEN],…',
        'let metrics, all or pods fail; WHEN is a step or a time',
      ),
      'ready-after': text('DURATION', 'time until a pod is ready (default: by its probes, or 10s)'),
      measure: text('DURATION', 'time that Jobs, Kayenta and plugins measure (default: 1m)'),
      'shows-after': text('DURATION', 'time until queries show a fault (default: at once)'),
      step: text('STEP|FRAME', 'print the objects of one frame as YAML, with changes marked'),
      diff: text('FRAME..FRAME', 'print the changes between two frames'),
      format: choice(['text', 'json', 'html'], 'output format; html is a page for the browser'),
      ...delivery,
      ...inputOptions,
      ...grouped('Input', cacheOptions),
      ...noColor,
    },
  },
  drift: {
    usage: 'drift [paths…]',
    wish: 'See what happens in the cluster',
    takes: 'rollouts',
    about: 'show what Argo CD reports at each moment, and what to ignore',
    options: {
      rollout: texts('[APPLICATION:][NAMESPACE/]NAME|FILE,…', 'check only these Rollouts (default: all)'),
      shard,
      argocd: text('VERSION', 'release of Argo CD, 2.13 to 3.6 (default: 3.5.1)'),
      rollouts: text('VERSION', rollouts),
      ...verification,
      write: flag('write the missing entries into the files of the Applications'),
      format: choice(['text', 'json', 'html'], 'output format; html is the page of simulate with Argo CD'),
      ...delivery,
      ...inputOptions,
      ...grouped('Input', cacheOptions),
      ...noColor,
    },
  },
  protect: {
    usage: 'protect [paths…]',
    wish: 'See what happens in the cluster',
    takes: 'rollouts',
    about: 'show what stops a bad version, when, and how much traffic it gets',
    options: {
      rollout: texts(
        '[APPLICATION:][NAMESPACE/]NAME|FILE,…',
        'show only these Rollouts, each with all details',
      ),
      'max-exposure': text('DURATION', 'exit with 1 where a bad version gets more than all traffic in it'),
      'max-detection': text(
        'DURATION',
        'exit with 1 where a bad version is noticed later, or by no analysis',
      ),
      'requests-per-second': text('NUMBER', 'requests of all traffic, to count those of a bad version'),
      rollouts: text('VERSION', rollouts),
      ...verification,
      'ready-after': text('DURATION', 'time until a pod is ready (default: by its probes, or 10s)'),
      measure: text('DURATION', 'time that Jobs, Kayenta and plugins measure (default: 1m)'),
      'shows-after': text('DURATION', 'time until queries show that a version is bad (default: 0)'),
      format: choice(['text', 'json', 'html'], 'output format (default: text)'),
      ...delivery,
      ...inputOptions,
      ...grouped('Input', cacheOptions),
      ...noColor,
    },
  },
  impact: {
    usage: 'impact [paths…]',
    wish: 'See what happens in the cluster',
    takes: 'paths',
    about: 'show what a change does to Rollouts, also during an update',
    options: {
      base: text('REVISION', 'revision to compare with, at the merge base (default: HEAD)'),
      staged: flag('compare HEAD with what is staged, and read nothing else'),
      'fail-on': failOn,
      quiet: flag('print only effects that are warnings or errors; without any, nothing'),
      shard,
      rollouts: text('VERSION', rollouts),
      argocd: text('VERSION', 'release of Argo CD, 2.13 to 3.6 (default: 3.5.1)'),
      ...verification,
      format: choice(
        ['text', 'json', 'markdown', 'html'],
        'output format; markdown is a comment on a pull request',
      ),
      ...delivery,
      ...inputOptions,
      ...noColor,
    },
  },
  init: {
    usage: 'init [folder]',
    wish: 'Write files',
    takes: 'paths',
    about: 'write a configuration, a pre-commit hook and a CI job',
    options: {
      ci: choicesOf(['github', 'gitlab', 'none'], 'CI system to write a job for (default: detected)'),
      'no-hook': flag('do not write an entry for pre-commit'),
      kustomize: flag('make kustomize update the references of Rollouts'),
      force: flag('change existing files; without it the change is only shown'),
      'dry-run': flag('only show what would be written'),
      ...noColor,
    },
  },
  rollback: {
    usage: 'rollback <rollout> [paths…]',
    wish: 'Write files',
    takes: 'rollouts',
    about: 'restore in Git what a Rollout ran before; needs no cluster',
    options: {
      to: text('REVISION', 'commit to restore (default: the last one that differs)'),
      commit: flag('commit the edited files, and nothing else'),
      'dry-run': flag('only show what would be edited'),
      ...noColor,
    },
  },
  migrate: {
    usage: 'migrate <workload> [paths…]',
    wish: 'Write files',
    takes: 'paths',
    about: 'turn a Deployment into a Rollout, or change one, in commits',
    options: {
      router: choice(
        ['istio-host', 'istio-subset', 'alb', 'nginx', 'gateway', 'none'],
        'traffic router (default: the one whose route leads to the Service)',
      ),
      way: choice(['workload-ref', 'replace'], 'keep the Deployment, or replace it (default: workload-ref)'),
      service: text('NAME', 'Service that gets requests, if several select the pods'),
      gateway: text('[NAMESPACE/]NAME', 'Gateway for an HTTPRoute that replaces an Ingress'),
      undo: flag('undo the commits, the latest first'),
      commit: flag('write the files of the next step and commit them'),
      'dry-run': flag('with --commit: check, and write nothing'),
      format: choice(['text', 'json'], 'output format (default: text)'),
      rollouts: text('VERSION', rollouts),
      argocd: text('VERSION', 'release of Argo CD, 2.13 to 3.6 (default: 3.5.1)'),
      ...verification,
      ...inputOptions,
      ...noColor,
    },
  },
  new: {
    usage: 'new <service>',
    wish: 'Write files',
    takes: 'nothing',
    about: 'write a service with a Rollout as YAML, kustomize, Helm or cdk8s',
    options: {
      style: choice(['yaml', 'kustomize', 'helm', 'cdk8s'], 'format of the files'),
      router: choice(['istio-subset', 'istio-host', 'alb', 'nginx', 'gateway', 'none'], 'traffic router'),
      strategy: choice(['canary', 'blue-green'], 'how an update replaces pods (default: canary)'),
      ...grouped('Pods', {
        image: text('IMAGE', 'container image, such as ghcr.io/acme/checkout:1.0.0'),
        namespace: text('NAMESPACE', 'namespace of the service'),
        port: text('PORT', 'port of the container (default: 8080)'),
        'health-path': text('PATH', 'HTTP path of the readiness probe (default: probe TCP)'),
        replicas: text('NUMBER', 'number of pods (default: 4)'),
        hpa: text('MIN-MAX', 'autoscale between these numbers of pods, such as 4-12'),
        'no-network-policy': flag('do not write a NetworkPolicy that closes other ports'),
      }),
      ...grouped('Traffic', {
        host: texts('HOST', 'external host name; may be repeated, but not for an Ingress'),
        gateway: text('NAMESPACE/NAME', 'existing Gateway (default: with Istio, create one for --host)'),
        tls: text('SECRET', 'Secret with the certificate, for nginx or a new Gateway'),
        scheme: choice(
          ['internal', 'internet-facing'],
          'network from which an ALB is reached (default: internal)',
        ),
        header: text('NAME=VALUE', 'route requests with this header to the canary'),
      }),
      ...grouped('Updates', {
        analysis: choice(['prometheus', 'web', 'job'], 'metrics provider that detects a bad update'),
        'analysis-url': text('URL', 'address of Prometheus, or URL to call (default: the new version)'),
        notify: text('SERVICE=RECIPIENT', 'notify of aborted and completed updates, such as slack=shop'),
      }),
      environments: text('NAMES', 'environments, such as dev,staging,prod; the last is production'),
      with: text('EXTRAS', 'any of keda, servicemonitor, podmonitor, secret, such as keda,secret'),
      'name-prefix': text('PREFIX', 'prefix of all names but in production, for kustomize'),
      'argocd-repo': text('URL', 'repository URL for an Application (default: write none)'),
      'argocd-path': text('DIR', 'folder that Argo CD deploys (default: the one written)'),
      out: text('DIR', 'folder to write the folder of the service to (default: .)'),
      'dry-run': flag('only show what would be written'),
      force: flag('overwrite'),
      ...noColor,
    },
  },
  explain: {
    usage: 'explain <rule|words…>',
    wish: 'Look things up',
    takes: 'rules',
    about: 'explain a rule, an area, or the causes of a symptom',
    options: {
      all: flag('on a terminal, print the whole page instead of its first screen'),
      jq: text('EXPR', 'show how Argo CD evaluates this jqPathExpression instead'),
      format: choice(['text', 'json'], 'output format (default: text)'),
      plugin: pluginOption,
    },
  },
  config: {
    usage: 'config [path]',
    wish: 'Look things up',
    takes: 'paths',
    about: 'show which settings apply to a file or folder, and why',
    options: {
      format: choice(['text', 'json'], 'output format (default: text)'),
      plugin: pluginOption,
    },
  },
  doctor: {
    usage: 'doctor [paths…]',
    wish: 'Look things up',
    takes: 'paths',
    about: 'show what is read and skipped, and with which programs',
    options: {
      format: choice(['text', 'json'], 'output format (default: text)'),
      plugin: pluginOption,
      ...inputOptions,
      ...grouped('Input', { schemas }),
    },
  },
  rules: {
    usage: 'rules [areas…]',
    wish: 'Look things up',
    takes: 'areas',
    about: 'list all rules, or the rules of some areas',
    options: {
      format: choice(['text', 'json', 'markdown'], 'output format (default: text)'),
      plugin: pluginOption,
      like: choice(
        peers.map(({ name }) => name),
        'list what this tool reports, and which rules find it',
      ),
    },
  },
  lsp: {
    usage: 'lsp',
    wish: 'Use it in an editor, in CI and in a shell',
    takes: 'nothing',
    about: 'start the language server for editors (stdio)',
    options: {
      stdio: flag('use the standard streams (the default, and the only transport)'),
      plugin: pluginOption,
      schemas,
    },
  },
  mcp: {
    usage: 'mcp [folder]',
    wish: 'Use it in an editor, in CI and in a shell',
    takes: 'paths',
    about: 'start the MCP server for agents (stdio)',
    options: {
      render: flag('allow lint, simulate, drift and protect to render folders'),
      'render-timeout': text('SECONDS', 'time limit of a program for one folder (default: 60)'),
    },
  },
  completion: {
    usage: 'completion <shell>',
    wish: 'Use it in an editor, in CI and in a shell',
    takes: 'shells',
    about: 'print the completion script for bash, zsh, fish or PowerShell',
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandDescription>>;

export type CommandName = keyof typeof commands;

/** The parsed options of a command. */
export type ValuesOf<Command extends CommandName> = Values<(typeof commands)[Command]['options']>;

/** Whether a command of this name exists. */
export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** The commands with an option of this name. */
export function commandsWith(option: string): readonly string[] {
  return Object.entries<CommandDescription>(commands).flatMap(([name, { options }]) =>
    Object.hasOwn(options, option) ? [name] : [],
  );
}

/** An option as it is typed, such as `--format text|json`. */
export function signature(name: string, { value }: Option): string {
  return `--${name}${value === '' || value.startsWith('[=') ? value : ` ${value}`}`;
}
