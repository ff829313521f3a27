import { createHash } from 'node:crypto';
import { aboutOf } from '../about.js';
import type { FindingJson } from '../json.js';

/** A key for each finding, made of its subject. Several findings with the same subject get different keys. */
export function fingerprints(findings: readonly FindingJson[]): readonly string[] {
  const times = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, case: special, messageId, file, resource, path, data } = aboutOf(finding);
    const about = JSON.stringify([rule, special, messageId, file, resource, path, data]);
    const time = (times.get(about) ?? 0) + 1;
    times.set(about, time);
    return createHash('sha256').update(`${about}\n${time}`).digest('hex').slice(0, 32);
  });
}
