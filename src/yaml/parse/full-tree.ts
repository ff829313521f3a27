import type { ListNode, MapEntry, MapNode, Node, ScalarNode } from '../../model/node.js';
import { Tally } from '../../model/finding.js';
import { blockText } from './block-text.js';
import { hasUnicodeBreak, isBlank, isBreak, lineEnd } from './characters.js';
import {
  EVENT_ID,
  type Event,
  type Events,
  type MappingEvent,
  readEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  scalarText,
  type SequenceEvent,
} from './events.js';
import {
  EntryNode,
  ListOfItems,
  MapOfEntries,
  ParsedTree,
  Scalar,
  StyledScalar,
  type Tree,
} from './nodes.js';
import { codePoint } from './line-parts.js';
import type { YamlProblem } from './problems.js';
import { keyText, resolvePlain, resolveTagged, type ScalarValue } from './scalars.js';
import { misplacedTab, type Shelter } from './tabs.js';

/** Parses one YAML or JSON document, a range of a string. Never throws. */
export function parseFully(text: string, start = 0, end = text.length): Tree {
  const document = start === 0 && end === text.length ? text : text.slice(start, end);
  const events = readEvents(document);
  if ('message' in events) return { root: undefined, problems: [shift(events, start)] };
  return new TreeBuilder(document, start, events).tree();
}

function shift(problem: YamlProblem, by: number): YamlProblem {
  return { ...problem, start: problem.start + by, end: problem.end + by };
}

interface Anchor {
  /** Undefined while the node is being read: an alias in it would contain itself. */
  node: Node | undefined;
  size: number;
}

const chompings = [undefined, 'clip', 'strip', 'keep'] as const;

/** The style of a map in braces, or of a pair in brackets. */
const flow = 2;

/** In place of an indicator: the node is the key of a map. */
const isKey = -1;

const styles = { 2: 'single', 3: 'double', 4: 'literal', 5: 'folded' } as const;

class TreeBuilder {
  private index = 0;
  /** Where the part that was read ends; values without text are located from here. */
  private last = 0;
  private readonly problems: YamlProblem[] = [];
  private readonly tally = new Tally<YamlProblem>();
  private readonly anchors = new Map<string, Anchor>();
  /** Whether the keys at the top belong to a second manifest, which has been reported. */
  private isSecond = false;
  /** The nodes after expanding aliases, as Go's decoder counts them, and those that come from aliases. */
  private size = 0;
  private aliased = 0;
  private readonly events: readonly Event[];
  private readonly isRepaired: boolean;
  /** Where tabs and Unicode line breaks are allowed; collected only if the document has any. */
  private readonly shelters: Shelter[] | undefined;

  constructor(
    private readonly text: string,
    private readonly base: number,
    { events, isRepaired }: Events,
  ) {
    this.events = events;
    this.isRepaired = isRepaired;
    this.shelters = text.includes('\t') || hasUnicodeBreak(text) ? [] : undefined;
  }

  tree(): Tree {
    const first = this.events[0];
    if (first?.type !== EVENT_ID.DOCUMENT) return { root: undefined, problems: [] };
    this.index = 1;
    const isEmpty = this.isEmpty(this.events[1]);
    const root = this.node();
    this.checkTabs();
    this.checkUnicodeBreaks();
    this.checkEnd();
    this.checkDirectives();
    if (this.problems.some(({ rule }) => rule !== 'yaml/unique-keys'))
      return { root: undefined, problems: this.problems };
    return new ParsedTree(isEmpty ? undefined : root, this.problems);
  }

  private checkTabs(): void {
    const at = this.shelters && misplacedTab(this.text, this.shelters);
    if (at === undefined) return;
    const inBlock = this.shelters?.some(({ kind, start, end }) => kind === 'block' && start < at && at < end);
    const message = inBlock
      ? 'Kubernetes reads this tab as indentation, which must be spaces; if it is part of the text, set the indentation after the "|", as in "|2".'
      : 'Kubernetes reads this tab as indentation, which must be spaces.';
    this.report('yaml/parses', message, at, at + 1);
  }

