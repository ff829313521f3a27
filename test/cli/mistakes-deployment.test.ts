import { good, rolloutText } from '../support/command.js';
import { describeMistakes, type Mistake } from '../support/mistakes.js';

const git = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.git/config': '[remote "origin"]\n\turl = https://git.example.com/shop.git\n',
};

function application(source: string, more = ''): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
  namespace: argocd
spec:
  project: default
  destination:
    server: https://kubernetes.default.svc
    namespace: shop
${source}${more}`;
}

const source = '  source:\n    repoURL: https://git.example.com/shop.git\n    path: k8s\n';
const ignored = (indent: string): string =>
  [
    'ignoreDifferences:',
    '  - group: networking.istio.io',
    '    kind: VirtualService',
    '    jsonPointers:',
    '      - /spec/http',
  ]
    .map((line) => `${indent}${line}\n`)
    .join('');

/** A Rollout with a VirtualService, whose weights Git and the controller both write. */
const canary = `${rolloutText(
  'web',
  `canaryService: web-canary
      stableService: web-stable
      trafficRouting:
        istio:
          virtualService:
            name: web
      steps:
        - setWeight: 20
        - pause: {}`,
)}---
apiVersion: v1
kind: Service
metadata:
  name: web-stable
spec:
  selector:
    app: web
  ports:
    - port: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web-canary
spec:
  selector:
    app: web
  ports:
    - port: 80
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: web
spec:
  hosts:
    - web-stable
  http:
    - route:
        - destination:
            host: web-stable
          weight: 100
        - destination:
            host: web-canary
          weight: 0
`;

/** A repository with an Application and a Rollout. */
function withApplication(
  did: string,
  text: string,
  expected: Pick<Mistake, 'code' | 'what' | 'where' | 'next'>,
): Mistake {
  return { did, args: ['lint'], files: { ...git, 'app.yaml': text, 'k8s/rollout.yaml': good }, ...expected };
}

describeMistakes('Applications', [
  withApplication('leaves out the source', application(''), {
    code: 1,
    what: 'Application "web" has no source',
    where: 'app.yaml:6:1 error argocd/source-complete',
    next: 'add spec.source with repoURL and path',
  }),
  withApplication('leaves out the path of the source', application(source.replace('    path: k8s\n', '')), {
    code: 1,
    what: 'A source of Application "web" has neither path nor chart',
    where: 'app.yaml:11:3 error argocd/source-complete',
    next: 'write "path: ."',
  }),
  withApplication('gives a path that leads nowhere', application(source.replace('k8s', 'kubernetes')), {
    code: 0,
    what: 'Path "kubernetes" of Application "web" is not a folder',
    where: 'app.yaml:13:11 info argocd/path-leads-somewhere',
    next: 'Known folders: k8s.',
  }),
  withApplication('misspells the path', application(source.replace('k8s', 'k9s')), {
    code: 0,
    what: 'Path "k9s" of Application "web" is not a folder',
    where: 'app.yaml:13:11 info argocd/path-leads-somewhere',
    next: 'did you mean "k8s"?',
  }),
  withApplication(
    'puts ignoreDifferences below syncPolicy',
    application(source, `  syncPolicy:\n${ignored('    ')}`),
    {
      code: 1,
      what: '"ignoreDifferences"',
      where: 'app.yaml:15:5 error schema/fields-known',
      next: 'move it to spec.',
    },
  ),
  withApplication('puts ignoreDifferences beside spec', application(source, ignored('')), {
    code: 1,
    what: '"ignoreDifferences"',
    where: 'app.yaml:14:1 error schema/fields-known',
    next: 'spec',
  }),
  withApplication(
    'forgets what a JSON pointer begins with',
    application(source, ignored('  ').replace('/spec/http', 'spec/http')),
    {
      code: 1,
      what: '"spec/http"',
      where: 'app.yaml:18:11 error',
      next: '/spec/http',
    },
  ),
  withApplication(
    'misspells a sync option',
    application(source, '  syncPolicy:\n    syncOptions:\n      - ServerSideAply=true\n'),
    {
      code: 1,
      what: 'ServerSideAply=true',
      where: 'app.yaml:16:9',
      next: 'ServerSideApply',
    },
  ),
  {
    did: 'asks for the drift of a Rollout that no Application deploys',
    args: ['drift'],
    files: { ...git, 'k8s/rollout.yaml': good },
    code: 0,
    what: 'No Application is given',
    where: 'Rollout "good"',
    next: 'an Application without settings is assumed',
  },
  {
    did: 'writes entries where there is no Application',
    args: ['drift', '--write'],
    files: { ...git, 'k8s/all.yaml': canary },
    code: 4,
    what: 'nothing was written, because no given Application deploys it',
    where: 'Rollout "web"',
    next: 'also give the files of the Application',
  },
]);

describeMistakes('kustomizations and charts', [
  {
    did: 'lists a file that is not there',
    args: ['lint'],
    files: { ...git, 'kustomization.yaml': 'resources:\n  - rolout.yaml\n', 'rollout.yaml': good },
    code: 1,
    what: '"rolout.yaml"',
    where: 'kustomization.yaml:2:5 error k8s/kustomization-builds',
    next: 'Did you mean "rollout.yaml"?',
  },
  {
    did: 'lists a folder without a kustomization',
    args: ['lint'],
    files: { ...git, 'kustomization.yaml': 'resources:\n  - base\n', 'base/rollout.yaml': good },
    code: 1,
    what: '"base"',
    where: 'kustomization.yaml:2:5 error k8s/kustomization-builds',
    next: 'list its files instead, or add one',
  },
  {
    did: 'does not list a file',
    args: ['lint'],
    files: {
      ...git,
      'kustomization.yaml': 'resources:\n  - rollout.yaml\n',
      'rollout.yaml': good,
      'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata:\n  name: good\n',
    },
    code: 0,
    what: 'not checked: 1 object that no kustomization or chart lists',
    where: 'service.yaml: not checked',
    next: 'add it to "resources" of kustomization.yaml',
  },
  {
    did: 'misspells a key of a kustomization',
    args: ['lint'],
    files: { ...git, 'kustomization.yaml': 'resource:\n  - rollout.yaml\n', 'rollout.yaml': good },
    code: 1,
    what: 'A kustomization has no field "resource"',
    where: 'kustomization.yaml:1:1 error k8s/kustomization-builds',
    next: 'did you mean "resources"?',
  },
  {
    did: 'asks for values that are not there',
    args: ['lint', '--helm-values=values-prd.yaml', 'chart'],
    files: {
      ...git,
      'chart/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 0.1.0\n',
      'chart/values-prod.yaml': '{}\n',
      'chart/templates/rollout.yaml': rolloutText('{{ .Release.Name }}'),
    },
    code: 4,
    what: 'no chart has this values file',
    where: 'values-prd.yaml:',
    next: 'Did you mean "values-prod.yaml"?',
  },
]);
