import { describe, expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.js';
import { messageOf } from '../../../src/model/finding.js';
import rule from '../../../src/rules/argocd/path-leads-somewhere.js';
import { describeRule } from '../../support/describe-rule.js';
import { textSource } from '../../support/sources.js';

describeRule(rule, {
  absolute: [
    'Path "/apps/web" of Application "web" begins with "/", but Argo CD accepts no absolute path; write "apps/web".',
  ],
  'another-repository': [],
  'another-revision': [],
  // The other element shows that the repository is the one of these files, whatever its name.
  'element-misspelt': ['Path "apps/wbe" of Application "web-prod" is not a folder; did you mean "apps/web"?'],
  file: [
    'Path "apps/web/config-map.yaml" of Application "web" is a file, but Argo CD needs a folder; use the folder that contains it.',
  ],
  'folder-gone': ['Path "apps/web/prod" of Application "web" is not a folder.'],
  'folder-misspelt': ['Path "apps/wbe" of Application "web" is not a folder; did you mean "apps/web"?'],
  'folder-moved': ['Path "kubernetes" of Application "web" is not a folder. Known folders: argocd, deploy.'],
  'folder-moved-up': [
    'Path "deploy/apps/web" of Application "web" is not a folder; did you mean "apps/web"?',
  ],
  'folder-there': [],
  outside: ['Path "apps/../../web" of Application "web" leads out of its repository; use a folder in it.'],
  placeholder: [],
  // Those of another source, another folder, another revision or with a placeholder may be there.
  'values-file-misspelt': [
    'Value file "values-production.yaml" of Application "web" is not among the files of the chart; did you mean "values-prod.yaml"?',
  ],
});

describe('a clone whose remote is not the repository of its Applications', () => {
  const application = (name: string, path: string) =>
    `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  project: default
  source: {repoURL: https://git.example.com/shop.git, targetRevision: HEAD, path: ${path}}
  destination: {server: https://kubernetes.default.svc, namespace: shop}
`;
  const service = textSource(
    '/clone/apps/web/service.yaml',
    'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {ports: [{port: 80}]}\n',
  );
  const lostIn = (...paths: readonly string[]) => {
    const text = paths.map((path, index) => application(`web-${index}`, path)).join('---\n');
    const workTrees = [{ folder: '/clone', remotes: ['https://mirror.example.com/copy-of-shop.git'] }];
    const { findings } = lint([textSource('/clone/argocd.yaml', text), service], [rule], {
      graph: { workTrees },
    });
    return findings.map(messageOf);
  };

  it('is that repository if another path of it leads to one of its folders', () =>
    expect(lostIn('apps/web', 'apps/mail')).toEqual([
      'Path "apps/mail" of Application "web-1" is not a folder. Known folders: apps/web.',
    ]));

  it('may be another one if no path of it does', () => expect(lostIn('apps/mail', 'apps/post')).toEqual([]));
});
