/** A report that cannot be parsed or was changed; the message says where. */
export class MalformedError extends Error {
  override readonly name = 'MalformedError';
}

/** A value of JSON that another program wrote: it has the type that is asked for, or an error is thrown. */
export class ReportReader {
  constructor(
    private readonly value: unknown,
    private readonly where: string,
  ) {}

  get isText(): boolean {
    return typeof this.value === 'string';
  }

  get isNull(): boolean {
    return this.value === null;
  }

  at(key: string): ReportReader {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value))
      this.fail('an object');
    const value: unknown = Object.hasOwn(this.value, key)
      ? (this.value as Readonly<Record<string, unknown>>)[key]
      : undefined;
    return new ReportReader(value, this.where === '' ? key : `${this.where}.${key}`);
  }

  get entries(): readonly (readonly [string, ReportReader])[] {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value))
      this.fail('an object');
    return Object.keys(this.value).map((key) => [key, this.at(key)]);
  }

  get items(): readonly ReportReader[] {
    if (!Array.isArray(this.value)) this.fail('a list');
    return this.value.map((item, index) => new ReportReader(item, `${this.where}[${index}]`));
  }

  /** An item of a list; absent past its end. */
  item(index: number): ReportReader {
    return this.items[index] ?? new ReportReader(undefined, `${this.where}[${index}]`);
  }

  get text(): string {
    if (typeof this.value !== 'string') this.fail('a string');
    return this.value;
  }

  /** An integer from -1 on; -1 marks places without a position. */
  get number(): number {
    const { value } = this;
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < -1) this.fail('a whole number');
    return value;
  }

  get flag(): boolean {
    if (this.value !== undefined && this.value !== true) this.fail('true');
    return this.value === true;
  }

  get texts(): readonly string[] {
    return this.items.map(({ text }) => text);
  }

  /** A segment of a path in an object. */
  get segment(): string | number {
    return typeof this.value === 'string' ? this.value : this.number;
  }

  oneOf<const T extends string>(all: readonly T[]): T {
    const found = all.find((one) => one === this.value);
    if (found === undefined) this.fail(`one of ${all.join(', ')}`);
    return found;
  }

  /** The item of a list at the index that this value is. */
  of<T>(all: readonly T[]): T {
    const found = all[this.number];
    if (found === undefined) this.fail('an index of what is listed');
    return found;
  }

  optional<T>(read: (given: ReportReader) => T): T | undefined {
    return this.value === undefined ? undefined : read(this);
  }

  /** A value for a placeholder of a message. */
  get filling(): string | number | readonly string[] {
    if (typeof this.value === 'string') return this.value;
    if (typeof this.value === 'number') return this.value;
    return this.texts;
  }

  fail(wanted: string): never {
    throw new MalformedError(`"${this.where}" is not ${wanted}`);
  }
}
