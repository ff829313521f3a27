import { expect, it, vi } from 'vitest';
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
