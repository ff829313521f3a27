import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { all, routing, rollout, template } from '../play/protect/system.js';
import { folderOf, run } from '../support/command.js';

const page = readFileSync(path.join(__dirname, '../../docs/protect.md'), 'utf8');

const [, systemOfPage = ''] = /```yaml title=rollout.yaml\n([^]*?)```/.exec(page) ?? [];

interface Output {
  readonly rollouts: readonly {
    readonly rollout: { readonly name: string; readonly line: number };
    readonly worst: string;
    readonly scenarios: readonly { readonly id: string; readonly exposure: number | null }[];
  }[];
  readonly exceeded: readonly { readonly limit: string; readonly scenario: string }[];
}

const json = (folder: string, ...args: string[]): { readonly code: number; readonly output: Output } => {
  const { code, stdout } = run(folder, 'protect', ...args, '--format', 'json');
  return { code, output: JSON.parse(stdout) as Output };
};

const system = { 'rollout.yaml': all };

describe('rolloutkit protect', () => {
  it('prints what docs/protect.md shows', () => {
    const [, shown = ''] = /<!-- protect -->\n\n```text\n([^]*?)```/.exec(page) ?? [];
    const folder = folderOf({
      'rollout.yaml': systemOfPage,
      'others.yaml': [routing, template].join('---'),
    });
    const { code, stdout } = run(folder, 'protect', '.');
    expect(code).toBe(0);
    expect(shown).not.toBe('');
    expect(stdout.slice(0, shown.length)).toBe(shown);
  });

  it('has the figures of the systems in docs/protect.md', () => {
    const faster = all
      .replace('interval: 30s', 'interval: 10s')
      .replace('failureLimit: 1', 'failureLimit: 2')
      .replace('setWeight: 20', 'setWeight: 5');
    const figures = [all, faster].map((text) => {
      const [one] = json(folderOf({ 'a.yaml': text })).output.rollouts;
      return ['start', 'step-2'].map((id) => one?.scenarios.find((scenario) => scenario.id === id));
    });
    // Five percent are one pod of four, ready at 10 s; three failures at 10, 20 and 30 s. Later at 80, 90 and 100 s.
    expect(figures).toMatchObject([
      [
        { exposure: 6, noticed: 40 },
        { exposure: 30, noticed: 50 },
      ],
      [
        { exposure: 1, noticed: 30 },
        { exposure: 12, noticed: 20 },
      ],
    ]);
    for (const words of ['6s of all traffic, noticed after 40s', '30s of all traffic, after 50s'])
      expect(page).toContain(words);
    for (const words of ['1s of all traffic, noticed after 30s', '12s of all traffic, after 20s'])
      expect(page).toContain(words);
  });

  it('fails where a limit of the command line is exceeded', () => {
    const folder = folderOf(system);
    expect(json(folder, '--max-exposure', '30s', '--max-detection', '50s').code).toBe(0);
    const { code, output } = json(folder, '--max-exposure', '29s', '--max-detection', '49s');
    expect(code).toBe(1);
    expect(output.exceeded).toMatchObject([
      { limit: 'exposure', scenario: 'step-2' },
      { limit: 'detection', scenario: 'step-2' },
    ]);
  });

  it('reads limits from the configuration, and those of overrides', () => {
    const limits = 'protect: {exposure: 20s}\n';
    const strict = folderOf({ ...system, 'rolloutkit.yaml': limits });
    expect(run(strict, 'protect', '.')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('but protect.exposure is 20s.') as string,
    });
    const loose = `${limits}overrides:\n  - namespaces: [shop]\n    protect: {exposure: 60}\n`;
    expect(run(folderOf({ ...system, 'rolloutkit.yaml': loose }), 'protect', '.').code).toBe(0);
    // The command line takes precedence.
    expect(run(strict, 'protect', '.', '--max-exposure', '1h').code).toBe(0);
  });

  it.each(['protect: 2m', 'protect: {exposure: soon}', 'protect: {exposed: 2m}', 'protect: {exposure: -1s}'])(
    'refuses %s',
    (text) => {
      const { code, stderr } = run(folderOf({ ...system, 'rolloutkit.yaml': `${text}\n` }), 'protect', '.');
      expect(code).toBe(2);
      expect(stderr).toContain('rolloutkit.yaml:1');
    },
  );

  it('shows many Rollouts as one table, the least protected first', () => {
    const copies = ['a', 'b', 'c'].map((name) => all.replaceAll('checkout', name));
    const bare = [rollout.replace(/ {6}analysis:[^]*?(?= {6}steps)/, ''), routing].join('---');
    const folder = folderOf({ 'all.yaml': [...copies, bare].join('---') });
    const { code, stdout } = run(folder, 'protect', '.');
    expect(code).toBe(0);
    const rows = stdout.split('\n').filter((line) => line.startsWith('shop/'));
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(['shop/checkout', 'shop/a', 'shop/b', 'shop/c']);
    expect(stdout).toContain('1 Rollout that nothing protects in 4 Rollouts');
    const { output } = json(folder);
    expect(output.rollouts.map((one) => one.rollout.name)).toEqual(['checkout', 'a', 'b', 'c']);
  });

  it('never looks as if all were well where a person or nothing stops a bad version', () => {
    const bare = rollout.replace(/ {6}analysis:[^]*?(?= {6}steps)/, '');
    const waiting = bare.replace('pause: { duration: 1m }', 'pause: {}');
    const { stdout } = run(folderOf({ 'a.yaml': [waiting, routing].join('---') }), 'protect', '.');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '! A version that is bad from the start is stopped only by a person, at steps[1], and gets 20 % of all requests until then.',
    );
    expect(stdout).toContain('\n! 1 Rollout that only a person protects in 1 Rollout, ');
    // Measured at 10, 70 and 130 s, so a version that turns bad at 80 s fails once; it takes two failures.
    const later = run(folderOf({ 'a.yaml': all.replace('30s', '60s') }), 'protect', '.');
    expect(later.stdout).toContain(
      '\n! 1 Rollout that nothing protects from a version that turns bad later in 1 Rollout, ',
    );
  });

  it('says that a background analysis goes on while a person is waited for', () => {
    const waiting = all.replaceAll('pause: { duration: 1m }', 'pause: {}');
    const { stdout } = run(folderOf({ 'a.yaml': waiting }), 'protect', '.');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'i While the update waits, "successes" may notice the version first; how long a person takes is not known, so only what happens before counts.',
    );
  });

  it('does not say that nothing stops a version where a template is not found', () => {
    const { stdout } = run(
      folderOf({ 'a.yaml': all.replace('templateName: checkout', 'templateName: "${TEMPLATE}"') }),
      'protect',
      '.',
    );
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      '? Whether a version that is bad from the start is noticed is not known: the templates of the background analysis are not found. Without them, nothing else stops it.',
    );
    expect(stdout).not.toContain('is promoted');
    expect(stdout).toContain('\n! 1 Rollout with analyses that are not known in 1 Rollout, ');
  });

  it('tells Rollouts with the same name by their files', () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}/rollout.yaml`, all]));
    const { stdout } = run(folderOf(files), 'protect', '.');
    expect(stdout).toContain('\nshop/checkout (d/rollout.yaml)  ');
  });

  it('refuses arguments that it cannot read', () => {
    for (const args of [
      ['--max-exposure', 'soon'],
      ['--rollout', 'none'],
      ['--format', 'xml'],
      ['--format', 'json', '--open'],
    ])
      expect(run(folderOf(system), 'protect', '.', ...args).code).toBe(2);
  });

  it('says that nothing is known where a Rollout cannot be simulated', () => {
    const refused = all.replace('setWeight: 20', 'setWeight: 120');
    const { code, stdout } = run(folderOf({ 'a.yaml': refused }), 'protect', '.');
    expect(code).toBe(0);
    expect(stdout).toContain('nothing is known');
    expect(stdout).toContain('! 1 Rollout not simulated in 1 Rollout');
    // What is not known keeps no limit.
    expect(run(folderOf({ 'a.yaml': refused }), 'protect', '.', '--max-exposure', '1h').code).toBe(1);
  });
});
