/** RFC 3339 has four digits for a year, and Go writes no later one. */
const latest = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

/** A timestamp as objects contain it: RFC 3339 in whole seconds. */
export function timestamp(seconds: number): string {
  const whole = Math.min(Math.floor(seconds), latest);
  if (whole !== lastTime.seconds)
    lastTime = { seconds: whole, text: new Date(whole * 1000).toISOString().replace('.000Z', 'Z') };
  return lastTime.text;
}

/** Conditions use the same timestamp many times. */
let lastTime = { seconds: 0, text: '1970-01-01T00:00:00Z' };

/** The seconds since 1970 of a timestamp; undefined if it is invalid. */
export function secondsOf(text: string): number | undefined {
  const milliseconds = Date.parse(text);
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}
