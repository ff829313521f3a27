import { quoted, withoutCommands } from './quoted.js';
import { inColor, withoutColor } from './style.js';

/** The characters of most lines; a run may print a hundred thousand lines. */
const ordinary = /^[ -~\u00d7\u2713\u2502\u256d\u251c\u2570\u2500\u2026]*$/;

/**
 * A line that is safe to print anywhere. Callers quote foreign text already; as a second safeguard, this lets only our own color sequences
 * through and escapes CI commands.
 */
export function printable(line: string): string {
  if (ordinary.test(line)) return withoutCommands(line);
  const bare = withoutColor(line);
  const inert = withoutCommands(bare.split('\t').map(quoted).join('\t'));
  return inert === bare ? inColor(line) : inert;
}
