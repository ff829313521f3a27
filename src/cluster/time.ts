/** A moment as objects write it: RFC 3339 in whole seconds. */
export function timestamp(seconds: number): string {
  return new Date(Math.floor(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}

/** The seconds since 1970 of a timestamp; undefined for what is none. */
export function secondsOf(text: string): number | undefined {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}
