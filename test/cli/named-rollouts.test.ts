import { describe, expect, it } from 'vitest';
import { folderOf, run } from '../support/command.js';
import { all } from '../play/protect/system.js';

const [own = '', ...others] = all.split('---\n');
const routing = others.join('---\n');
const cart = all.replaceAll('name: checkout', 'name: cart');
const staging = all.replaceAll('namespace: shop', 'namespace: staging');

interface Shown {
  readonly rollout: { readonly namespace: string; readonly name: string; readonly file: string };
}

/** What a command reports of each Rollout. */
function reportOf(folder: string, ...args: string[]): readonly Shown[] {
  const { stdout, stderr } = run(folder, ...args, '--format', 'json');
  expect(stderr).toBe('');
  const { traces, applications, rollouts } = JSON.parse(stdout) as Record<
    string,
    readonly Shown[] | undefined
  >;
  const all = traces ?? applications ?? rollouts ?? [];
  expect(all).not.toEqual([]);
  return all;
}

function shown(folder: string, ...args: string[]): readonly string[] {
  return reportOf(folder, ...args).map(
    ({ rollout: { namespace, name, file } }) => `${namespace}/${name} ${file}`,
  );
}

const commands = ['simulate', 'drift', 'protect'] as const;

describe.each(commands)('%s of namespace/name', (command) => {
  it('shows the Rollout of that namespace', () => {
    const folder = folderOf({ 'shop/a.yaml': all, 'b.yaml': cart, 'c.yaml': staging });
    expect(shown(folder, command, 'staging/checkout')).toEqual(['staging/checkout c.yaml']);
    expect(shown(folder, command, 'shop/checkout')).toEqual(['shop/checkout shop/a.yaml']);
  });

  it('means a path that exists first', () => {
    const folder = folderOf({ 'shop/checkout/a.yaml': cart, 'b.yaml': all });
    expect(shown(folder, command, 'shop/checkout')).toEqual(['shop/cart shop/checkout/a.yaml']);
  });
});

it('suggests the name that is meant, unless it was meant as a path', () => {
  const folder = folderOf({ 'apps/a.yaml': all });
  const wrong = run(folder, 'simulate', 'shop/chekout');
  expect(wrong.code).toBe(4);
  expect(wrong.stdout).toContain(
    'No Rollout has the name "shop/chekout", either. Did you mean "shop/checkout"?',
  );
  expect(run(folder, 'simulate', 'apps/b').stdout).not.toContain('No Rollout has the name');
});

it('lists the Rollouts that a name without a namespace may mean', () => {
  const folder = folderOf({ 'a.yaml': all, 'b.yaml': staging, 'c.yaml': cart });
  const note =
    'i "checkout" is the name of 2 Rollouts, and all are shown: shop/checkout, staging/checkout. To choose one, write its namespace, too.\n';
  expect(run(folder, 'simulate', 'checkout').stdout).toContain(note);
  expect(run(folder, 'simulate', 'shop/checkout').stdout).not.toContain('is the name of');
});

describe.each(commands)('%s of a file', (command) => {
  it('reads the objects of its Rollout in the checkout, and shows no other Rollout', () => {
    const folder = folderOf({
      '.git/HEAD': '',
      'web/rollout.yaml': own,
      'routing/services.yaml': routing,
      'web/cart.yaml': cart,
    });
    expect(shown(folder, command, 'web/rollout.yaml')).toEqual(['shop/checkout web/rollout.yaml']);
    expect(reportOf(folder, command, 'web/rollout.yaml')).toEqual(reportOf(folder, command, 'shop/checkout'));
  });

  it('reads the files beside it where there is no checkout, and none in other folders', () => {
    const beside = folderOf({ 'web/rollout.yaml': own, 'web/services.yaml': routing, 'web/cart.yaml': cart });
    expect(reportOf(beside, command, 'web/rollout.yaml')).toEqual(reportOf(beside, command, 'shop/checkout'));
    const apart = folderOf({ 'web/rollout.yaml': own, 'routing/services.yaml': routing });
    const alone = folderOf({ 'web/rollout.yaml': own });
    expect(reportOf(apart, command, 'web/rollout.yaml')).toEqual(reportOf(alone, command, 'web'));
  });
});

