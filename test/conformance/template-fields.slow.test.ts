import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PodTemplate } from '../../src/kubernetes/objects/rollout-object.js';
import { desiredText, storedText, templateText } from '../../src/rollouts/controllers/template-text.js';
import { structOf } from '../../src/kubernetes/apply/schema-table.js';

/** What upstream's own functions say of each field of a pod template: conformance/recorder/v1.9.1/templates. */
interface Group {
  /** The values of which each is said. */
  readonly answers: Readonly<Record<string, readonly unknown[]>>;
  readonly fields: readonly string[];
}

const recorded = JSON.parse(
  readFileSync(join(__dirname, '../../conformance/recordings/pod-template-fields.json'), 'utf8'),
) as readonly Group[];

const document = (): Record<string, unknown> => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'web:1' }] },
});

/** A template with a value at a path, or with none there: what is missing on the way is made. */
function templateWith(path: readonly string[], value?: unknown): PodTemplate {
  const root = document();
  let current = root;
  for (const [index, name] of path.slice(0, -1).entries()) {
    if (name === '[]') continue;
    const inner = current[name];
    if (path[index + 1] === '[]') {
      const list = Array.isArray(inner) && inner.length > 0 ? (inner as unknown[]) : [{}];
      current[name] = list;
      current = list[0] as Record<string, unknown>;
    } else {
      current[name] = inner ?? {};
      current = current[name] as Record<string, unknown>;
    }
  }
  const last = path.at(-1)!;
  Reflect.deleteProperty(current, last);
  if (value !== undefined) current[last] = value;
  return root;
}

/** What becomes of a Rollout with one template that gets another. */
function between(before: PodTemplate, after: PodTemplate): string {
  if (templateText(before) === templateText(after)) return 'same';
  return storedText(before) === desiredText(after) ? 'equal' : 'new';
}

function said(without: PodTemplate, given: PodTemplate): string {
  const [added, removed] = [between(without, given), between(given, without)];
  return added === removed ? added : `${added}, and back ${removed}`;
}

describe('a field of a pod template that comes or goes', () => {
  it('is a revision where it is one to the controller, whatever the field and its value', { timeout: 300_000 }, () => {
    const differing: string[] = [];
    for (const { answers, fields } of recorded)
      for (const field of fields) {
        const path = field.split('.');
        const without = templateWith(path);
        for (const [answer, values] of Object.entries(answers))
          for (const value of answer === 'unreadable' ? [] : values) {
            const ours = said(without, templateWith(path, value));
            if (ours !== answer) differing.push(`${field} ${JSON.stringify(value)}: ${ours}, not ${answer}`);
          }
      }
    expect(differing).toEqual([]);
  });

  it('is each one that the type has', () => {
    const fields = new Set(recorded.flatMap(({ fields }) => fields));
    expect(fields.size).toBeGreaterThan(1100);
    // It came with a later release of Kubernetes than the one that was asked.
    const own = [...structOf('core.v1.PodSpec').fields.keys()].filter((key) => !fields.has(`spec.${key}`));
    expect(own).toEqual(['schedulingGroup']);
  });
});
