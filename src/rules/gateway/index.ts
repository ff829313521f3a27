import type { Rule } from '../rule.js';
import acceptedByPlugin from './accepted-by-plugin.js';
import backendsExist from './backends-exist.js';
import headerNamesDistinct from './header-names-distinct.js';
import headerPrefixPlain from './header-prefix-plain.js';
import headerRoutesLast from './header-routes-last.js';
import headerRoutesWritten from './header-routes-written.js';
import headerRulesCopied from './header-rules-copied.js';
import noForeignBackend from './no-foreign-backend.js';
import optionsUnderstood from './options-understood.js';
import ownRulesKept from './own-rules-kept.js';
import parentsTakeRoute from './parents-take-route.js';
import pluginInstalled from './plugin-installed.js';
import restingWeights from './resting-weights.js';
import routeExists from './route-exists.js';
import routeSplits from './route-splits.js';
import routesDistinct from './routes-distinct.js';
import splitNotBypassed from './split-not-bypassed.js';

export const rules: readonly Rule[] = [
  acceptedByPlugin,
  backendsExist,
  headerNamesDistinct,
  headerPrefixPlain,
  headerRoutesLast,
  headerRoutesWritten,
  headerRulesCopied,
  noForeignBackend,
  optionsUnderstood,
  ownRulesKept,
  parentsTakeRoute,
  pluginInstalled,
  restingWeights,
  routeExists,
  routeSplits,
  routesDistinct,
  splitNotBypassed,
];
