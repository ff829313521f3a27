import { all, rollout, routing, template } from '../play/protect/system.js';

const bare = rollout.replace(/ {6}analysis:[^]*?(?= {6}steps)/, '');
const named = (text: string, name: string): string => text.replaceAll('checkout', name);

/** Rollouts of each kind: one that nothing protects, two of which it is not known, one that a person protects, and others. */
export const kindsOfRollouts = [
  named([bare, routing].join('---'), 'basket'),
  named(all.replace('templateName: checkout', 'templateName: "${TEMPLATE}"'), 'orders'),
  named(all.replace('setWeight: 20', 'setWeight: 120'), 'broken'),
  named([bare.replace('pause: { duration: 1m }', 'pause: {}'), routing].join('---'), 'search'),
  named(all.replace('>= 0.99', '=> 0.99'), 'typo'),
  named(all.replace('30s', '60s'), 'stock'),
  [rollout, routing, template].join('---'),
].join('---');
