import { isBelow } from '../../model/paths.js';
import type { Finding } from '../../model/finding.js';

/**
 * Findings in the output of cdk8s, with the construct of the object. cdk8s records constructs by the names of objects alone, so
 * only the last of several objects with one name is known; such names are ignored.
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
    const path = resource && text !== undefined ? constructPath(text, resource.name) : undefined;
    if (path === undefined || !isOnly(place.source.read(), resource?.name ?? '')) return finding;
    return { ...finding, construct: path };
  });
}

function constructPath(metadata: string, name: string): string | undefined {
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

/** Whether only one object of a file has a name, judged by its lines. */
function isOnly(text: string, name: string): boolean {
  return text.split('\n').filter((line) => line === `  name: ${name}`).length === 1;
}
