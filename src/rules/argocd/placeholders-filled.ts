import { nearestName } from '../../model/nearest-name.js';
import type { Resource } from '../../model/resource.js';
import type { Unfilled } from '../../repository/graph/set-placeholders.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/placeholders-filled',
    description: 'Require each placeholder of an ApplicationSet to be a value that its generators give.',
    why: 'The controller of ApplicationSets leaves a name that it does not know in the text, or with goTemplate writes "<no value>" or generates nothing. The API server refuses such a name of an Application, and Argo CD deploys nothing from such a path.',
    consequence: 'not-deployed',
    severity: 'error',
    messages: {
      dotted:
        'Placeholder "{placeholder}" of ApplicationSet "{set}" stays unchanged in its Applications, because goTemplate is not true; {advice}.',
      bare: 'Placeholder "{placeholder}" of ApplicationSet "{set}" is a function for Go, because goTemplate is true, so the controller generates no Application; write "{advice}".',
      map: 'Placeholder "{placeholder}" of ApplicationSet "{set}" is a map for Go, so its Applications have "map[…]" there; write "{advice}".',
      unknown:
        'Placeholder "{placeholder}" of ApplicationSet "{set}" is not a value of its generators, so {result}{advice}',
      lacking:
        'An element of ApplicationSet "{set}" has no "{name}" for placeholder "{placeholder}", so {result}; add "{name}".',
      partial:
        'Placeholder "{placeholder}" of ApplicationSet "{set}" has no value in {lacking} of {all} elements, so {result}; add "{name}" there.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/GoTemplate/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/applicationset/utils/utils.go',
    ],
  },

  check({ graph, report }) {
    const all = graph.unfilledPlaceholders;
    for (const one of all) tellUnfilled(one, all, report);
  },
});

type Report = RuleContext<'dotted' | 'bare' | 'map' | 'unknown' | 'lacking' | 'partial'>['report'];

function tellUnfilled(one: Unfilled, all: readonly Unfilled[], report: Report): void {
  const { set, field, place, placeholder, name, why, known, entries, count } = one;
  const said = { placeholder, set: set.name };
  // A placeholder in a value does not change its key.
  const at = { atKey: true, place } as const;
  switch (why) {
    case 'dotted':
      report(
        field,
        'dotted',
        { ...said, advice: adviceFor(one) },
        { ...at, fix: () => asGoTemplate(set, all) },
      );
      return;
    case 'bare':
      report(field, 'bare', { ...said, advice: `{{.${name}}}` }, at);
      return;
    case 'map': {
      const keys = known.filter((other) => other.startsWith(`${name}.`));
      // Of a folder of Git, its whole path is meant.
      const meant = keys.includes(`${name}.basename`) ? `${name}.path` : (keys[0] ?? name);
      report(field, 'map', { ...said, advice: written(set, meant) }, at);
      return;
    }
    case 'unknown': {
      const nearest = nearestName(name, known);
      const names = known.slice(0, mostNames).map((other) => `"${other}"`);
      const advice = nearest === undefined ? ofNames(names) : `; did you mean "${written(set, nearest)}"?`;
      report(field, 'unknown', { ...said, result: controllerResult(set), advice }, at);
      return;
    }
    case 'lacking': {
      const result = controllerResult(set);
      const { lacking, all: elements } = count;
      if (entries.length === 0)
        report(field, 'partial', { ...said, name, result, lacking, all: elements }, at);
      for (const entry of entries)
        report(
          entry,
          'lacking',
          { ...said, name, result },
          { related: [{ at: place, message: 'needs it' }] },
        );
    }
  }
}

/** How many names of values a message lists. */
const mostNames = 5;

function ofNames(names: readonly string[]): string {
  return names.length === 0 ? '.' : `; use ${names.length === 1 ? names[0] : `one of ${names.join(', ')}`}.`;
}

function adviceFor({ name, known }: Unfilled): string {
  return known.includes(name) ? `write "{{${name}}}" or set goTemplate: true` : 'set goTemplate: true';
}

function written(set: Resource, name: string): string {
  return isOfGo(set) ? `{{.${name}}}` : `{{${name}}}`;
}

function isOfGo(set: Resource): boolean {
  return set.at('spec', 'goTemplate').boolean === true;
}

/** What the controller does with a name that has no value. */
function controllerResult(set: Resource): string {
  if (!isOfGo(set)) return 'it stays unchanged in the Application';
  const isStrict = set.at('spec', 'goTemplateOptions').items.some(({ text }) => text === 'missingkey=error');
  return isStrict ? 'the controller generates no Application' : 'it becomes "<no value>"';
}

/** A fix that turns goTemplate on; none where the set also has placeholders in the other language. */
function asGoTemplate(set: Resource, all: readonly Unfilled[]): ProposedFix | undefined {
  const ofSet = all.filter((one) => one.set === set);
  const tags = JSON.stringify(set.at('spec', 'template').value).split('{{').length - 1;
  if (!ofSet.every(({ why }) => why === 'dotted') || tags > ofSet.length) return undefined;
  const writes = [{ field: set.at('spec', 'goTemplate'), value: true }];
  return { title: 'Set "goTemplate: true".', isUnsafe: true, writes };
}
