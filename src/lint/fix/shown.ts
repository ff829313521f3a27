import type { Finding } from '../../model/finding.js';
import type { Fix } from '../../model/fix.js';
import { renderedFile } from '../../model/source.js';
import { editsOf, Texts } from './edits.js';

/** Findings are sorted by file, so a small cache is enough. */
const keptFiles = 32;

/** Adds to findings the edits of their fixes, or the reasons why a fix cannot be applied. */
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
