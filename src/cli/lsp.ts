import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { existsSync } from '../repository/files/disk.js';
import { version } from '../../package.json';
import { serve } from '../editor/lsp/serve.js';
import { userConfig } from '../repository/config/user-config.js';
import { withSlashes } from '../repository/files/ignore-files.js';
import { UsageError } from './exit.js';
import { frugallyForLong } from './frugal.js';
import { list, parse } from './options.js';
import { allRules } from './own-rules.js';
import { pageFile } from './rule-pages.js';
import type { Surroundings } from './surroundings.js';

/** Serves an editor until it ends the session, which ends the process. */
export function lspCommand(args: string[], around: Surroundings): Promise<number> {
  // The client library of VS Code adds it; the process that `initialize` names is watched anyway.
  const own = args.filter((arg) => !arg.startsWith('--clientProcessId'));
  const { values, positionals } = parse('lsp', own);
  if (positionals.length > 0)
    throw new UsageError(`"rolloutkit lsp" takes no paths; the editor names the folders.`);
  const { folder, environment } = around;
  const { rules, plugins } = allRules(values.plugin, around);
  const user = userConfig(folder, environment);
  const schemas = [
    ...list(values.schemas).map((one) => path.resolve(folder, one)),
    ...user.schemas.map((one) => path.resolve(user.folder, one)),
  ];
  const home = environment['HOME'] ?? environment['USERPROFILE'];
  served(around, {
    version,
    granted: {
      rules,
      schemas,
      isReachKnown: plugins.length + schemas.length === 0,
      onFiles: frugallyForLong,
    },
    folder: withSlashes(folder),
    refused: home === undefined ? [] : [withSlashes(path.resolve(home))],
    pageOf: (rule) => {
      const file = pageFile(rule);
      return existsSync(file) ? pathToFileURL(file).href : undefined;
    },
  });
  // The end of the input, `exit` or the end of the editor's process ends this one.
  return new Promise(() => {});
}

function served({ stdin, stdout }: Surroundings, how: Parameters<typeof serve>[2]): void {
  serve(stdin, stdout as NodeJS.WritableStream, how);
}
