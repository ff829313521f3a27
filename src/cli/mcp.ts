import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { realpathSync, statSync } from '../repository/files/disk.js';
import { mcpServer } from '../editor/mcp/server.js';
import { exitCodes, UsageError } from './exit.js';
import { CommandHost } from './mcp-host.js';
import { parse } from './options.js';
import { printPart } from './output.js';
import type { Surroundings } from './surroundings.js';

/** Serves tools to an agent until standard input ends. */
export function mcpCommand(args: string[], around: Surroundings): Promise<number> {
  const { values, positionals } = parse('mcp', args);
  const [given = '.', another] = positionals;
  if (another !== undefined) throw new UsageError('mcp takes one folder, the root of all that is read.');
  const folder = rootAt(path.resolve(around.folder, given), given);
  const host = new CommandHost(
    { ...around, folder, stdout: silent, stderr: silent },
    { renders: values.render === true, 'render-timeout': values['render-timeout'] },
  );
  return serve(host, around);
}

/** Messages are the only thing that standard output may have. */
const silent = { write: () => true };

async function serve(host: CommandHost, around: Surroundings): Promise<number> {
  const server = mcpServer(host);
  const input = Readable.from(around.stdin);
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, _, done) => {
      printPart(around, chunk);
      done();
    },
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    input.once('end', resolve);
    input.once('error', resolve);
  });
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
  return exitCodes.clean;
}

/** The folder without symbolic links, to which the paths of sources are compared. */
function rootAt(folder: string, given: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`"${given}" is not a folder.`);
  return realpathSync(folder);
}