  /** They are harmless in quotes, where Kubernetes does not start a line either. */
  private checkUnicodeBreaks(): void {
    if (!this.shelters) return;
    for (const { index } of this.text.matchAll(/[\u0085\u2028\u2029]/g)) {
      if (this.shelters.some(({ kind, start, end }) => kind === 'quoted' && start < index && index < end))
        continue;
      const message = `${codePoint(this.text, index)} starts a new line in Kubernetes but not in other tools; remove it, or write it as an escape sequence in double quotes.`;
      this.report('yaml/parses', message, index, index + 1);
      return;
    }
  }

  /** Lines that start with `---` separate documents; js-yaml recognizes one after a byte order mark, too. */
  private checkEnd(): void {
    if (!this.events.slice(this.index).some(({ type }) => type === EVENT_ID.DOCUMENT)) return;
    const at = this.text.search(/^\uFEFF(?:---|\.\.\.)/m);
    const message =
      'A byte order mark precedes this line, so Kubernetes reads the line as text; remove the mark, which is allowed only at the start of a file.';
    this.report('yaml/parses', message, at, at + 1);
  }

  private checkDirectives(): void {
    const version = /^%YAML[ \t]+(?!1\.1(?:\s|$))(\S+)/m.exec(
      this.text.slice(0, this.text.indexOf('---') + 1),
    );
    if (!version) return;
    const message = `Kubernetes reads YAML 1.1 and refuses documents that declare version ${version[1]!}; remove this line.`;
    this.report('yaml/parses', message, version.index, version.index + version[0].length);
  }

  private isEmpty(event: Event | undefined): boolean {
    return event?.type === EVENT_ID.SCALAR && event.valueStart === -1 && event.tagStart === -1;
  }

  private report(
    rule: YamlProblem['rule'],
    message: string,
    start: number,
    end: number,
    more: Pick<YamlProblem, 'isSame'> = {},
  ): void {
    // A problem without text is shown at the next character.
    const from = end > start ? start : Math.max(0, Math.min(start, this.text.length - 1));
    const problem: YamlProblem = {
      rule,
      message,
      start: from + this.base,
      end: Math.max(end, from + 1) + this.base,
      ...more,
    };
    if (this.tally.keeps(rule, problem)) this.problems.push(problem);
  }

