/** A duration in words: `1h 10m 5s`. */
export function durationText(seconds: number): string {
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'm'],
    [seconds % 60, 's'],
  ];
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count}${unit}`])).join(' ') || '0s';
}
