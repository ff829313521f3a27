import { pauseSeconds } from '../../kubernetes/kinds/duration.js';
import { toValue } from '../../model/node.js';
import { type KeyType, nodeInWords } from './shape.js';

/** A duration as manifests have it. */
export const duration: KeyType<number> = {
  schema: { type: ['string', 'integer'], pattern: '^(\\d+(\\.\\d+)?(h|m|s|ms)?)+$', minimum: 0 },
  read(node, what, reading) {
    const value = toValue(node);
    const isText = typeof value === 'string' || typeof value === 'number';
    const seconds = isText ? pauseSeconds({ value }) : undefined;
    if (seconds !== undefined && seconds >= 0) return seconds;
    reading.fail(node.start, `${what} is ${nodeInWords(node)}; it must be a duration, such as 30s or 2m.`);
    return undefined;
  },
};

/** A number above 0. */
export const rate: KeyType<number> = {
  schema: { type: 'number', exclusiveMinimum: 0 },
  read(node, what, reading) {
    const value = toValue(node);
    if (typeof value === 'number' && value > 0 && Number.isFinite(value)) return value;
    reading.fail(node.start, `${what} is ${nodeInWords(node)}; it must be a number above 0, such as 250.`);
    return undefined;
  },
};
