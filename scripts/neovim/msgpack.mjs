// As much of MessagePack as Neovim's interface for screens needs.

/** @param {unknown} value @returns {Buffer} */
export function encode(value) {
  if (value === null || value === undefined) return Buffer.from([0xc0]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xc3 : 0xc2]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(5, 0xd2);
    bytes.writeInt32BE(value, 1);
    return bytes;
  }
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(0xdb, text.length), text]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(0xdd, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([head(0xdf, entries.length), ...entries.flat().map(encode)]);
}

/** @param {number} type @param {number} length */
function head(type, length) {
  const bytes = Buffer.alloc(5, type);
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

/** Thrown where the bytes of a value have not all arrived. */
export class Incomplete extends Error {}

/** Reads values, one after the other. */
export class Decoder {
  at = 0;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  /** @param {number} count */
  take(count) {
    if (this.at + count > this.bytes.length) throw new Incomplete();
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** @param {number} size */
  unsigned(size) {
    const bytes = this.take(size);
    return size === 8 ? Number(bytes.readBigUInt64BE()) : bytes.readUIntBE(0, size);
  }

  /** @param {number} size */
  signed(size) {
    const bytes = this.take(size);
    return size === 8 ? Number(bytes.readBigInt64BE()) : bytes.readIntBE(0, size);
  }

  /** @returns {any} */
  value() {
    const type = this.unsigned(1);
    if (type < 0x80) return type;
    if (type < 0x90) return this.map(type & 15);
    if (type < 0xa0) return this.list(type & 15);
    if (type < 0xc0) return this.take(type & 31).toString();
    if (type >= 0xe0) return type - 256;
    if (type === 0xc0) return null;
    if (type === 0xc2 || type === 0xc3) return type === 0xc3;
    if (type === 0xca) return this.take(4).readFloatBE();
    if (type === 0xcb) return this.take(8).readDoubleBE();
    if (type >= 0xcc && type <= 0xcf) return this.unsigned(2 ** (type - 0xcc));
    if (type >= 0xd0 && type <= 0xd3) return this.signed(2 ** (type - 0xd0));
    const sized = { 0xc4: 1, 0xc5: 2, 0xc6: 4, 0xd9: 1, 0xda: 2, 0xdb: 4 }[type];
    if (sized !== undefined) return this.take(this.unsigned(sized)).toString();
    if (type === 0xdc || type === 0xdd) return this.list(this.unsigned(type === 0xdc ? 2 : 4));
    if (type === 0xde || type === 0xdf) return this.map(this.unsigned(type === 0xde ? 2 : 4));
    // Extensions are handles of windows and buffers.
    if (type >= 0xd4 && type <= 0xd8) return this.take(1 + 2 ** (type - 0xd4));
    return this.take(1 + this.unsigned(2 ** (type - 0xc7)));
  }

  /** @param {number} length @returns {any[]} */
  list(length) {
    return Array.from({ length }, () => this.value());
  }

  /** @param {number} length */
  map(length) {
    return Object.fromEntries(Array.from({ length }, () => [this.value(), this.value()]));
  }
}
