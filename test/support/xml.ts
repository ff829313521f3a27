/** An element of a document, as far as reports have any. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

/** What XML 1.0 may have: https://www.w3.org/TR/xml/#charsets */
const character = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Reads a document strictly, without what no report needs: no DTD, comment, instruction or section. Throws for what is not well-formed. */
export function readXml(text: string): XmlElement {
  if (!character.test(text)) throw new Error('There is a character that XML cannot have.');
  const [head = ''] = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(text) ?? [];
  if (head === '') throw new Error('There is no declaration.');
  const root: { children: (XmlElement | string)[] } = { children: [] };
  const open: { name: string; children: (XmlElement | string)[] }[] = [{ name: '', ...root }];
  const token = /<(\/?)([a-z][\w-]*)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  token.lastIndex = head.length;
  for (let at = head.length; at < text.length; at = token.lastIndex) {
    const found = token.exec(text);
    if (!found) throw new Error(`Not well-formed at ${at}: ${text.slice(at, at + 60)}`);
    const [, close, name = '', attributes = '', isEmpty, content] = found;
    const parent = open.at(-1)!;
    if (content !== undefined) {
      if (content.includes(']]>')) throw new Error('"]]>" stands in content.');
      parent.children.push(decoded(content));
    } else if (close === '/') {
      if (open.pop()!.name !== name) throw new Error(`</${name}> closes another element.`);
    } else {
      const element = { name, attributes: attributesOf(attributes), children: [] };
      parent.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  if (open.length !== 1) throw new Error(`<${open.at(-1)!.name}> is not closed.`);
  const [first, ...others] = open[0]!.children.filter((one) => typeof one !== 'string' || one.trim() !== '');
  if (typeof first !== 'object' || others.length > 0) throw new Error('There is not one root.');
  return first;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const all = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  if (new Set(all.map(([name]) => name)).size !== all.length) throw new Error('An attribute stands twice.');
  // A parser makes a space of each line break and tab.
  return Object.fromEntries(all.map(([name, value]) => [name, decoded(value.replaceAll(/[\n\r\t]/g, ' '))]));
}

function decoded(text: string): string {
  return text.replaceAll(/&(\w*;?)/g, (whole, name: string) => {
    const sign = name.endsWith(';') ? entities[name.slice(0, -1)] : undefined;
    if (sign === undefined) throw new Error(`${whole} is no entity.`);
    return sign;
  });
}

/** What junit-10.xsd of Jenkins allows, of the elements that are written. An attribute with a mark is required. */
const allowed: Readonly<
  Record<string, { attributes: readonly string[]; children: readonly string[]; hasText: boolean }>
> = {
  testsuites: {
    attributes: ['name', 'time', 'tests', 'failures', 'errors'],
    children: ['testsuite'],
    hasText: false,
  },
  testsuite: {
    attributes: [
      'name!',
      'tests!',
      'failures!',
      'errors!',
      'time',
      'skipped',
      'timestamp',
      'hostname',
      'id',
      'package',
      'file',
    ],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
    hasText: false,
  },
  testcase: {
    attributes: ['name!', 'time', 'classname', 'group'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
    hasText: false,
  },
  failure: { attributes: ['type', 'message'], children: [], hasText: true },
  error: { attributes: ['type', 'message'], children: [], hasText: true },
  skipped: { attributes: ['type', 'message'], children: [], hasText: true },
  'system-out': { attributes: [], children: [], hasText: true },
  'system-err': { attributes: [], children: [], hasText: true },
};

/** What is wrong with a report of JUnit: against the schema, and where suites count otherwise than they have cases. */
export function junitProblems({ name, attributes, children }: XmlElement): readonly string[] {
  const shape = allowed[name];
  if (!shape) return [`<${name}> is unknown.`];
  const problems: string[] = [];
  for (const key of Object.keys(attributes))
    if (!shape.attributes.includes(key) && !shape.attributes.includes(`${key}!`))
      problems.push(`<${name}> has the attribute ${key}.`);
  for (const key of shape.attributes)
    if (key.endsWith('!') && attributes[key.slice(0, -1)] === undefined)
      problems.push(`<${name}> has no ${key.slice(0, -1)}.`);
  const elements = children.filter((one) => typeof one !== 'string');
  if (!shape.hasText && children.some((one) => typeof one === 'string' && one.trim() !== ''))
    problems.push(`<${name}> has text.`);
  for (const child of elements)
    if (!shape.children.includes(child.name)) problems.push(`<${name}> has <${child.name}>.`);
  if (name === 'testsuite') {
    const cases = elements.filter((one) => one.name === 'testcase');
    const having = (what: string): number =>
      cases.filter((one) => one.children.some((child) => typeof child !== 'string' && child.name === what))
        .length;
    const counts = { tests: cases.length, failures: having('failure'), errors: having('error') };
    for (const [key, count] of Object.entries(counts))
      if (attributes[key] !== String(count))
        problems.push(`${key} is ${attributes[key] ?? ''}, not ${count}.`);
  }
  return [...problems, ...elements.flatMap(junitProblems)];
}
