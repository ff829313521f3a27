/** An object by kind and name: `VirtualService "web"`. */
export function objectText(key: string): string {
  const [, kind = '', , name = ''] = key.split('/');
  return `${kind} "${name}"`;
}

/** A lane by route and object: `HTTP route "primary" of VirtualService "web"`. */
export function laneText({ object, route }: { readonly object: string; readonly route: string }): string {
  if (object.startsWith('/Service/')) return objectText(object);
  return route === '' ? objectText(object) : `${route} of ${objectText(object)}`;
}

/** The characters of a value that are shown. */
const longest = 60;

/** A value of a manifest; if it is long, without its middle, because names and releases are at the ends. */
export function valueText(value: unknown): string {
  const text = wholeText(value);
  if (text.length <= longest) return text;
  const half = (longest - 2) / 2;
  return `${text.slice(0, half)}\u2026${text.slice(-half)}`;
}

/** Both values of a change; of long ones that begin alike, from shortly before they differ. */
export function valueTexts(before: unknown, after: unknown): readonly [before: string, after: string] {
  const [then, now] = [wholeText(before), wholeText(after)];
  const most = Math.max(then.length, now.length);
  if (most <= longest || before === undefined || after === undefined)
    return [valueText(before), valueText(after)];
  let same = 0;
  while (same < then.length && then[same] === now[same]) same++;
  const start = Math.max(0, Math.min(same - shownAlike, most - longest + 1));
  const cut = (text: string): string => {
    const rest = start === 0 ? text : `\u2026${text.slice(start)}`;
    return rest.length <= longest ? rest : `${rest.slice(0, longest - 1)}\u2026`;
  };
  return [cut(then), cut(now)];
}

/** How much is shown at least of what two values begin with. */
const shownAlike = 20;

function wholeText(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
}
