import { readFileSync, writeFileSync } from 'node:fs';
import { hashOf } from '../../src/repository/files/recording.js';

/** The values of a state in the cache. */
export type Values = Record<string, unknown>;

/** Changes the values of a state, which says of itself that it is whole. */
export function forge(file: string, change: (values: Values) => unknown): void {
  const bytes = readFileSync(file);
  const start = bytes.indexOf('\n') + 1;
  const head = bytes.subarray(0, start).toString().split(' ');
  const end = start + Number(head[3]);
  const values = JSON.parse(bytes.subarray(start, end).toString()) as Values;
  const changed = Buffer.from(JSON.stringify(change(values) ?? values));
  head[3] = String(changed.length);
  head[5] = hashOf(changed);
  writeFileSync(file, Buffer.concat([Buffer.from(head.join(' ')), changed, bytes.subarray(end)]));
}
