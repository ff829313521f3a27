import { isBelow } from '../../model/paths.js';
import type { Finding } from '../../model/finding.js';

/**
 * Findings in what cdk8s wrote, with the construct that the object comes from. cdk8s notes constructs under the names of
 * objects alone, so that of several objects with one name only the last is known; then nothing is said.
 * https://github.com/cdk8s-team/cdk8s-core/blob/2.x/src/app.ts (`construct-metadata.json`)
 */
export function constructPaths(
  findings: readonly Finding[],
  metadata: ReadonlyMap<string, string>,
): readonly Finding[] {
  if (metadata.size === 0) return findings;
  return findings.map((finding) => {
    const { resource, place } = finding;
    const [, text] = [...metadata].find(([folder]) => isBelow(place.source.path, folder)) ?? [];
    const path = resource && text !== undefined ? pathOf(text, resource.name) : undefined;
    if (path === undefined || !isOnly(place.source.read(), resource?.name ?? '')) return finding;
    return { ...finding, construct: path };
  });
}

function pathOf(metadata: string, name: string): string | undefined {
  try {
    const { resources } = JSON.parse(metadata) as {
      resources?: Readonly<Record<string, { path?: unknown }>>;
    };
    const path = resources?.[name]?.path;
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Whether one object of a file has a name, as far as its lines tell. */
function isOnly(text: string, name: string): boolean {
  return text.split('\n').filter((line) => line === `  name: ${name}`).length === 1;
}
