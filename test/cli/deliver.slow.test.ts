import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, run, runIn } from '../support/command.js';

const root = path.resolve(__dirname, '../..');
const corrected = path.join(root, 'examples/istio-host/corrected');

describe.each(['simulate', 'drift'])('%s --output', (command) => {
  it('writes what would be printed', () => {
    const folder = folderOf({});
    const printed = run(folder, command, corrected, '--format', 'json');
    const written = run(folder, command, corrected, '--format', 'json', '--output', 'reports/one.json');
    expect(written).toEqual({ ...printed, stdout: '' });
    expect(readFileSync(path.join(folder, 'reports/one.json'), 'utf8')).toBe(printed.stdout);
  });

  it.each([
    ['one.html', 'html'],
    ['one.JSON', 'json'],
  ])('has the format that the ending of %s tells', (file, format) => {
    const folder = folderOf({});
    run(folder, command, corrected, '--output', file);
    run(folder, command, corrected, '--output', 'asked', '--format', format);
    const [told, asked] = [file, 'asked'].map((name) => readFileSync(path.join(folder, name), 'utf8'));
    expect(told).toBe(asked);
    run(folder, command, corrected, '--output', file, '--format', 'text');
    expect(readFileSync(path.join(folder, file), 'utf8')).not.toBe(asked);
  });

  it('writes no colors, even from a terminal', () => {
    const folder = folderOf({});
    const { stdout } = run(folder, command, corrected);
    runIn({ folder, columns: 200 }, command, corrected, '--output', 'one.txt');
    const withoutTime = (text: string): string => text.replaceAll(/\d+\.\d\d s/g, '');
    expect(withoutTime(readFileSync(path.join(folder, 'one.txt'), 'utf8'))).toBe(withoutTime(stdout));
  });

  it('tells what cannot be written', () => {
    const folder = folderOf({ 'reports/one.json/keep': '' });
    const { code, stdout, stderr } = run(folder, command, corrected, '--output', 'reports/one.json');
    expect({ code, stdout, stderr }).toEqual({
      code: 4,
      stdout: '',
      stderr: '× reports/one.json cannot be written: it is a folder.\n',
    });
  });

  it('does not follow a link out of the repository', () => {
    const outside = folderOf({ 'precious.txt': 'as it was' });
    const target = path.join(outside, 'precious.txt');
    const folder = folderOf({ '.git/HEAD': '', 'report.html': { link: target } });
    const { code, stderr } = run(folder, command, corrected, '--format', 'html', '--output', 'report.html');
    expect({ code, text: readFileSync(target, 'utf8') }).toEqual({ code: 4, text: 'as it was' });
    expect(stderr).toContain('report.html cannot be written: ');
  });
});

describe('--open', () => {
  /** A folder of programs with one that notes what it is asked to open. */
  function opener(): { readonly programs: string; readonly opened: string } {
    const folder = folderOf({});
    const [programs, opened] = [path.join(folder, 'bin'), path.join(folder, 'opened')];
    mkdirSync(programs);
    for (const name of ['xdg-open', 'open']) {
      writeFileSync(
        path.join(programs, name),
        `#!/bin/sh\nprintf %s "$1" > '${opened}.part'; mv '${opened}.part' '${opened}'\n`,
      );
      chmodSync(path.join(programs, name), 0o755);
    }
    return { programs, opened };
  }

  it('shows a page', async () => {
    const { programs, opened } = opener();
    const folder = folderOf({});
    const { code, stdout, stderr } = runIn(
      { folder, environment: { PATH: programs } },
      ...['simulate', corrected, '--open', '--output', 'page.html'],
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: `The page is ${path.join(folder, 'page.html')}\n`,
    });
    await expect.poll(() => existsSync(opened)).toBe(true);
    expect(readFileSync(opened, 'utf8')).toBe(path.join(folder, 'page.html'));
    expect(readFileSync(path.join(folder, 'page.html'), 'utf8')).toMatch(/^<!doctype html>/);
  });

  it.each([
    ['a program that fails', '#!/bin/sh\nexit 3\n'],
    ['a program that is none', '#!/nowhere\n'],
    ['a program that prints what is wrong and ends well', '#!/bin/sh\necho no browser >&2\n'],
  ])('tells where the page is, whatever becomes of it: %s', (_, program) => {
    const { programs } = opener();
    for (const name of ['xdg-open', 'open']) writeFileSync(path.join(programs, name), program);
    const { code, stderr } = runIn(
      { folder: folderOf({}), environment: { PATH: programs } },
      ...['simulate', corrected, '--open'],
    );
    const [, page] = /^The page is (.*)\n/.exec(stderr) ?? [];
    expect({ code, isPage: readFileSync(page ?? '', 'utf8').startsWith('<!doctype html>') }).toEqual({
      code: 0,
      isPage: true,
    });
  });

  it('starts nothing that the checkout brings', () => {
    const { programs } = opener();
    const folder = path.dirname(programs);
    mkdirSync(path.join(folder, '.git'));
    writeFileSync(path.join(folder, '.git/HEAD'), '');
    const { code, stderr } = runIn(
      { folder, environment: { PATH: programs } },
      ...['drift', corrected, '--open', '--output', 'page.html'],
    );
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `No program opens pages here; open ${path.join(folder, 'page.html')}\n`,
    });
  });

  it('needs a page', () => {
    const { code, stderr } = run(root, 'simulate', corrected, '--open', '--format', 'json');
    expect(code).toBe(2);
    expect(stderr).toContain('--open shows an HTML page, not --format json;');
  });
});
