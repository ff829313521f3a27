import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** A mistake that people make with the constructs; mistakes.yaml explains the fields. */
export interface Mistake {
  readonly name: string;
  readonly kind: string;
  readonly says: readonly string[];
  readonly because: string;
  readonly program: string;
}

export const mistakes = parse(
  readFileSync(path.join(__dirname, 'mistakes.yaml'), 'utf8'),
) as readonly Mistake[];

const names = [
  'AlbTraffic',
  'Analysis',
  'ArgoApplication',
  'BlueGreenRollout',
  'CanaryRollout',
  'GatewayTraffic',
  'IstioTraffic',
  'NginxTraffic',
  'NoTraffic',
  'Steps',
].join(', ');

const start = `const app = new App();
const chart = new Chart(app, 'shop', { namespace: 'shop' });
const pod = { image: 'ghcr.io/example/shop:1.4.2', port: 8080 };
`;

const imports = 2;

/** The program as it is compiled. */
export function typed({ program }: Mistake, constructs: string): string {
  return `import { ApiObject, App, Chart } from 'cdk8s';
import { ${names} } from '${constructs}';
${start}${program}app.synth();
export const used = [ApiObject, ${names}, pod];
`;
}

/** The same program, line by line, as it is run: the mistakes use no syntax that JavaScript lacks. */
export function plain({ program }: Mistake): string {
  return `const { ApiObject, App, Chart } = require('cdk8s');
const { ${names} } = require('rolloutkit/constructs');
${start}${program}app.synth();
`;
}

/** The lines at which the mistake may be told: its own, and the first one of its statement, which is all that a run knows. */
export function linesOf({ program }: Mistake): { readonly own: number; readonly statement: number } {
  const before = imports + start.split('\n').length;
  const lines = program.split('\n');
  const own = lines.findIndex((line) => line.includes('// wrong'));
  const statement = lines.findLastIndex((line, index) => index <= own && /^(?:new|const) /.test(line));
  return { own: before + own, statement: before + statement };
}
