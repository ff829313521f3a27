import type { Source } from './source.js';

/** Whether a file mentions an object of kind Rollout, also where it cannot be read as manifests: in a template, a string or a comment. */
export function mentionsRollout(text: string): boolean {
  return /\bkind["']?:\s{0,9}["']?Rollout\b/.test(text);
}

/** Whether a file mentions an object of kind Namespace, or has Argo CD create namespaces. */
export function mentionsNamespace(text: string): boolean {
  return /\bkind["']?:\s{0,9}["']?Namespace\b|CreateNamespace=true/.test(text);
}

/** Whether a file mentions an object of kind Secret. */
export function mentionsSecret(text: string): boolean {
  return /\bkind["']?:\s{0,9}["']?Secret\b/.test(text);
}

/**
 * Whether a change leaves which files mention what rules look for in the texts of all files. Otherwise it can change a finding about
 * an object to which nothing leads from the changed files.
 */
export function mentionAlike(after: readonly Source[], before: readonly Source[]): boolean {
  const earlier = new Map(before.map((source) => [source.path, source]));
  return after.every((source) => {
    const texts = [source, earlier.get(source.path)].map((one) => one?.read() ?? '');
    return [mentionsRollout, mentionsNamespace].every(
      (mentions) => mentions(texts[0] ?? '') === mentions(texts[1] ?? ''),
    );
  });
}
