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

/** A value of a manifest, shortened if it is long. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? `"${value}"` : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
