import { execFileSync } from 'node:child_process';
import { good, rolloutText, run, type Run } from '../support/command.js';
import { describeMistakes, type Mistake } from '../support/mistakes.js';

const steps = rolloutText('checkout', 'steps:\n        - setWeight: 20\n        - pause: {}');
const two = { 'a.yaml': steps, 'b.yaml': rolloutText('catalog') };

describeMistakes('simulate', [
  {
    did: 'asks for a frame that there is not',
    args: ['simulate', '--step', '99'],
    files: { 'a.yaml': steps },
    code: 2,
    what: '--step is "99"',
    where: '--step',
    next: 'The frames are installed, ',
  },
  {
    did: 'aborts at a step that there is not',
    args: ['simulate', '--abort-at', '7'],
    files: { 'a.yaml': steps },
    code: 2,
    what: '--abort-at is 7',
    where: '"checkout"',
    next: 'reaches steps 0 to 1',
  },
  {
    did: 'names a step to abort at',
    args: ['simulate', '--abort-at', 'pause'],
    files: { 'a.yaml': steps },
    code: 2,
    what: '--abort-at is "pause"',
    where: '--abort-at',
    next: 'the number of a step',
  },
  {
    did: 'compares one frame',
    args: ['simulate', '--diff', 'step-0'],
    files: { 'a.yaml': steps },
    code: 2,
    what: '--diff is "step-0"',
    where: '--diff',
    next: 'installed..step-0',
  },
  {
    did: 'asks for a frame of several Rollouts',
    args: ['simulate', '--step', '0'],
    files: two,
    code: 2,
    what: '--step and --diff show one Rollout',
    where: '--step',
    next: 'choose it with --rollout: checkout, catalog',
  },
]);

describeMistakes('new', [
  {
    did: 'gives nothing',
    args: ['new'],
    code: 2,
    what: 'Missing options: <service>',
    where: '--style',
    next: '--image (such as ghcr.io/acme/checkout:1.0.0)',
  },
  ...(
    [
      ['gives a name with capitals', 'Checkout', [], 'The service is "Checkout"', 'lowercase letters'],
      [
        'asks for a style that there is not',
        'web',
        ['--style=terraform'],
        '--style is "terraform"',
        'it must be one of yaml, kustomize, helm, cdk8s',
      ],
      [
        'shortens a router',
        'web',
        ['--router=istio'],
        '--router is "istio"',
        'it must be one of istio-subset, istio-host, alb, nginx, gateway, none',
      ],
      [
        'gives an image with a space',
        'web',
        ['--image=web 1'],
        '--image is "web 1"',
        'such as ghcr.io/acme/checkout:1.0.0',
      ],
      [
        'gives a port that there is not',
        'web',
        ['--port=http'],
        '--port is "http"',
        'a number from 1 to 65535',
      ],
      [
        'gives a header without a value',
        'web',
        ['--header=x-beta'],
        '--header is "x-beta"',
        'such as x-beta=true',
      ],
      [
        'gives a host with its scheme',
        'web',
        ['--host=https://shop.example.com'],
        '--host is "https://shop.example.com"',
        'such as checkout.example.com',
      ],
      [
        'gives a namespace with an underscore',
        'web',
        ['--namespace=my_shop'],
        '--namespace is "my_shop"',
        'lowercase letters, digits and hyphens',
      ],
    ] as const
  ).map(([did, name, args, what, next]): Mistake => {
    const others = ['--style=yaml', '--router=istio-subset', '--image=web:1', '--namespace=shop'];
    return {
      did,
      args: ['new', name, ...others, ...args],
      code: 2,
      what,
      where: what.split(' is ')[0] ?? '',
      next,
    };
  }),
  {
    did: 'writes over files',
    args: ['new', 'web', '--style=yaml', '--router=none', '--image=web:1', '--namespace=shop'],
    files: { 'web/rollout.yaml': good },
    code: 2,
    what: 'Nothing was written',
    where: 'web/rollout.yaml',
    next: 'use --force',
    runs: (folder, ...args) => {
      const { stderr, ...others } = run(folder, ...args);
      return { ...others, stderr: stderr.split('\n').slice(-3).join('\n') }; // The diff is before that.
    },
  },
]);

