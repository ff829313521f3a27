#!/usr/bin/env node
const { join } = require('node:path');
const { load } = require('./load.js');

const { main } = load(join(__dirname, '../dist/cli.js'));
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error; // With `| head` nobody reads the rest, and that is no fault.
  });
const code = main(process.argv.slice(2));
if (typeof code === 'number') process.exitCode = code;
else void code.then((later) => (process.exitCode = later));
