import { good, rolloutText } from '../support/command.js';
import { describeMistakes, type Mistake } from '../support/mistakes.js';

/** One file with a finding. */
function wrong(did: string, text: string, expected: Pick<Mistake, 'what' | 'where' | 'next'>): Mistake {
  return { did, args: ['lint', 'a.yaml'], files: { 'a.yaml': text }, code: 1, ...expected };
}

const rollout = rolloutText('web', 'steps:\n        - setWeight: 20\n        - pause: {}');

describeMistakes('what a manifest says that it is', [
  wrong('writes the kind in lower case', rollout.replace('kind: Rollout', 'kind: rollout'), {
    what: 'apiVersion "argoproj.io/v1alpha1" has no kind "rollout"',
    where: 'a.yaml:2:7 error',
    next: 'did you mean "Rollout"?',
  }),
  wrong('misspells the kind', rollout.replace('kind: Rollout', 'kind: Rolout'), {
    what: 'apiVersion "argoproj.io/v1alpha1" has no kind "Rolout"',
    where: 'a.yaml:2:7 error',
    next: 'did you mean "Rollout"?',
  }),
  wrong('leaves the apiVersion of a Deployment', rollout.replace('argoproj.io/v1alpha1', 'apps/v1'), {
    what: 'apiVersion "apps/v1" has no kind "Rollout"',
    where: 'a.yaml:1:13 error',
    next: 'apiVersion "argoproj.io/v1alpha1"',
  }),
  wrong('leaves out the apiVersion', rollout.replace('apiVersion: argoproj.io/v1alpha1\n', ''), {
    what: 'Rollout "web" has no apiVersion',
    where: 'a.yaml:1:7 error',
    next: 'this kind is in apiVersion "argoproj.io/v1alpha1"',
  }),
  wrong('leaves out the kind', rollout.replace('kind: Rollout\n', ''), {
    what: '"web" has apiVersion "argoproj.io/v1alpha1" but no kind',
    where: 'a.yaml:1:13 error',
    next: 'Write one, such as "kind: Rollout"',
  }),
  wrong('misspells the key of the kind', rollout.replace('kind: Rollout', 'knid: Rollout'), {
    what: '"web" has apiVersion "argoproj.io/v1alpha1" but no kind',
    where: 'a.yaml:1:13 error',
    next: 'Did you mean "kind" instead of "knid"?',
  }),
  wrong('guesses the version', rollout.replace('v1alpha1', 'v1'), {
    what: '"argoproj.io/v1"',
    where: 'a.yaml:1:13 error',
    next: 'argoproj.io/v1alpha1',
  }),
  wrong('misspells the API group', rollout.replace('argoproj.io', 'argoproj.com'), {
    what: 'API group "argoproj.com" is unknown',
    where: 'a.yaml:1:13 error',
    next: 'apiVersion "argoproj.io/v1alpha1"',
  }),
  wrong('misspells the kind within a List', listOf(good.replace('kind: Rollout', 'kind: rollout')), {
    what: 'apiVersion "argoproj.io/v1alpha1" has no kind "rollout"',
    where: 'a.yaml:5:11 error',
    next: 'did you mean "Rollout"?',
  }),
]);

function listOf(manifest: string): string {
  const item = manifest.trimEnd().replaceAll('\n', '\n    ');
  return `apiVersion: v1\nkind: List\nitems:\n  - ${item}\n`;
}