describeMistakes('init', [
  {
    did: 'asks for a CI that there is no job for',
    args: ['init', '--ci=jenkins'],
    code: 2,
    what: '--ci is "jenkins"',
    where: '--ci',
    next: 'it must be one of github, gitlab, none',
  },
  {
    did: 'gives two folders',
    args: ['init', 'a', 'b'],
    code: 2,
    what: 'init takes one folder',
    where: '"b"',
    next: 'the root of a repository',
  },
]);

describeMistakes('explain', [
  {
    did: 'names no rule',
    args: ['explain'],
    code: 2,
    what: 'needs the name of one rule',
    where: 'explain',
    next: 'canary gets no traffic',
  },
  {
    did: 'misspells a rule',
    args: ['explain', 'istio/route-exist'],
    code: 2,
    what: 'Unknown rule "istio/route-exist".',
    where: '"istio/route-exist"',
    next: 'Did you mean "istio/route-exists"?',
  },
  {
    did: 'leaves out the area',
    args: ['explain', 'route-exists'],
    code: 2,
    what: 'Unknown rule "route-exists".',
    where: '"route-exists"',
    next: 'Did you mean "gateway/route-exists" or "istio/route-exists"?',
  },
  {
    did: 'names an area',
    args: ['explain', 'nginx'],
    code: 0,
    what: 'nginx is the name of several rules',
    where: 'nginx',
    next: 'nginx/canary-ingress-not-authored',
  },
  {
    did: 'asks for a code that nobody has',
    args: ['explain', 'IST9999'],
    code: 2,
    what: 'Unknown rule "IST9999".',
    where: '"IST9999"',
    next: 'rolloutkit rules',
  },
  {
    did: 'misspells an area',
    args: ['rules', 'isto'],
    code: 2,
    what: 'Unknown area "isto".',
    where: '"isto"',
    next: 'Did you mean "istio"?',
  },
  {
    did: 'asks for the list of one rule',
    args: ['rules', 'istio/route-exists'],
    code: 2,
    what: '"rolloutkit rules" takes areas',
    where: 'istio/route-exists',
    next: 'rolloutkit explain istio/route-exists',
  },
]);

/** A repository with one commit of what is there. */
function committed(folder: string, ...args: string[]): Run {
  const git = (...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], {
      cwd: folder,
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=First');
  return run(folder, ...args);
}

describeMistakes('rollback', [
  {
    did: 'names no Rollout',
    args: ['rollback'],
    code: 2,
    what: 'rollback needs the name of a Rollout',
    where: 'rollback',
    next: 'rolloutkit rollback checkout',
  },
  {
    did: 'is in no repository',
    args: ['rollback', 'checkout'],
    files: two,
    code: 2,
    what: 'is not in a Git repository',
    where: 'rolloutkit-cli-',
    next: 'run it in a clone',
  },
  {
    did: 'misspells the Rollout',
    args: ['rollback', 'chekout'],
    files: two,
    runs: committed,
    code: 2,
    what: 'Rollout "chekout" is not found in this repository.',
    where: '"chekout"',
    next: 'Did you mean "checkout"?',
  },
  {
    did: 'goes back where there is nothing before',
    args: ['rollback', 'checkout'],
    files: two,
    runs: committed,
    code: 1,
    what: 'Nothing to restore',
    where: 'checkout',
    next: 'git log',
  },
  {
    did: 'goes back to a revision that there is not',
    args: ['rollback', 'checkout', '--to', 'v9'],
    files: two,
    runs: committed,
    code: 2,
    what: '"v9"',
    where: '--to',
    next: 'git log',
  },
]);

describeMistakes('changes', [
  {
    did: 'compares with a revision that there is not',
    args: ['lint', '--changed=origin/mian'],
    files: two,
    runs: committed,
    code: 2,
    what: 'Commit "origin/mian" is not found.',
    where: '"origin/mian"',
    next: 'fetch it first',
  },
  {
    did: 'asks for the changes of standard input',
    args: ['lint', '--changed', '-'],
    files: two,
    runs: committed,
    code: 2,
    what: 'Standard input does not belong to a repository',
    where: 'Standard input',
    next: 'give files',
  },
]);
