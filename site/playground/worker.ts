/** The linter in a browser thread, so that the page stays responsive and can terminate it after its time limit. */
import { type Finding, judge, type Judgement, pageOf, type Text } from './judge.js';
import { type PageParts, pagePartsOf } from '../../src/report/simulation-page/page.js';
import { withJq } from './jq.js';
import { pageFile } from './page-files.js';

export interface Question {
  readonly id: number;
  readonly texts: readonly Text[];
  /**
   * Either the findings or the page of the update, which takes longer and is requested after the findings are shown.
   */
  readonly wants: 'findings' | 'page';
}

export type Answer =
  /** The first findings; the complete judgement follows and contains them again. */
  | { readonly id: number; readonly first: readonly Finding[] }
  | { readonly id: number; readonly judgement: Judgement }
  | { readonly id: number; readonly page: string | undefined }
  | { readonly id: number; readonly failure: string };

let parts: PageParts | undefined;
const answer = (message: Answer): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<Question>) => void run(data));

async function run({ id, texts, wants }: Question): Promise<void> {
  try {
    if (wants === 'findings') {
      const onFirst = (first: readonly Finding[]): void => answer({ id, first });
      answer({ id, judgement: await withJq(() => judge(texts, onFirst)) });
    } else answer({ id, page: await withJq(() => pageOf(texts, (parts ??= pagePartsOf(pageFile)))) });
  } catch (error) {
    answer({ id, failure: String(error) });
  }
}
