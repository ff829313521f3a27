import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { compiled } from '../support/compilation.js';
import { wrongPrograms } from './wrong-programs.js';

const golden = path.join(__dirname, 'wrong-programs.json');

const before = `import { Testing } from 'cdk8s';
import {
  AlbTraffic, Analysis, BlueGreenRollout, CanaryRollout, GatewayTraffic, IstioTraffic, NginxTraffic, NoTraffic, Steps,
} from '../../src/constructs/index.js';
export const all = [AlbTraffic, Analysis, BlueGreenRollout, CanaryRollout, GatewayTraffic, IstioTraffic, NginxTraffic, NoTraffic, Steps];
const chart = Testing.chart();
export const pod = { image: 'shop:1', port: 8080 };
export const nginx = NginxTraffic.ingress({ host: 'shop.example.com' });
export const route = GatewayTraffic.route({ gateways: ['infra/public'] });
export const tcp = GatewayTraffic.route({ kind: 'TCPRoute', gateways: ['infra/public'] });
export { chart };
`;

/** The first line of what the compiler has against each program. */
function firstLines(
  programs: Readonly<Record<string, string>>,
  order?: 'of-7',
): Readonly<Record<string, readonly string[]>> {
  const texts = Object.values(programs).map(
    (program, index) => [path.join(__dirname, `wrong-program-${index}.ts`), `${before}${program}\n`] as const,
  );
  const names = Object.keys(programs);
  return Object.fromEntries(
    compiled(new Map(texts), order).map(({ found }, index) => [
      names[index] ?? '',
      found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? ''),
    ]),
  );
}

describe('a wrong program', () => {
  const programs = {
    right: "new CanaryRollout(chart, 'a', { pod, traffic: nginx, steps: Steps.ramp([20]) });",
    ...Object.fromEntries(Object.entries(wrongPrograms).map(([name, [program]]) => [name, program])),
  };
  const lines = firstLines(programs);
  if (process.env['RECORD'] === '1') writeFileSync(golden, `${JSON.stringify(lines, undefined, 2)}\n`);
  const recorded = JSON.parse(readFileSync(golden, 'utf8')) as typeof lines;

  it('is compared with a right one', () => {
    expect(lines['right']).toEqual([]);
    expect(Object.keys(wrongPrograms).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(wrongPrograms))('is told its cause in the first line: %s', (name, [, says]) => {
    expect(lines[name]?.[0]).toContain(says);
    expect(lines[name]).toEqual(recorded[name]);
  });

  // What npm installs today is TypeScript 7, which this project cannot be built with yet.
  const bySeven = firstLines(programs, 'of-7');

  it.each(Object.entries(wrongPrograms))('is told it by TypeScript 7, too: %s', (name, [, says]) => {
    expect(bySeven[name]?.[0]).toContain(says);
  });
});
