import type { Finding } from '../../model/finding.js';
import type { Fix } from '../../model/fix.js';
import { renderedFile } from '../../model/source.js';
import { editsOf, Texts } from './edits.js';

/** Findings come sorted by file, so few files are asked for at a time. */
const keptFiles = 32;

/** Findings whose fixes have their edits, or why there are none. */
export function withEdits(findings: readonly Finding[]): readonly Finding[] {
  const texts = new Texts(keptFiles);
  return findings.map((finding) => (finding.fix ? { ...finding, fix: edited(finding.fix, texts) } : finding));
}

function edited(fix: Fix, texts: Texts): Fix {
  if (fix.writes.some(({ resource: { source } }) => source.path.endsWith(`/${renderedFile}`)))
    return { ...fix, unfit: 'it is rendered from other files.' };
  const result = editsOf(fix, texts);
  return 'unfit' in result ? { ...fix, unfit: result.unfit } : { ...fix, edits: result.edits };
}
