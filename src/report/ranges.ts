/** Consecutive steps become ranges: `step-0..4, step-6`. */
export function ranges(places: readonly string[]): string {
  const parts: { first: string; last: string }[] = [];
  for (const place of places) {
    const part = parts.at(-1);
    if (part && lastNumber(place) === lastNumber(part.last) + 1) part.last = place;
    else parts.push({ first: place, last: place });
  }
  return parts
    .map(({ first, last }) => (first === last ? first : `${first}..${lastNumber(last)}`))
    .join(', ');
}

function lastNumber(place: string): number {
  return Number(/(?<!\d)\d+$/.exec(place)?.[0] ?? NaN);
}
