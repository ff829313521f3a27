import { existsSync } from 'node:fs';
import { version } from '../../package.json';
import { driftCommand } from './drift.js';
import { explainCommand } from './explain.js';
import { didYouMean, exitCodes, isUnreadError, isUsageError, UsageError } from './exit.js';
import { initCommand } from './init.js';
import { lintCommand } from './lint.js';
import { newCommand } from './new.js';
import { printText, tell } from './output.js';
import { rollbackCommand } from './rollback.js';
import { rulesCommand } from './rules.js';
import { simulateCommand } from './simulate.js';

const help = `rolloutkit ${version}: finds what would break a canary, before it is merged.

Usage
  rolloutkit lint [paths…]      lint files and folders together; "-" is standard input (default: .)
  rolloutkit simulate [paths…]  what the controller writes at each moment of an update
  rolloutkit drift [paths…]     what Argo CD says at each of them, and what to ignore
  rolloutkit init [folder]      a configuration, a pre-commit hook and a CI job for a repository
  rolloutkit rollback <rollout> [paths…]
                                put back what a Rollout ran before, in the files; no cluster
  rolloutkit new <service>      write a service with a canary, as YAML, kustomize, Helm or cdk8s
  rolloutkit explain <rule>     what a rule wants, why, and examples
  rolloutkit rules              all rules
  rolloutkit --version | --help

Options of lint
  --format text|json            how to print findings (default: text)
  --only AREA|RULE,…            run only these rules; an area is the part before the slash
  --skip AREA|RULE,…            leave these rules out
  --rule RULE=SEVERITY          off, info, warning or error for one rule; may be repeated
  --fail-on error|warning|info|never
                                the least severity that makes the exit code 1 (default: error)
  --changed[=REVISION]          report only what the files have and REVISION has not (default: HEAD)
  --staged                      report only what is to be committed
  --quiet                       print only what makes the exit code 1, and nothing on success
  --no-color                    no colors, as with NO_COLOR in the environment
  --context NAME                context of kubectl to ask for objects that no file has

Options of simulate
  --rollout [NAMESPACE/]NAME,…  only these Rollouts (default: all, up to 10)
  --rollouts VERSION            of Argo Rollouts: 1.8 to 1.11, or such a release (default: 1.9)
  --abort-at STEP               abort the update there; the first step is 0
  --step STEP|FRAME             the objects of one frame as YAML, marked against the frame before
  --diff FRAME..FRAME           what changes from one frame to another
  --format text|json|html       html is a page to open in a browser
  --no-color

Options of drift
  --rollout [NAMESPACE/]NAME,…  only these Rollouts (default: all)
  --argocd VERSION              of Argo CD: 2.13 to 3.5, or a release of them (default: 3.5.1)
  --rollouts VERSION            of Argo Rollouts, as above
  --write                       put what is missing into the files of the Applications
  --format text|json|html       html is the page of simulate, with what Argo CD says
  --no-color

Options of init
  --ci github|gitlab|none       which CI to write a job for (default: what is there)
  --no-hook                     without an entry for pre-commit
  --kustomize                   teach kustomizations the references of Rollouts
  --force                       change files that are there; without it the change is shown
  --dry-run                     show what would be written
  --no-color

Options of rollback
  --to REVISION                 to what a commit had (default: the last that was different)
  --commit                      commit what was edited, and nothing else
  --dry-run                     show what would be edited
  --no-color

Options of lint, simulate and drift
  --render                      render kustomizations and charts by kustomize (or kubectl) and helm
  --no-render                   do not; rolloutkit.yaml can only ask for it
  --allow-remote-bases          let kustomize fetch what kustomizations name
  --helm-values FILE,…          render charts with these values; may be repeated
  --render-timeout SECONDS      how long a program may take for one folder (default: 60)
  --assume KIND/[NAMESPACE/]NAME,…
                                objects that are in the cluster and in no file

Options of new
  --style yaml|kustomize|helm|cdk8s
  --router istio-subset|istio-host|alb|nginx|none
  --image IMAGE --namespace NAMESPACE
  --port PORT                   where the container listens (default: 8080)
  --host HOST                   by which callers outside know it; may be repeated for Istio
  --gateway NAMESPACE/NAME      a Gateway of Istio that is there (default: one is made for --host)
  --header NAME=VALUE           requests with it go to the canary
  --name-prefix PREFIX          before all names in staging, for kustomize
  --argocd-repo URL             of the repository, for an Application (default: none is written)
  --argocd-path DIR             where Argo CD finds the files (default: where they are written)
  --out DIR                     (default: .)
  --dry-run, --force            show what would be written; overwrite

Exit codes
  0  nothing found, or only findings below --fail-on
  1  findings; simulate: errors of the controller that do not pass;
     drift: differences that nothing covers; rollback: nothing to go back to
  2  wrong usage
  3  a fault in rolloutkit itself; what else was found is shown, too; outranks 4
  4  an input could not be read or rendered, or the output not written; outranks 1
`;

export { watchStreams } from './output.js';

const commands: Readonly<Record<string, (args: string[]) => number | Promise<number>>> = {
  lint: lintCommand,
  explain: explainCommand,
  rules: rulesCommand,
  simulate: simulateCommand,
  drift: driftCommand,
  rollback: rollbackCommand,
  new: newCommand,
  init: initCommand,
};

/** Runs the command line and returns the exit code; a promise of it only where somebody has to be asked. */
export function main(args: string[]): number | Promise<number> {
  try {
    const [command, ...rest] = args;
    if (command === undefined) throw new UsageError('A command is missing, such as "rolloutkit lint".');
    if (command === '--version' || command === '-v') return print(`${version}\n`);
    if (command === 'help' || [command, ...rest].some((arg) => arg === '--help' || arg === '-h'))
      return print(help);
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
    if (!run) throw new UsageError(`There is no command "${command}".${hint(command)}`);
    const code = run(rest);
    return typeof code === 'number' ? code : code.catch(failed);
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): number {
  if (isUsageError(error)) {
    tell([...error.lines, 'Run "rolloutkit --help" for what there is.']);
    return exitCodes.usage;
  }
  if (isUnreadError(error)) {
    tell([error.message]);
    return exitCodes.unread;
  }
  const calls = error instanceof Error ? (error.stack ?? '').split('\n').filter(isCall) : [];
  tell([
    `rolloutkit ${version} failed; this is a fault of the tool, please report it.`,
    String(error),
    ...calls,
  ]);
  return exitCodes.internal;
}

/** A message may have lines of its own before those of the stack. */
function isCall(line: string): boolean {
  return line.startsWith('    at ');
}

function hint(command: string): string {
  return existsSync(command)
    ? ` To lint a path: rolloutkit lint ${command}`
    : didYouMean(command, Object.keys(commands));
}

function print(text: string): number {
  printText(text);
  return exitCodes.clean;
}
