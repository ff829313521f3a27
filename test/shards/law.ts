import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Run, runIn } from '../support/command.js';

/** What a command tells, without how long it took. */
function timeless({ code, stdout, stderr }: Run): Run {
  return {
    code,
    stdout: stdout.replace(/"milliseconds": \d+/, '').replace(/, \d+\.\d\d s(?=;|\n|$)/, ''),
    stderr,
  };
}

/** The reports of all shards, as files of a folder. */
export function shardsOf(
  folder: string,
  into: string,
  count: number,
  args: readonly string[] = [],
): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const shard = `${index + 1}/${count}`;
    const { code, stdout, stderr } = runIn({ folder }, 'lint', '--shard', shard, ...args);
    if (stdout === '') throw new Error(`Shard ${shard} says nothing and ends with ${code}: ${stderr}`);
    const file = path.join(into, `${index + 1}.json`);
    writeFileSync(file, stdout);
    return file;
  });
}

/** What a run takes is told while it lasts, but not in a CI: how long that is, is not what is compared. */
const unhurried = { ...process.env, CI: 'true', GITHUB_ACTIONS: undefined };

/** How a report is asked for. */
interface Telling {
  readonly args: readonly string[];
  readonly columns?: number;
}

const tellings: readonly Telling[] = [
  { args: ['--format', 'json'] },
  { args: ['--fail-on', 'warning', '--quiet'] },
  { args: ['--no-color'], columns: 70 },
  { args: ['--no-color'], columns: 200 },
];

/** What one run says, and what the shards of one say together, in each of these ways. */
export function bothTold(
  folder: string,
  into: string,
  count: number,
  args: readonly string[] = [],
): readonly { readonly whole: Run; readonly merged: Run }[] {
  const reports = shardsOf(folder, into, count, args);
  return tellings.map(({ args: telling, columns }) => {
    const around = columns === undefined ? {} : { columns, environment: unhurried };
    return {
      whole: timeless(runIn({ folder, ...around }, 'lint', ...args, ...telling)),
      // Neither the checkout nor its folder is there any more.
      merged: timeless(runIn({ folder: into, ...around }, 'merge', ...telling, ...reports)),
    };
  });
}
