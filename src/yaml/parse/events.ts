// The only module that imports js-yaml; all other code that reads YAML works on its events.
import {
  EVENT_ID,
  type Event,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml';
import { noUtf8 } from '../../model/source.js';
import { isBlank, lineEnd, lineStart } from './characters.js';
import { explain } from './explain.js';
import type { YamlProblem } from './problems.js';
import { repair } from './repair.js';

export { EVENT_ID, SCALAR_STYLE };
export type { Event, MappingEvent, ScalarEvent, SequenceEvent } from 'js-yaml';

/** Deeper nesting is a mistake, and could overflow the stack of code that walks the tree. */
const maxDepth = 500;

/** Each repair parses the document again; this limits the characters that are parsed in total. */
const maxRepairChars = 20_000_000;

export interface Events {
  readonly events: readonly Event[];
  /** Whether the events are those of a repaired text, with other line breaks and escapes than the given one. */
  readonly isRepaired: boolean;
}

/** The events of one document, or why it cannot be parsed. */
export function readEvents(document: string): Events | YamlProblem {
  let failure = otherEncoding(document) ?? indentedMarker(document);
  if (failure) return failure;
  let text = document;
  for (let chars = 0; chars <= maxRepairChars; chars += text.length) {
    try {
      return { events: parseEvents(text, { maxDepth }), isRepaired: failure !== undefined };
    } catch (error) {
      if (!(error instanceof YAMLException)) throw error;
      const position = error.mark?.position ?? 0;
      const repaired = repair(error.reason, text, position);
      if (repaired === undefined) {
        // The error that cannot be repaired may come after one that was.
        return explain(error.reason, document, position, endsWithin);
      }
      failure ??= explain(error.reason, document, position, endsWithin);
      text = repaired;
    }
  }
  return failure!;
}

/** Go rejects a document with a byte that is not UTF-8, even in a comment. */
function otherEncoding(document: string): YamlProblem | undefined {
  const at = document.indexOf(noUtf8);
  if (at === -1) return undefined;
  const message =
    'This character is not in UTF-8, so Kubernetes reads nothing of the document; save the file as UTF-8.';
  return { rule: 'yaml/parses', message, start: at, end: at + 1 };
}

/** js-yaml takes an indented `---` for the start of a document, if only blanks precede it. */
function indentedMarker(document: string): YamlProblem | undefined {
  let at = 0;
  for (; at < document.length; at += 1) {
    if (document[at] === '#') at = lineEnd(document, at);
    else if (!isBlank(document.charCodeAt(at))) break;
  }
  const isMarker = document.startsWith('---', at) && isBlank(document.charCodeAt(at + 3));
  if (!isMarker || lineStart(document, at) === at) return undefined;
  const message =
    'This "---" is indented, so it is text and does not start a document; move it to the start of the line.';
  return { rule: 'yaml/parses', message, start: at, end: at + 3 };
}

/** What is unclosed at the end of a string: a quote or a flow collection. */
function endsWithin(text: string): 'quote' | 'collection' | undefined {
  try {
    parseEvents(text, { maxDepth });
  } catch (error) {
    if (error instanceof YAMLException && error.reason.startsWith('unexpected end'))
      return error.reason.endsWith('scalar') ? 'quote' : 'collection';
  }
  return undefined;
}

/** The value of a plain or quoted scalar that is not simply a range of the document. */
export function scalarText(document: string, event: ScalarEvent): string {
  if (event.style !== SCALAR_STYLE.DOUBLE_QUOTED) return getScalarValue(document, { ...event, fast: false });
  // Go reads \' as an apostrophe.
  const written = document
    .slice(event.valueStart, event.valueEnd)
    .replaceAll(/\\(.|\n)/gs, (escape) => (escape === "\\'" ? "'" : escape));
  return getScalarValue(written, { ...event, valueStart: 0, valueEnd: written.length, fast: false });
}
