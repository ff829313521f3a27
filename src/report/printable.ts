import { quoted, withoutCommands } from './quoted.js';
import { inColor, withoutColor } from './style.js';

/** What most lines are made of: there may be a hundred thousand. */
const ordinary = /^[ -~\u00d7\u2713\u2502\u256d\u251c\u2570\u2500\u2026]*$/;

/**
 * A line as it may be written anywhere. Whoever made it has quoted what is not ours; this is the net below: of what could
 * steer a terminal, only our own colors come through, and no CI system takes the line for a command.
 */
export function printable(line: string): string {
  if (ordinary.test(line)) return withoutCommands(line);
  const bare = withoutColor(line);
  const inert = withoutCommands(bare.split('\t').map(quoted).join('\t'));
  return inert === bare ? inColor(line) : inert;
}