describe.each(commands)('%s of a folder', (command) => {
  it('reads the objects of its Rollouts in the checkout, and shows no other Rollout', () => {
    const folder = folderOf({
      '.git/HEAD': '',
      'web/rollout.yaml': own,
      'routing/services.yaml': routing,
      'cart/cart.yaml': cart,
    });
    expect(shown(folder, command, 'web')).toEqual(['shop/checkout web/rollout.yaml']);
    expect(reportOf(folder, command, 'web')).toEqual(reportOf(folder, command, 'shop/checkout'));
  });

  it('shows the Rollouts that the overlay in it deploys', () => {
    const folder = folderOf({
      '.git/HEAD': '',
      'base/all.yaml': all,
      'base/kustomization.yaml': 'resources: [all.yaml]\n',
      'prod/kustomization.yaml':
        'namespace: prod\nresources: [../base]\npatches: [{ target: { kind: Rollout }, patch: "[]" }]\n',
      'cart/cart.yaml': cart,
    });
    expect(shown(folder, command, 'prod')).toEqual(['prod/checkout base/all.yaml']);
  });

  it('reads nothing around where there is no checkout', () => {
    const apart = folderOf({ 'web/rollout.yaml': own, 'routing/services.yaml': routing });
    const alone = folderOf({ 'web/rollout.yaml': own });
    expect(reportOf(apart, command, 'web')).toEqual(reportOf(alone, command, 'web'));
  });
});

const application = (name: string, at: string, namespace = 'shop'): string =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: ${name}, namespace: argocd}\nspec:\n` +
  `  source: {repoURL: https://git.example.com/shop.git, path: ${at}}\n  destination: {name: in-cluster, namespace: ${namespace}}\n`;

describe.each(['simulate', 'protect'] as const)('%s of a folder with two Rollouts of a name', (command) => {
  const unplaced = all.replaceAll('  namespace: shop\n', '').replaceAll(', namespace: shop', '');
  const files = { 'web/one/all.yaml': unplaced, 'web/two/all.yaml': unplaced };

  it('goes by the Applications in other folders', () => {
    const one = application('one', 'web/one', 'staging');
    const applications = { 'argocd/one.yaml': one, 'argocd/two.yaml': application('two', 'web/two') };
    const folder = folderOf({ '.git/HEAD': '', ...files, ...applications });
    expect(shown(folder, command, 'web').toSorted()).toEqual([
      'shop/checkout web/two/all.yaml',
      'staging/checkout web/one/all.yaml',
    ]);
    expect(run(folder, command, 'web').stdout).not.toContain('Several files define the same Rollout');
  });
});

describe('drift of a folder', () => {
  const files = {
    '.git/HEAD': '',
    'web/all.yaml': all,
    'argocd/web.yaml': application('web', 'web'),
    'argocd/lost.yaml': application('lost', 'charts/lost'),
  };

  it('finds the Applications in other folders, and says nothing of those that deploy other things', () => {
    const { stdout } = run(folderOf(files), 'drift', 'web');
    expect(stdout).toContain('Application argocd/web  argocd/web.yaml\nRollout shop/checkout  web/all.yaml');
    expect(stdout).not.toContain('"lost"');
    expect(stdout).not.toContain('skipped');
  });

  it('keeps to the Applications of the folder, if it has any', () => {
    const own = { 'web/application.yaml': application('own', 'web') };
    const { stdout } = run(folderOf({ ...files, ...own }), 'drift', 'web');
    expect(stdout).toContain('Application argocd/own  web/application.yaml');
    expect(stdout).not.toContain('argocd/web.yaml');
  });
});

describe('a file in a repository', () => {
  const repository = { '.git/HEAD': '', 'web/all.yaml': all };
  const alone = folderOf.bind(undefined, repository);

  it('is shown as a kustomization deploys it', () => {
    const folder = folderOf({
      ...repository,
      'web/kustomization.yaml': 'resources: [all.yaml]\n',
      'prod/kustomization.yaml': 'namespace: prod\nresources: [../web]\n',
    });
    const { stdout } = run(folder, 'simulate', 'web/all.yaml');
    expect(stdout).toContain('Rollout prod/checkout');
    expect(stdout).not.toContain('Rollout shop/checkout');
  });

  it('has nothing to do with what is wrong or not read elsewhere', () => {
    const folder = folderOf({
      ...repository,
      'other/broken.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: a, name: b}\n',
      'other/chart/templates/a.yaml': '{{ if .Values.a }}\nkind: Rollout\n{{ end }}\n',
      'other/copy.yaml': all,
    });
    const { code, stdout } = run(folder, 'protect', 'web/all.yaml', '--format', 'json');
    const expected = run(alone(), 'protect', 'web/all.yaml', '--format', 'json');
    expect({ code, report: JSON.parse(stdout) as unknown }).toEqual({
      code: expected.code,
      report: JSON.parse(expected.stdout) as unknown,
    });
  });

  it('is told of what is wrong beside it', () => {
    const folder = folderOf({
      ...repository,
      'web/broken.yaml': 'kind: Service\nmetadata: {name: a, name: b}\n',
    });
    expect(run(folder, 'simulate', 'web/all.yaml')).toMatchObject({ code: 1 });
  });
});