describeMistakes('YAML', [
  wrong('indents with tabs', rollout.replace('        - pause', '\t\t- pause'), {
    what: 'This line is indented with a tab',
    where: 'a.yaml:13:1 error yaml/parses',
    next: 'indent it with spaces',
  }),
  wrong('indents by a space too few', rollout.replace('        - pause', '       - pause'), {
    what: 'This line is indented by 7 spaces',
    where: 'a.yaml:13:8 error yaml/parses',
    next: '8',
  }),
  wrong('forgets the line between two documents', `${good}${good}`, {
    what: 'A second manifest starts here without "---" before it',
    where: 'a.yaml:20:1 error',
    next: 'put a "---" line between the two',
  }),
  wrong('forgets a colon', rollout.replace('setWeight: 20', 'setWeight 20'), {
    what: 'is a string; it must be a map',
    where: 'a.yaml:12:',
    next: 'Did you mean "setWeight: 20", with a colon and a space?',
  }),
  wrong('forgets the space after a colon', rollout.replace('name: web\n', 'name:web\n'), {
    what: 'is a string; it must be a map',
    where: 'a.yaml:4:',
    next: 'Did you mean "name: web", with a colon and a space?',
  }),
  wrong('forgets to close a quote', rollout.replace('image: web:1', 'image: "web:1'), {
    what: 'This " is never closed.',
    where: 'a.yaml:21:',
    next: 'rolloutkit explain yaml/parses',
  }),
  wrong(
    'uses an anchor of another document',
    `${good.replace('maxSurge: 1', 'maxSurge: &surge 1')}---\n${rolloutText('web', 'maxSurge: *surge')}`,
    {
      what: 'Alias "*surge" names an unknown anchor',
      where: 'a.yaml:31:17 error yaml/aliases-known',
      next: 'anchors of earlier documents end at "---"',
    },
  ),
  wrong('writes a key twice', rolloutText('web', 'maxSurge: 1\n      maxSurge: 2'), {
    what: 'Key "maxSurge" is repeated in this map',
    where: 'a.yaml:12:7 error',
    next: 'keep one',
  }),
  wrong('leaves a marker of a merge', rollout.replace('spec:\n', '<<<<<<< HEAD\nspec:\n'), {
    what: 'This is a Git merge conflict marker',
    where: 'a.yaml:5:1 error',
    next: 'resolve',
  }),
  {
    did: 'writes JSON with an error into a .yaml file',
    args: ['lint', 'a.yaml'],
    files: { 'a.yaml': '{\n  "apiVersion": "v1"\n  "kind": "Service"\n}\n' },
    code: 1,
    what: 'A comma or "}" is missing before this.',
    where: 'a.yaml:3:',
    next: 'rolloutkit explain yaml/parses',
  },
  {
    did: 'gives a file with UTF-16',
    args: ['lint', 'a.yaml'],
    files: { 'a.yaml': [...good].map((character) => `${character}\0`).join('') },
    code: 0,
    what: 'This file is UTF-16, which Kubernetes tools read with a byte order mark and one document only, so it was not checked',
    where: 'a.yaml:1:1 warning yaml/text',
    next: 'save it as UTF-8.',
  },
  {
    did: 'gives a picture',
    args: ['lint', 'a.yaml'],
    files: { 'a.yaml': '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR' },
    code: 0,
    what: 'This file is not UTF-8 text, so it was not checked',
    where: 'a.yaml:1:1 warning yaml/text',
    next: '"ignore" in rolloutkit.yaml',
  },
  {
    did: 'gives a line of thousands of characters',
    args: ['lint', 'a.yaml'],
    files: {
      'a.yaml': JSON.stringify({
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'rollout',
        metadata: { name: 'web', annotations: { long: 'x'.repeat(20_000) } },
      }),
    },
    code: 1,
    what: 'has no kind "rollout"',
    where: 'a.yaml:1:45 error',
    next: 'did you mean "Rollout"?',
  },
]);

describeMistakes('fields', [
  wrong('misspells a field', rolloutText('web', 'maxsurge: 1'), {
    what: 'maxsurge',
    where: 'a.yaml:11:7 error schema/fields-known',
    next: 'maxSurge',
  }),
  wrong('puts a field too high', rollout.replace('spec:\n', 'spec:\n  canary:\n    steps: []\n'), {
    what: '"canary"',
    where: 'a.yaml:6:3 error schema/fields-known',
    next: 'spec.strategy',
  }),
  wrong(
    'leaves the strategy of a Deployment',
    rollout
      .replace('canary:\n', 'rollingUpdate:\n        maxSurge: 1\n    canary:\n')
      .replace('        maxSurge', '      maxSurge'),
    {
      what: '"rollingUpdate"',
      where: 'a.yaml:10:5 error schema/fields-known',
      next: 'move its content to spec.strategy.canary',
    },
  ),
  wrong('gives a weight with a percent sign', rollout.replace('setWeight: 20', 'setWeight: 20%'), {
    what: 'setWeight',
    where: 'a.yaml:12:22 error',
    next: 'integer',
  }),
  wrong('gives a weight in quotes', rollout.replace('setWeight: 20', 'setWeight: "20"'), {
    what: 'setWeight',
    where: 'a.yaml:12:22 error',
    next: 'without quotes',
  }),
  wrong('writes several steps in one', rollout.replace('        - pause: {}', '          pause: {}'), {
    what: 'one',
    where: 'a.yaml:1',
    next: 'rolloutkit explain ',
  }),
  wrong('leaves out the selector', rollout.replace('  selector:\n    matchLabels:\n      app: web\n', ''), {
    what: 'selector',
    where: 'a.yaml:5:',
    next: 'rolloutkit explain ',
  }),
  wrong(
    'selects other labels than the pods have',
    rollout.replace('      app: web\n  strategy', '      app: wbe\n  strategy'),
    {
      what: 'wbe',
      where: 'a.yaml:8:12 error',
      next: 'app: web',
    },
  ),
  wrong(
    'names a Service that is not there',
    rolloutText('web', 'canaryService: web-canray\n      stableService: web-stable') +
      service('web-canary') +
      service('web-stable'),
    {
      what: 'Service "web-canray", the canary Service of Rollout "web", is not found',
      where: 'a.yaml:11:22 error rollout/services-exist',
      next: '"web-canary"',
    },
  ),
]);

function service(name: string): string {
  return `---\napiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  selector:\n    app: web\n  ports:\n    - port: 80\n`;
}
