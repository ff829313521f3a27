import { nearestName } from '../../model/nearest-name.js';

/** How a controller reads a value: by a parser of Go, as one of several words, or as a list of listeners. */
export type ValueForm = 'bool' | 'int' | 'json' | 'map' | 'ports' | readonly string[];

/** What is known of the key of an annotation. */
export interface KeyFacts {
  /** How its value is read; a string that is used unchanged without it. */
  readonly value?: ValueForm;
  /** The first minor release that reads it; without it, the first of the list. */
  readonly since?: string;
  /** The last minor release that reads it; without it, the last of the list. */
  readonly until?: string;
  /** Whether it is also read on the Services of an Ingress. */
  readonly onServices?: true;
  /** Whether the rest of the key names a backend of the Ingress, without which it is not read. */
  readonly ofBackend?: true;
}

/** All annotations under the prefix of a controller. */
export interface VendorKeys {
  readonly controller: string;
  /** The first and the last minor release whose keys are in the list. */
  readonly releases: readonly [first: string, last: string];
  /** How that part begins in all keys of this controller, where others share the prefix. */
  readonly start?: string;
  /** By the part of the key after the prefix. */
  readonly keys: Readonly<Record<string, KeyFacts>>;
  /** By the beginning of that part. */
  readonly families: Readonly<Record<string, KeyFacts>>;
}

/** What a list has about the part of a key after the prefix. */
export function factsOf({ keys, families }: VendorKeys, name: string): KeyFacts | undefined {
  if (Object.hasOwn(keys, name)) return keys[name];
  const family = Object.keys(families).find((start) => name.length > start.length && name.startsWith(start));
  return family === undefined ? undefined : families[family];
}

/** The known key that an unknown one probably means. A key that no release reads any more is not proposed. */
export function meantKey({ keys, families }: VendorKeys, name: string): string | undefined {
  const dot = name.indexOf('.') + 1;
  const start = nearestName(name.slice(0, dot), dot > 1 ? Object.keys(families) : [], 2);
  if (start !== undefined) return start + name.slice(dot);
  const current = Object.entries(keys).flatMap(([key, { until }]) => (until === undefined ? [key] : []));
  return nearestName(name, current, 3);
}

/** What a value must be, in words, if the controller cannot read it in any release. */
export function unreadableAs(form: ValueForm | undefined, text: string): string | undefined {
  if (form === undefined || readers(form)(text)) return undefined;
  return typeof form === 'string' ? valueWords[form] : `one of ${form.map((word) => `"${word}"`).join(', ')}`;
}

const valueWords = {
  bool: '"true" or "false"',
  int: 'a whole number without a unit',
  json: 'JSON',
  map: 'pairs such as "key=value" with commas between them',
  ports: 'JSON such as [{"HTTP": 80}, {"HTTPS": 443}]',
} as const;

function readers(form: ValueForm): (text: string) => boolean {
  if (typeof form !== 'string') return (text) => form.includes(text);
  return { bool: isGoBool, int: isGoInt, json: isJson, map: isStringMap, ports: isListenPorts }[form];
}

/** What `strconv.ParseBool` accepts. */
function isGoBool(text: string): boolean {
  return /^(?:1|t|T|TRUE|true|True|0|f|F|FALSE|false|False)$/.test(text);
}

/** What `strconv.ParseInt` accepts in base 10, of any size: the integers of these annotations are small. */
function isGoInt(text: string): boolean {
  return /^[+-]?\d+$/.test(text);
}

function isJson(text: string): boolean {
  return jsonOrNothing(text) !== undefined;
}

/** A JSON value; undefined for another text. */
function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Whether releases with and without escaped commas read pairs: each part has a key.
 * https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/annotations/parser.go (ParseStringMapAnnotation)
 */
function isStringMap(text: string): boolean {
  if (text.includes('\\')) return true;
  return text
    .split(',')
    .map((part) => part.trim())
    .every((part) => part === '' || part.indexOf('=') > 0);
}

/**
 * Protocols and ports of listeners.
 * https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/v3.5.0/pkg/ingress/model_build_listener.go (computeIngressListenPorts)
 */
function isListenPorts(text: string): boolean {
  const entries = jsonOrNothing(text);
  if (!Array.isArray(entries) || entries.length === 0) return false;
  return entries.every((entry: unknown) => {
    if (entry === null) return true;
    if (typeof entry !== 'object' || Array.isArray(entry)) return false;
    return Object.entries(entry).every(
      ([protocol, port]: [string, unknown]) =>
        ['HTTP', 'HTTPS'].includes(protocol) && typeof port === 'number' && port >= 1 && port <= 65_535,
    );
  });
}