  private node(indicator = 0): Node {
    const event = this.events[this.index]!;
    this.index += 1;
    this.size += 1;
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return event.anchorStart === -1
          ? this.scalar(event, indicator)
          : this.anchored(event, () => this.scalar(event, indicator));
      case EVENT_ID.MAPPING:
        return event.anchorStart === -1 ? this.map(event) : this.anchored(event, () => this.map(event));
      case EVENT_ID.SEQUENCE:
        return event.anchorStart === -1 ? this.list(event) : this.anchored(event, () => this.list(event));
      case EVENT_ID.ALIAS:
        return this.alias(event.anchorStart, event.anchorEnd);
      default:
        throw new Error(`Unexpected event ${event.type}.`);
    }
  }

  private anchored(event: ScalarEvent | MappingEvent | SequenceEvent, build: () => Node): Node {
    const anchor: Anchor = { node: undefined, size: 0 };
    const before = this.size;
    const { anchorStart, anchorEnd } = event;
    const name = this.text.slice(anchorStart, anchorEnd);
    if (!/^[\w-]+$/.test(name)) {
      const message = `Kubernetes allows only letters, digits, "-" and "_" in the name of an anchor; rename it.`;
      this.report('yaml/parses', message, anchorStart - 1, anchorEnd);
    }
    this.anchors.set(name, anchor);
    anchor.node = build();
    anchor.size = this.size - before + 1;
    return anchor.node;
  }

  private alias(nameStart: number, nameEnd: number): Node {
    const name = this.text.slice(nameStart, nameEnd);
    const [start, end] = [nameStart - 1, nameEnd];
    this.last = end;
    const place = { start: start + this.base, end: end + this.base };
    const anchor = this.anchors.get(name);
    if (!anchor) {
      const known = [...this.anchors.keys()];
      const hint =
        known.length === 0
          ? `no anchor is defined before it${this.base > 0 ? ', and anchors of earlier documents end at "---"' : ''}`
          : `the anchors before it are ${known.join(', ')}`;
      this.report('yaml/aliases-known', `Alias "*${name}" names an unknown anchor; ${hint}.`, start, end);
    } else if (!anchor.node) {
      this.report('yaml/aliases-known', `Alias "*${name}" is inside its own anchor "&${name}".`, start, end);
    } else {
      this.size += anchor.size;
      this.aliased += anchor.size;
      this.limitAliases(start, end);
      return { ...anchor.node, ...place };
    }
    return new Scalar(null, place.start, place.end);
  }

  /** https://github.com/yaml/go-yaml/blob/v2.4.2/decode.go, allowedAliasRatio */
  private limitAliases(start: number, end: number): void {
    if (this.aliased <= 100 || this.size <= 1000) return;
    const [low, high] = [400_000, 4_000_000];
    const scale = Math.min(1, Math.max(0, (this.size - low) / (high - low)));
    if (this.aliased / this.size <= 0.99 - 0.89 * scale) return;
    if (this.problems.some(({ rule }) => rule === 'yaml/size-limited')) return;
    this.report(
      'yaml/size-limited',
      `Aliases expand to ${this.aliased} of the ${this.size} values of this document, more than Kubernetes allows.`,
      start,
      end,
    );
  }

  private scalar(event: ScalarEvent, indicator: number): ScalarNode {
    const { base, text } = this;
    const { valueStart, style } = event;
    const tag = event.tagStart === -1 ? undefined : this.tag(event);
    if (valueStart === -1) {
      if (event.tagStart !== -1) this.last = Math.max(event.tagEnd, event.anchorEnd);
      else if (event.anchorStart !== -1) this.last = event.anchorEnd;
      else if (indicator > 0) this.skipIndicator(indicator);
      const at = this.last + base;
      const value = tag === undefined ? null : this.resolve(tag, '', this.last, this.last);
      return new Scalar(value, at, at);
    }

    let start = valueStart;
    let end = event.valueEnd;
    if (style === SCALAR_STYLE.PLAIN) {
      const content = this.content(event);
      this.last = end;
      this.shelters?.push({ kind: 'plain', start, end });
      const value = tag === undefined ? resolvePlain(content) : this.resolve(tag, content, start, end);
      if (typeof value === 'number' && !Number.isFinite(value) && indicator !== isKey)
        this.reportInfinite(content, start, end);
      return new Scalar(value, start + base, end + base);
    }
    let content: string;
    if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
      content = this.content(event);
      start -= 1;
      end += 1;
      this.shelters?.push({ kind: 'quoted', start, end });
    } else {
      start = this.blockHeader(event);
      const indent = event.indent < 0 ? Infinity : event.indent;
      const written = text.slice(valueStart, end).replaceAll(/\r\n?/g, '\n');
      content = blockText(written, indent, chompings[event.chomping], style === SCALAR_STYLE.FOLDED_BLOCK);
      this.shelters?.push({
        kind: 'block',
        start,
        end,
        indent,
        isIndentFound: !/[1-9]/.test(text.slice(start, start + 3)),
      });
      while (end > valueStart && isBreak(text.charCodeAt(end - 1))) end -= 1;
      if (end <= valueStart) end = lineEnd(text, start);
    }
    this.last = end;
    const value = tag === undefined ? content : this.resolve(tag, content, start, end);
    return new StyledScalar(value, start + base, end + base, styles[style]);
  }

  private content(event: ScalarEvent): string {
    return event.fast && !this.isRepaired
      ? this.text.slice(event.valueStart, event.valueEnd)
      : scalarText(this.text, event);
  }

  private reportInfinite(content: string, start: number, end: number): void {
    const message = `${content} is a number that Kubernetes cannot store; quote it if it is a string.`;
    this.report('yaml/parses', message, start, end);
  }

  private resolve(tag: string, content: string, start: number, end: number): ScalarValue {
    const value = resolveTagged(tag, content);
    if (value !== undefined) return value;
    this.report('yaml/parses', `"${content}" is not a valid value for its tag ${tag}.`, start, end);
    return content;
  }

  private tag({ tagStart, tagEnd }: ScalarEvent): string {
    const tag = this.text.slice(tagStart, tagEnd);
    const core = /^!<tag:yaml\.org,2002:(.+)>$/.exec(tag);
    return core ? `!!${core[1]!}` : tag;
  }

  /** Moves past the `:` or `-` of an empty value. */
  private skipIndicator(indicator: number): void {
    const at = this.skipBlanks(this.last);
    if (this.text.charCodeAt(at) === indicator) this.last = at + 1;
  }

  private skipBlanks(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const char = text.charCodeAt(at);
      if (char === 0x20 || char === 0x09 || isBreak(char)) at += 1;
      else if (char === 0x23 && at > from) at = lineEnd(text, at);
      else return at;
    }
  }

  /** The `|` or `>` of a block scalar: the first one after its anchor and tag. */
  private blockHeader({ anchorEnd, tagEnd }: ScalarEvent): number {
    const { text } = this;
    let at = Math.max(this.last, anchorEnd, tagEnd);
    for (;;) {
      at = this.skipBlanks(at);
      const char = text.charCodeAt(at);
      if (char === 0x7c || char === 0x3e || Number.isNaN(char)) return at;
      at += 1;
    }
  }

  private list(event: SequenceEvent): ListNode {
    const { events, base } = this;
    const items: Node[] = [];
    const { start } = event;
    const isFlow = this.text.charCodeAt(start) === 0x5b;
    this.last = isFlow ? start + 1 : start;
    while (events[this.index]!.type !== EVENT_ID.POP) items.push(this.node(isFlow ? 0 : 0x2d));
    this.index += 1;
    if (isFlow) {
      this.last = this.flowEnd(0x5d);
      this.shelters?.push({ kind: 'flow', start, end: this.last });
    }
    return new ListOfItems(items, start + base, this.last + base);
  }

  /** The end of a flow collection: only commas and colons are left before its bracket. */
  private flowEnd(bracket: number): number {
    const { text } = this;
    let at = this.last;
    for (;;) {
      at = this.skipBlanks(at);
      const char = text.charCodeAt(at);
      if (char === bracket) return at + 1;
      if (Number.isNaN(char)) return text.length;
      at = char === 0x23 ? lineEnd(text, at) : at + 1;
    }
  }

  private map(event: MappingEvent): MapNode {
    const { events, base } = this;
    const { start } = event;
    const isFlow = event.style === flow && this.text.charCodeAt(start) === 0x7b;
    this.last = isFlow ? start + 1 : start;
    const entries = new Entries();
    while (events[this.index]!.type !== EVENT_ID.POP) this.entry(entries);
    this.index += 1;
    if (isFlow) {
      this.last = this.flowEnd(0x7d);
      this.shelters?.push({ kind: 'flow', start, end: this.last });
    }
    return new MapOfEntries(entries.all, start + base, this.last + base);
  }

  private entry(entries: Entries): void {
    const event = this.events[this.index]!;
    const key = this.node(isKey);
    const text = this.keyOf(event, key);
    const colon = 0x3a;
    const valueEvent = this.events[this.index]!;
    const value = this.node(colon);
    if (text === undefined) return;
    this.checkColon(event, key, valueEvent);
    if (isMerge(event, this.text)) {
      this.size -= 1;
      this.merge(value, valueEvent.type === EVENT_ID.ALIAS, entries);
      return;
    }
    const entry = new EntryNode(text, key.start, key.end, value);
    const isMerged = entries.isMerged(text);
    const earlier = entries.put(entry);
    if (!earlier || isMerged || (this.isSecond && this.isAtTop(key))) return;
    if (this.beginsAnother(key, text, entries)) {
      this.isSecond = true;
      const message =
        'A second manifest starts here without "---" before it; put a "---" line between the two.';
      this.report('yaml/unique-keys', message, key.start - this.base, key.end - this.base);
      return;
    }
    const message = `Key "${text}" is repeated in this map, and Kubernetes reads only the last one; keep one.`;
    this.report('yaml/unique-keys', message, key.start - this.base, key.end - this.base, {
      isSame: this.isSame(earlier.value, value),
    });
  }

  /** Whether two values are certainly equal: scalars by value, others by their text, unless a part comes from an alias. */
  private isSame(left: Node, right: Node): boolean {
    if (left.kind === 'scalar' && right.kind === 'scalar') return left.value === right.value;
    const [one, other] = [left, right].map(({ start, end }) =>
      this.text.slice(start - this.base, end - this.base).trim(),
    );
    return one !== '' && one === other && !/[*&]/.test(one ?? '');
  }

  /** Whether a repeated key is the first one of another manifest, whose other identifying keys follow. */
  private beginsAnother(key: Node, name: string, entries: Entries): boolean {
    const other = name === 'apiVersion' ? 'kind' : name === 'kind' ? 'apiVersion' : undefined;
    if (other === undefined || !this.isAtTop(key) || !entries.has(other)) return false;
    return this.text.includes(`\n${other}:`, key.end - this.base);
  }

  private isAtTop(key: Node): boolean {
    const at = key.start - this.base;
    return at === 0 || isBreak(this.text.charCodeAt(at - 1));
  }

  /** Kubernetes reads YAML 1.1, in which a colon ends a key in fewer places than in js-yaml. */
  private checkColon(event: Event, key: Node, value: Event): void {
    const { text } = this;
    const end = key.end - this.base;
    if (
      value.type === EVENT_ID.MAPPING &&
      value.style !== flow &&
      !/[\r\n]/.test(text.slice(end, value.start))
    ) {
      const message = 'Another key cannot follow on the same line; put it on its own line.';
      this.report('yaml/parses', message, value.start, value.start + 1);
    }
    const isPlain = event.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN;
    if (isPlain && text.charCodeAt(end) === 0x3a && !isBlank(text.charCodeAt(end + 1)))
      this.report(
        'yaml/parses',
        'This colon needs a space after it, or Kubernetes reads it as part of the key.',
        end,
        end + 1,
      );
  }

  private keyOf(event: Event, key: Node): string | undefined {
    if (key.kind !== 'scalar') {
      const start = key.start - this.base;
      const what = key.kind === 'map' ? 'a map' : 'a list';
      const message =
        this.text.startsWith('{{', start - 1) || this.text.startsWith('{{', start)
          ? 'A value that starts with {{ is a map in YAML; put it in quotes.'
          : `A key must be a string, but this one is ${what}.`;
      this.report('yaml/parses', message, start, key.end - this.base);
      return undefined;
    }
    if (typeof key.value === 'string') return key.value;
    const written = this.text.slice(key.start - this.base, key.end - this.base);
    const source = event.type === EVENT_ID.SCALAR ? this.content(event) : written;
    const text = keyText(source, key.value);
    if (text === undefined)
      this.report(
        'yaml/parses',
        'A key must be a string, but this one is null.',
        key.start - this.base,
        key.end - this.base,
      );
    return text;
  }

  /** As in Go's reader, the last occurrence of a key wins, merged or not, and of several merged maps the first. */
  private merge(value: Node, isAlias: boolean, entries: Entries): void {
    const maps = value.kind === 'list' && !isAlias ? [...value.items].reverse() : [value];
    for (const map of maps) {
      if (map.kind !== 'map') {
        const [start, end] = [map.start - this.base, map.end - this.base];
        this.report(
          'yaml/parses',
          'The value of a merge key "<<" must be a map or a list of maps.',
          start,
          end,
        );
        return;
      }
      for (const entry of map.entries) entries.put(entry, true);
    }
  }
}

