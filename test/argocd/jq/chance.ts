/** Numbers by chance, the same ones for a seed. https://en.wikipedia.org/wiki/Xorshift */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = Math.imul(seed + 1, 0x9e37_79b9) | 1;
    for (let round = 0; round < 8; round++) this.below(2);
  }

  below(limit: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 0) % limit;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  in(rate: number): boolean {
    return this.below(100) < rate;
  }

  /** One of several ways, each as often as its weight says. */
  way<T>(ways: readonly (readonly [weight: number, make: () => T])[]): T {
    let left = this.below(ways.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, make] of ways) {
      left -= weight;
      if (left < 0) return make();
    }
    throw new Error('All weights are nothing.');
  }
}
