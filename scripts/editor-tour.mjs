// Opens folders, such as checkouts, in real clients, and compares what they show with what lint says:
//   npm run tour:editor -- FOLDER…
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { besideItself, imported } from './modules.mjs';

const { positionals } = parseArgs({ allowPositionals: true });
const entry = 'test/editor/lsp/tour.ts';
/** @type {typeof import('../test/editor/lsp/tour.js')} */
const { tour } = await imported(entry, { define: besideItself(entry) });
let bad = 0;
for (const folder of positionals.length > 0 ? positionals : [join(import.meta.dirname, '../examples')]) {
  const { files, findings, answers, problems } = await tour(folder);
  const told = Object.entries(answers).map(([what, count]) => `${count} ${what}`);
  console.log(`${folder}: ${findings} findings, ${files} files opened; answered: ${told.join(', ')}`);
  for (const problem of problems) console.log(problem);
  bad += problems.length;
}
console.log(`${positionals.length || 1} folders, ${bad} with differences`);
process.exit(bad > 0 ? 1 : 0);
