import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
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

/** The first line of what the compiler has against each program, all in one compilation. */
function firstLines(programs: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    resolveJsonModule: true,
  };
  const files = new Map(
    Object.entries(programs).map(([name, program], index) => [
      path.join(__dirname, `wrong-program-${index}.ts`),
      { name, text: `${before}${program}\n` },
    ]),
  );
  const host = ts.createCompilerHost(options);
  const real = { ...host };
  host.fileExists = (file) => files.has(file) || real.fileExists(file);
  host.readFile = (file) => files.get(file)?.text ?? real.readFile(file);
  host.getSourceFile = (file, ...others) => {
    const own = files.get(file);
    return own
      ? ts.createSourceFile(file, own.text, ts.ScriptTarget.ES2023)
      : real.getSourceFile(file, ...others);
  };
  const compilation = ts.createProgram([...files.keys()], options, host);
  return Object.fromEntries(
    [...files].map(([file, { name }]) => [
      name,
      [
        ...compilation.getSyntacticDiagnostics(compilation.getSourceFile(file)),
        ...compilation.getSemanticDiagnostics(compilation.getSourceFile(file)),
      ].map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0] ?? ''),
    ]),
  );
}

describe('a wrong program', () => {
  const lines = firstLines({
    right: "new CanaryRollout(chart, 'a', { pod, traffic: nginx, steps: Steps.ramp([20]) });",
    ...Object.fromEntries(Object.entries(wrongPrograms).map(([name, [program]]) => [name, program])),
  });
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
});
