// Generates random canaries, with constructs and with `new`, over all routers, and checks that nothing reports a fault
// in them:
//   npm run canaries -- [--count 2000] [--seed 1]
import { parseArgs } from 'node:util';
import { besideItself, imported } from './modules.mjs';

const { values: options } = parseArgs({
  options: { count: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
});

/** @type {typeof import('../test/laws/random-canaries.js')} */
const { randomCanaries } = await imported('test/laws/random-canaries.ts', {
  define: besideItself('src/write/scaffold/new-service.ts'),
});
/** @type {Map<string, number>} */
const judged = new Map();
let [count, spoilt] = [0, 0];
for (const { by, router, made, objections } of randomCanaries(Number(options.count), Number(options.seed))) {
  count += 1;
  judged.set(`${by}, ${router}`, (judged.get(`${by}, ${router}`) ?? 0) + 1);
  if (objections.length > 0) {
    spoilt += 1;
    console.log(`${by}: ${JSON.stringify(made)}\n  ${objections.join('\n  ')}`);
  }
  if (count % 100 === 0) console.log(`${count}, ${spoilt} with objections`);
}
for (const [group, times] of [...judged].sort()) console.log(`${String(times).padStart(5)}  ${group}`);
console.log(`${count - spoilt} of ${count} canaries have nothing against them.`);
process.exitCode = spoilt > 0 || count === 0 ? 1 : 0;
