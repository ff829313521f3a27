import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { folderOf, rolloutText, run, runIn } from '../support/command.js';

const files = () =>
  folderOf(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`${index}.yaml`, rolloutText(`web-${index}`)]),
    ),
  );

/** A clock that goes on by so many milliseconds each time that somebody looks at it. */
function clock(step: number) {
  let now = 0;
  return vi.spyOn(performance, 'now').mockImplementation(() => (now += step));
}

const terminal = { environment: { TERM: 'xterm', NO_COLOR: '1' }, columns: 100 };

it('in a terminal, a line tells how far a run is that takes longer than a second, and is taken away', () => {
  const watch = clock(60);
  try {
    const { stderr, stdout } = runIn({ folder: files(), ...terminal }, 'lint', '--only', 'steps');
    const lines = stderr.split('\r\u001b[K');
    expect(lines[0]).toBe('');
    expect(lines.at(-1)).toBe('');
    const told = lines.slice(1, -1);
    expect(told.length).toBeGreaterThan(2);
    for (const line of told) expect(line).toMatch(/^(Read files: \d+ of 30|Checked: \d+ of \d+)$/);
    expect(told.some((line) => line.startsWith('Checked:'))).toBe(true);
    expect(stdout).not.toContain('Checked:');
  } finally {
    watch.mockRestore();
  }
});

it('there is none where it is done sooner, nobody watches, or CI does', () => {
  const watch = clock(1);
  try {
    expect(runIn({ folder: files(), ...terminal }, 'lint', '--only', 'steps').stderr).toBe('');
  } finally {
    watch.mockRestore();
  }
  const slow = clock(500);
  try {
    expect(run(files(), 'lint', '--only', 'steps').stderr).toBe('');
    const environment = { ...terminal.environment, CI: 'true' };
    expect(runIn({ folder: files(), environment, columns: 100 }, 'lint', '--only', 'steps').stderr).toBe('');
  } finally {
    slow.mockRestore();
  }
});

describe.each([
  ['simulate', /^(Read files: \d+ of 30|Simulated: \d+ of 30)$/, 'Simulated:'],
  ['drift', /^(Read files: \d+ of 31|Compared: \d+ of 30)$/, 'Compared:'],
] as const)('%s', (command, known, last) => {
  const application = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  project: default
  destination: { server: https://kubernetes.default.svc, namespace: shop }
  source: { repoURL: https://git.example.com/shop.git, targetRevision: HEAD, path: . }
`;
  const folder = (): string => {
    const at = files();
    if (command === 'drift') writeFileSync(path.join(at, 'application.yaml'), application);
    return at;
  };

  it.each([['json'], ['html']])('tells how far it is, as %s', (format) => {
    const watch = clock(60);
    try {
      const { stderr, stdout } = runIn({ folder: folder(), ...terminal }, command, '--format', format);
      const told = stderr.split('\r\u001b[K').filter((line) => line !== '');
      expect(stderr.endsWith('\r\u001b[K')).toBe(true);
      for (const line of told) expect(line).toMatch(known);
      expect(told.some((line) => line.startsWith(last))).toBe(true);
      expect(stdout).not.toContain(last);
    } finally {
      watch.mockRestore();
    }
  });

  it('takes the line away where it fails, and has none in CI', () => {
    const watch = clock(500);
    try {
      const { stderr } = runIn({ folder: folder(), ...terminal }, command, '--rollout', 'other');
      const [shown = '', ...rest] = stderr.split('\r\u001b[K').filter((line) => line !== '');
      expect(shown).toMatch(known);
      expect(rest.at(-1)).toContain('Rollout "other"');
      const environment = { ...terminal.environment, CI: 'true' };
      const around = { folder: folder(), environment, columns: 100 };
      expect(runIn(around, command, '--format', 'json').stderr).not.toContain('\u001b');
    } finally {
      watch.mockRestore();
    }
  });
});
