/**
 * How words of a question and words of a page become the same: names that are written in several ways, other words for one thing,
 * and words that say nothing. `explain` and the search of the site (scripts/site.mjs) read them here.
 */
export interface SymptomWords {
  /** Patterns of lower-case text, and what stands for them. */
  readonly names: readonly (readonly [pattern: string, name: string])[];
  /** Words that mean the same where a symptom is looked for; the first one stands for the others. */
  readonly same: readonly string[];
  /** Words that are in every question. */
  readonly fillers: string;
}

export const symptomWords: SymptomWords = {
  names: [
    ['out[ -]of[ -]sync', 'outofsync'],
    ['argo[ -]cd', 'argocd'],
    ['argo[ -]rollouts?', 'rollout'],
    ['virtual services?', 'virtualservice'],
    ['destination rules?', 'destinationrule'],
    ['analysis (templates?|runs?)', 'analysis$1'],
    ['config maps?', 'configmap'],
    ['http routes?', 'httproute'],
    ['jq ?path ?expressions?', 'jqpathexpressions'],
    ['set ?header ?routes?', 'header route'],
    ['blue[ /-]?green', 'bluegreen'],
    ['auto ?promotion ?(?:enabled)?', 'promotes'],
    ['pre ?promotion ?analysis', 'prepromotionanalysis'],
    ['self[ -]heal', 'selfheal'],
    ['ignore ?differences?', 'ignoredifferences'],
    ['horizontal ?pod ?autoscalers?', 'hpa'],
    ['progress ?deadline(?:exceeded)?', 'progressdeadlineexceeded'],
    ['(?:roll|rolls|rolled|rolling) back', 'rollback'],
    ['(?:new|newer|next) (?:version|release|revision)s?', 'canary'],
    ['new pods?', 'canary pods'],
    ['(?:old|older|previous) (?:version|release|revision)s?', 'stable'],
    ['(?:old rs|previously active replicas?|old replica ?sets?)', 'old pods'],
    ['at once|right away|straight', 'immediately'],
    ['for ?ever', 'indefinitely'],
    ['bad gateway', '502'],
    ['service unavailable', '503'],
    ['not found|(?:does|do|did) ?(?:not|n.t|nt)? exist|cannot find', 'missing'],
    [
      '(?:has no|no|without) effect|(?:is|are)? ?not (?:working|applied|respected|honou?red)|(?:is|are) ignored',
      'ineffective',
    ],
    ['(?:does|do|did) ?(?:not|n.t|nt) (?:work|apply)', 'ineffective'],
    ['(?:without any|with no|no) (?:diff|differences?|changes?)|nothing changed', 'unchanged difference'],
    ['service to service', 'mesh'],
  ],
  same: [
    'application app apps',
    'traffic request requests',
    'ineffective ignored ignores',
    'update updates deploy deploys upgrade',
    'immediately instantly',
    'indefinitely permanently never endlessly forever',
    'finishes finish ends end completes complete over',
    'stuck hangs hanging hung',
    'slow long',
    'sticky affinity session sessions',
    'flaps flapping toggles toggling alternates',
    'switch bounce shift shifted split',
    'reset resets jump jumps overwritten overwrites restores reverts reverted undone undo',
    'promotes promoted promote promotion succeeds passes',
    'changed change changes modified modify edited',
    'missing nonexistent',
    'refused rejected denied',
    'starts start started restarts restarted restart triggers triggered',
    'mirrored mirror mirroring',
    'hpa autoscaler autoscaling',
    'crash crashing crashes crashloopbackoff',
    'pods pod replica replicas',
    'lost dropped drop interrupted',
    'stop terminate terminated terminating shutdown shut',
    'paused pause suspended',
    'continue proceed move advance progresses',
    'fails fail failed failing error errors',
    'aborted abort aborts aborting cancelled',
    'mesh inside internal in-cluster',
    'bypass bypasses bypassed',
    'empty nothing none',
  ],
  fillers:
    'a an the is are was were be been being it its i im my we our us you your they their this that these those there not no does do did doing done dont doesnt didnt isnt cant can cannot could should would will just only ' +
    'to of in on at and or with by from for into as than then so if even still yet again also too very sometimes always ever all why how what which when while during right although though because but ' +
    'has have had having get gets got getting receive receives received keep keeps stay stays stayed work works working happen happens happened see sees seen seeing say says show shows shown argo ' +
    'using use uses used try tries trying want wants need needs help please problem issue bug every each time times',
};

/** Reads the words of a question or a page in one form each: in lower case, without endings, under one word for all that mean the same. */
export function wordReader({ names, same }: SymptomWords): (text: string) => readonly string[] {
  const patterns = names.map(([pattern, name]) => [new RegExp(`\\b(?:${pattern})\\b`, 'g'), name] as const);
  const standing = new Map(
    same.flatMap((line) => {
      const [first = '', ...others] = line.split(' ').map(stem);
      return others.map((other) => [other, first] as const);
    }),
  );
  return (text) => {
    const lower = text.slice(0, 10_000).toLowerCase();
    const named = patterns.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), lower);
    return (named.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => standing.get(stem(word)) ?? stem(word));
  };
}

/** A word without its ending. */
function stem(word: string): string {
  if (/^\d+s$/.test(word)) return word.slice(0, -1);
  if (word.length <= 4) return /^[a-z]{3}s$/.test(word) && !word.endsWith('ss') ? word.slice(0, -1) : word;
  return word.replace(/(?:ing|ed|es|s)$/, '').replace(/([^aeiousl])\1$/, '$1');
}
