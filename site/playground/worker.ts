/** The linter in a thread of the browser: a page that waits for it stays alive, and ends it when it takes too long. */
import { judge, type Judgement, pageOf, type Text } from './judge.js';
import { pagePartsOf } from '../../src/report/simulation-page/page.js';
import { loadJqOnce } from './jq.js';

export interface Question {
  readonly id: number;
  readonly texts: readonly Text[];
}

/** First what is found, then the page of the update. */
export type Answer =
  | { readonly id: number; readonly judgement: Judgement }
  | { readonly id: number; readonly page: string | undefined }
  | { readonly id: number; readonly failure: string };

declare const pageFiles: Readonly<Record<string, string>>;

const parts = pagePartsOf((file) => pageFiles[file] ?? '');
const answer = (message: Answer): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<Question>) => void run(data));

async function run({ id, texts }: Question): Promise<void> {
  try {
    // Most texts have no expression, and jq is as large as all else.
    if (texts.some(({ text }) => text.includes('jqPathExpressions'))) await loadJqOnce();
    answer({ id, judgement: judge(texts) });
    answer({ id, page: pageOf(texts, parts) });
  } catch (error) {
    answer({ id, failure: String(error) });
  }
}
