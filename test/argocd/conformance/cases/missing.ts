import { configMap, pointers, service, set, stored, strategies, widget, changed, type Case, type Manifest } from '../case.js';

const objects: Readonly<Record<string, Manifest>> = {
  Service: service(),
  Widget: widget({ a: 1 }),
  ConfigMap: changed(configMap({ a: '1' }), set(['status'], { a: 1 })),
};

/** One side only: there is no strategy then. */
export const missingCases: readonly Case[] = Object.entries(objects).flatMap(([kind, object]) =>
  ['three-way', 'structured merge', 'server-side'].flatMap((strategy): readonly Case[] => {
    const pair = { live: stored(object), target: object };
    const { lastApplied, ...chosen } = strategies[strategy]?.(pair) ?? {};
    const settings = { ...chosen, ...pointers(kind, '/spec/selector/app', '/spec/a', '/data/a') };
    return [
      {
        name: `${kind} that is not in the cluster (${strategy})`,
        why: 'the target is what is predicted, without what is ignored; a sync applies it whole',
        live: null,
        target: object,
        ...settings,
      },
      {
        name: `${kind} that is not in git (${strategy})`,
        why: 'not modified, but to be pruned',
        live: pair.live,
        target: null,
        ...(lastApplied === undefined ? {} : { lastApplied }),
        ...settings,
      },
    ];
  }),
);
