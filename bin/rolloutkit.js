#!/usr/bin/env node
const { join } = require('node:path');
const { load } = require('./load.js');

const { main, watchStreams } = load(join(__dirname, '../dist/cli.js'));
watchStreams();
const code = main(process.argv.slice(2));
if (typeof code === 'number') process.exitCode = code;
else void code.then((later) => (process.exitCode = later));
