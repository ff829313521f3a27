import type { ChangedField } from '../play/impact/effect.js';
import { lanesIn } from '../play/impact/lanes.js';
import type { RolloutImpact } from '../play/impact/rollout-impact.js';
import { codeSpan, inert } from './inert.js';
import { laneText, objectText, valueTexts } from './impact-terms.js';

/** The rows of a table of changed fields; the others are counted. */
const maxFields = 20;

/** The fields that a change modifies, each once, as lines of Markdown; values of Secrets are not shown. */
export function changedTable(fields: readonly ChangedField[]): readonly string[] {
  const rows = [...new Set(fields.map((field) => `| ${cellsOfField(field).join(' | ')} |`))];
  if (rows.length === 0) return [];
  const rest = rows.length - maxFields;
  return [
    '| Object | Field | Before | After |',
    '| --- | --- | --- | --- |',
    ...rows.slice(0, maxFields),
    ...(rest > 0 ? [`| … and ${rest} more | | | |`] : []),
    '',
  ];
}

function cellsOfField({ object, field, before, after }: ChangedField): readonly string[] {
  const name = inert(objectText(object));
  if (field === '')
    return [name, '', before === undefined ? '' : 'in Git', after === undefined ? 'removed' : 'in Git'];
  if (object.startsWith('/Secret/')) return [name, codeSpan(field), 'not shown', 'not shown'];
  const [then, now] = valueTexts(before, after);
  return [
    name,
    codeSpan(field),
    before === undefined ? '' : cellOfValue(then),
    after === undefined ? '' : cellOfValue(now),
  ];
}

/** Values of which no renderer makes a mention, a link or HTML, however it reads the cell. */
const plainValue = /^[\w .,:;/+*%=(){}[\]"'$-]*$/;

function cellOfValue(text: string): string {
  return plainValue.test(text.replace('\u2026', '').replace('\u2026', '')) && !text.includes('](')
    ? codeSpan(text)
    : 'not shown';
}

/** The routes whose weights are told; the others are counted. */
const maxRoutes = 5;

/** How routes split their requests once the change is deployed and no update is under way. */
export function restingWeights({ arrivals }: RolloutImpact): readonly string[] {
  const rest = arrivals.find(({ when }) => when === 'rest')?.course.instants.at(-1);
  const split = rest ? lanesIn(rest.objects).filter(({ legs }) => legs.length > 1) : [];
  if (split.length === 0) return [];
  const texts = split.slice(0, maxRoutes).map(({ object, route, legs }) => {
    const sum = legs.reduce((total, { weight }) => total + weight, 0);
    const shares = legs.map(({ service, subset, weight }) => {
      const to = subset === undefined ? objectText(service) : `subset "${subset}"`;
      return `${to} ${sum === 0 ? 0 : Math.round((weight * 100) / sum)} %`;
    });
    return `- ${inert(`${laneText({ object, route })}: ${shares.join(', ')}`)}`;
  });
  const more = split.length - maxRoutes;
  return ['', 'Weights at rest:', '', ...texts, ...(more > 0 ? [`- … and ${more} more`] : [])];
}
