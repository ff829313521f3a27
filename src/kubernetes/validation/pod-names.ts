import { type FieldError, invalid, concatenated } from './field-error.js';
import { none } from '../../model/none.js';
import { isLonger, regexWords } from './labels.js';

/**
 * Names in a pod, with Kubernetes' messages.
 * https://github.com/kubernetes/apimachinery/blob/v0.34.1/pkg/util/validation/validation.go
 */
export function portNameProblems(name: string): readonly string[] {
  return concatenated(
    isLonger(name, 15) ? ['must be no more than 15 characters'] : none,
    /^[-a-z0-9]+$/.test(name)
      ? none
      : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'],
    /[a-z]/.test(name) ? none : ['must contain at least one letter (a-z)'],
    name.includes('--') ? ['must not contain consecutive hyphens'] : none,
    /^-|-$/.test(name) ? ['must not begin or end with a hyphen'] : none,
  );
}

export function variableNameProblems(name: string): readonly string[] {
  const pattern = '[-._a-zA-Z][-._a-zA-Z0-9]*';
  const words =
    "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
  return concatenated(
    /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)
      ? none
      : [regexWords(words, pattern, 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1')],
    dotProblems(name),
  );
}

export function configKeyProblems(key: string): readonly string[] {
  const words = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
  return concatenated(
    isLonger(key, 253) ? ['must be no more than 253 characters'] : none,
    /^[-._a-zA-Z0-9]+$/.test(key)
      ? none
      : [regexWords(words, '[-._a-zA-Z0-9]+', 'key.name', 'KEY_NAME', 'key-name')],
    dotProblems(key),
  );
}

export function headerNameProblems(name: string): readonly string[] {
  const words = "a valid HTTP header must consist of alphanumeric characters or '-'";
  return /^[-A-Za-z0-9]+$/.test(name) ? none : [regexWords(words, '[-A-Za-z0-9]+', 'X-Header-Name')];
}

function dotProblems(name: string): readonly string[] {
  if (name === '.' || name === '..') return [`must not be '${name}'`];
  return name.startsWith('..') ? ["must not start with '..'"] : none;
}

export function isBetween(
  value: number,
  lowest: number,
  highest: number,
  path: string,
): readonly FieldError[] {
  return value >= lowest && value <= highest
    ? none
    : [invalid(path, value, `must be between ${lowest} and ${highest}, inclusive`)];
}

export function portErrors(port: number, path: string): readonly FieldError[] {
  return isBetween(port, 1, 65535, path);
}

/** The path must stay below its root. */
export function localPathErrors(target: string, path: string): readonly FieldError[] {
  return concatenated(
    target.startsWith('/') ? [invalid(path, target, 'must be a relative path')] : none,
    backstepErrors(target, path),
  );
}

export function backstepErrors(target: string, path: string): readonly FieldError[] {
  return target.split('/').includes('..') ? [invalid(path, target, "must not contain '..'")] : none;
}
