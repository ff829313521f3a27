import { createHash } from 'node:crypto';
import type { FindingJson } from '../json.js';
import { withoutProposal } from '../../model/message.js';

/**
 * What a finding is about, by which it is known again after lines have moved: its rule, file, object, field and what it says of
 * them. Of several that are the same in this, each has another.
 */
export function fingerprints(findings: readonly FindingJson[]): readonly string[] {
  const times = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, messageId, file, resource, path = [], data } = finding;
    const said = withoutProposal({ id: messageId, template: '', data }).data;
    const about = JSON.stringify([rule, finding.case, messageId, file, resource, path, said]);
    const time = (times.get(about) ?? 0) + 1;
    times.set(about, time);
    return createHash('sha256').update(`${about}\n${time}`).digest('hex').slice(0, 32);
  });
}
