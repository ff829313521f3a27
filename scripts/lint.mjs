// Runs ESLint and prints how many files it read, so that reading none is noticed.
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { writeRegistry } from './registry.mjs';

writeRegistry();
const eslint = new ESLint({ cwd: join(import.meta.dirname, '..') });
const results = await eslint.lintFiles('.');
const formatter = await eslint.loadFormatter('stylish');

console.log(await formatter.format(results));
console.log(`${results.length} files`);
if (results.length === 0 || results.some(({ messages }) => messages.length > 0)) process.exitCode = 1;
