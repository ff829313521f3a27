import type { YamlProblem } from './problems.js';

/** The place of a mistake in the messages of `JSON.parse`; some have none. */
const positionPattern = /at position (\d+)/;

/**
 * What is wrong with a `values.schema.json`, which Helm reads as JSON, and not as YAML. A byte order mark does not count.
 * https://github.com/helm/helm/blob/v3.22.0/pkg/chartutil/jsonschema.go
 */
export function valuesSchemaProblem(text: string): YamlProblem | undefined {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return undefined;
  } catch (error) {
    const [, position] = positionPattern.exec(String(error)) ?? [];
    const start = Math.min(Number(position ?? 0), Math.max(0, text.length - 1));
    return {
      rule: 'yaml/parses',
      message:
        'This is not JSON, and Helm reads values.schema.json as JSON alone; comments are not part of it.',
      why: 'Helm, and Argo CD with it, refuses to render the chart.',
      start,
      end: start + 1,
    };
  }
}