/** The entries of a map that is being read, by their last occurrence: few are scanned, many are indexed. */
class Entries {
  private readonly few: MapEntry[] = [];
  /** A Map, too, moves a key that is deleted and set again to the end. */
  private many: Map<string, MapEntry> | undefined;
  private merged: Set<string> | undefined;

  get all(): MapEntry[] {
    return this.many ? [...this.many.values()] : this.few;
  }

  /** Appends an entry; returns the one with the same key, which it replaces. */
  put(entry: MapEntry, isMerged = false): MapEntry | undefined {
    if (isMerged) (this.merged ??= new Set()).add(entry.key);
    else this.merged?.delete(entry.key);
    const { few, many } = this;
    if (many) {
      const known = many.get(entry.key);
      if (known) many.delete(entry.key);
      many.set(entry.key, entry);
      return known;
    }
    const at = few.findIndex(({ key }) => key === entry.key);
    const [known] = at === -1 ? [] : few.splice(at, 1);
    few.push(entry);
    if (few.length > 16) this.many = new Map(few.map((one) => [one.key, one]));
    return known;
  }

  has(key: string): boolean {
    return this.many?.has(key) ?? this.few.some((entry) => entry.key === key);
  }

  isMerged(key: string): boolean {
    return this.merged?.has(key) ?? false;
  }
}

function isMerge(event: Event, text: string): boolean {
  if (event.type !== EVENT_ID.SCALAR || event.valueEnd - event.valueStart !== 2) return false;
  if (text.charCodeAt(event.valueStart) !== 0x3c || text.charCodeAt(event.valueStart + 1) !== 0x3c)
    return false;
  return event.tagStart === -1
    ? event.style === SCALAR_STYLE.PLAIN
    : text.slice(event.tagStart, event.tagEnd) === '!!merge';
}
