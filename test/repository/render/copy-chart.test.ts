import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Boundary } from '../../../src/repository/files/boundary.js';
import { copyChart } from '../../../src/repository/render/copy-chart.js';
import { localFolders } from '../../../src/repository/graph/local-dependencies.js';
import { View } from '../../../src/repository/render/view.js';
import { folderOf } from '../../support/command.js';

const chart = (name: string, ...dependencies: readonly string[]): string =>
  [
    `apiVersion: v2\nname: ${name}\nversion: 1.2.0\ndependencies:`,
    ...dependencies.map((one) => {
      const [its = '', version = '1.2.0', repository = `file://../${its}`] = one.split(' ');
      return `  - { name: ${its}, version: "${version}", repository: "${repository}" }`;
    }),
    '',
  ].join('\n');

const shop = {
  'shop/Chart.yaml': chart('shop', 'web'),
  'shop/templates/shop.yaml': 'of: shop',
  'web/Chart.yaml': chart('web', 'lib'),
  'web/templates/web.yaml': 'of: web',
  'web/secret.yaml': 'left: out',
  'web/.helmignore': 'secret.yaml\n',
  'lib/Chart.yaml': chart('lib'),
  'lib/templates/_lib.tpl': 'of: lib',
};

function copied(files: Parameters<typeof folderOf>[0], tracked: readonly string[] = []) {
  const root = folderOf({ ...shop, ...files });
  const [view, boundary] = [folderOf({}), Boundary.within(root)];
  const read = (file: string): string | undefined => {
    const real = boundary.resolve(file);
    return real !== undefined && existsSync(real) ? readFileSync(real, 'utf8') : undefined;
  };
  const { hasArchives, resolved, outside } = copyChart(path.join(root, 'shop'), new View(view, boundary), {
    allows: (file) => boundary.allows(file),
    remoteBases: false,
    publishedAt: () => undefined,
    isTracked: (file) => tracked.includes(path.relative(root, file)),
    sourceAt: (file) => {
      const text = read(file);
      return text === undefined ? undefined : { path: file, name: file, read: () => text };
    },
  });
  const at = (name: string): string | undefined => {
    const file = path.join(view, root, 'shop', name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const folders = Object.fromEntries(
    [...resolved].map(([place, folder]) => [place, path.relative(root, folder)]),
  );
  return { at, hasArchives, folders, outside, needs: localFolders(path.join(root, 'shop'), read) };
}

describe('the dependencies of a chart that are folders of the repository', () => {
  it('are copied into it with theirs, without what is left out when they are packed', () => {
    const { at, folders, needs } = copied({});
    expect(at('charts/web/templates/web.yaml')).toBe('of: web');
    expect(at('charts/web/charts/lib/templates/_lib.tpl')).toBe('of: lib');
    expect(at('charts/web/secret.yaml')).toBeUndefined();
    expect(folders).toEqual({ 'charts/web': 'web', 'charts/web/charts/lib': 'lib' });
    expect(needs.map((folder) => path.basename(folder))).toEqual(['web', 'lib']);
  });

  it('take the place of archives that Git does not track, which may be older', () => {
    const { at, hasArchives } = copied({
      'shop/charts/web-1.1.0.tgz': 'old',
      'web/charts/lib-1.2.0.tgz': '',
    });
    expect(at('charts/web/templates/web.yaml')).toBe('of: web');
    expect(at('charts/web-1.1.0.tgz')).toBeUndefined();
    expect(at('charts/web/charts/lib-1.2.0.tgz')).toBeUndefined();
    expect(hasArchives).toBe(false);
  });

  it.each<[string, Parameters<typeof folderOf>[0], string[]]>([
    ['an archive that Git tracks', { 'shop/charts/web-1.1.0.tgz': 'kept' }, ['shop/charts/web-1.1.0.tgz']],
    ['a folder', { 'shop/charts/web/Chart.yaml': chart('web') }, []],
  ])('do not take the place of %s', (_, files, tracked) => {
    const { at, folders } = copied(files, tracked);
    expect(folders).toEqual({});
    expect(at(Object.keys(files)[0]!.slice('shop/'.length))).toBe(Object.values(files)[0]);
  });

  it.each([
    ['a version that does not fit', 'web 2.x'],
    ['the name of another chart', 'web 1.2.0 file://../lib'],
    ['an absolute path', 'web 1.2.0 file:///etc'],
    ['a path out of the repository', 'web 1.2.0 file://../../web'],
    ['an address', 'web 1.2.0 https://charts.example.com'],
    ['a name that is a path', '../web'],
    ['a .helmignore with patterns that are not known', 'odd'],
  ])('are left to Helm with %s', (_, dependency) => {
    const odd = { 'odd/Chart.yaml': chart('odd'), 'odd/.helmignore': '!templates/\n' };
    const { folders, outside } = copied({ ...odd, 'shop/Chart.yaml': chart('shop', dependency) });
    expect(folders).toEqual({});
    expect(outside).toEqual([]);
  });

  it('end where they depend on each other', () => {
    const { folders } = copied({ 'lib/Chart.yaml': chart('lib', 'shop', 'web', 'lib') });
    expect(folders).toEqual({ 'charts/web': 'web', 'charts/web/charts/lib': 'lib' });
  });

  it('fit a range of versions', () => {
    expect(copied({ 'shop/Chart.yaml': chart('shop', 'web ^1.0.0') }).folders).toHaveProperty('charts/web');
  });

  it('are not read through a link out of the repository', () => {
    const elsewhere = folderOf({ 'Chart.yaml': chart('web') });
    const { folders } = copied({
      'shop/Chart.yaml': chart('shop', 'web 1.2.0 file://../linked'),
      linked: { link: elsewhere },
    });
    expect(folders).toEqual({});
  });
});
