import type { Drift } from '../play/drift/drift.js';
import driftJson, { driftJsonPart, type DriftResult } from '../report/drift-json.js';
import {
  type DriftBlock,
  driftBlock,
  type DriftPlace,
  driftSummary,
  headingOf,
  patchText,
} from '../report/drift-text.js';
import { inputConclusions } from '../report/input-conclusions.js';
import { renderPage } from '../report/simulation-page/page.js';
import { colored, plain, type Style } from '../report/style.js';
import { blocks } from '../report/text.js';
import { tookAs } from '../report/took.js';
import { KeptTexts } from './kept-texts.js';
import { print, printPart, printText, printableText } from './output.js';
import { afterRollouts } from './read-rollouts.js';
import { pageParts } from './rollout-page.js';
import { type Wanted, wantedOf } from './write-entries.js';
import type { Surroundings } from './surroundings.js';
import type { ValuesOf } from './commands.js';

/** What is kept of a drift once it has been reported. */
export interface Kept {
  /** A part of the JSON, or empty. */
  readonly text: string;
  /** Kept for text only. */
  readonly block?: DriftBlock | undefined;
  readonly wanted: Wanted | undefined;
  /** Kept for a page only. */
  readonly drift: Drift | undefined;
}

/** How drifts are shown. */
export interface ShownAs {
  readonly format: NonNullable<ValuesOf<'drift'>['format']>;
  /** Whether entries are written afterwards. */
  readonly writes: boolean;
  readonly isColored: boolean;
}

/** Takes each drift when it has been compared, and later those to report, in the order of the Rollouts. */
export interface Taker {
  kept(drift: Drift): Kept;
  add(kept: Kept): void;
}

type ToAdd = NonNullable<DriftBlock['patch']>;

/** The comparisons with the same result. */
interface SameDrifts {
  readonly places: DriftPlace[];
  readonly patches: ToAdd[];
}

/** Collects the output. Each drift is rendered at once, because all drifts together would not fit into memory. */
export class ShownDrifts implements Taker {
  private readonly texts = new KeptTexts();
  private readonly drifts: Drift[] = [];
  /** By the hash of what is the same, in the order of the texts. */
  private readonly same = new Map<string, SameDrifts>();
  private readonly style: Style;

  constructor(
    private readonly options: ShownAs,
    private readonly columns: number | undefined,
  ) {
    this.style = options.isColored ? colored : plain;
  }

  kept(drift: Drift): Kept {
    const { format, writes } = this.options;
    return {
      text: format === 'json' ? driftJsonPart(drift) : '',
      block: format === 'text' ? driftBlock(drift, this.style, this.columns) : undefined,
      wanted: writes ? wantedOf(drift) : undefined,
      drift: format === 'html' ? drift : undefined,
    };
  }

  add({ text, block, drift }: Kept): void {
    if (drift) this.drifts.push(drift);
    else if (block) this.addBlock(block);
    else this.texts.add(text);
  }

  private addBlock({ same, place, body, patch }: DriftBlock): void {
    const hash = textHash(same);
    let known = this.same.get(hash);
    if (!known) {
      known = { places: [], patches: [] };
      this.same.set(hash, known);
      this.texts.add(printableText(body));
    }
    known.places.push(place);
    // All have the lines of the first.
    if (patch) known.patches.push(known.patches.length === 0 ? patch : { ...patch, lines: [] });
  }

  print(result: DriftResult, milliseconds: number, around: Surroundings): void {
    const { drifts, style, texts } = this;
    const { format } = this.options;
    if (format === 'json') for (const part of driftJson(texts, result)) printPart(around, part);
    else if (format === 'html')
      printText(around, renderPage(pageParts(), tracesOf(drifts), drifts, inputConclusions(result)));
    else {
      print(around, blocks(result.findings, style));
      const groups = this.same.values();
      for (const body of texts) {
        const { places, patches } = groups.next().value ?? { places: [], patches: [] };
        printPart(around, printableText(headingOf(places, style, this.columns)));
        printPart(around, body);
        printPart(around, printableText([...patchText(patches, style), '']));
      }
      around.onTook?.(tookAs('text', milliseconds));
      print(around, afterRollouts(result, driftSummary(result, style, milliseconds), style));
    }
  }
}

/** Of what is equal for many comparisons only this is kept. */
function textHash(text: string): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('base64');
}

function tracesOf(drifts: readonly Drift[]): readonly Drift['trace'][] {
  return [...new Set(drifts.map(({ trace }) => trace))];
}
