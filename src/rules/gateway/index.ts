import type { Rule } from '../rule.js';
import backendsExist from './backends-exist.js';
import headerNamesDistinct from './header-names-distinct.js';
import headerRoutesWritten from './header-routes-written.js';
import noForeignBackend from './no-foreign-backend.js';
import ownRulesKept from './own-rules-kept.js';
import parentsTakeRoute from './parents-take-route.js';
import pluginInstalled from './plugin-installed.js';
import restingWeights from './resting-weights.js';
import routeAccepted from './route-accepted.js';
import routeExists from './route-exists.js';
import routeSplits from './route-splits.js';
import routesDistinct from './routes-distinct.js';
import splitNotBypassed from './split-not-bypassed.js';

export const rules: readonly Rule[] = [
  backendsExist,
  headerNamesDistinct,
  headerRoutesWritten,
  noForeignBackend,
  ownRulesKept,
  parentsTakeRoute,
  pluginInstalled,
  restingWeights,
  routeAccepted,
  routeExists,
  routeSplits,
  routesDistinct,
  splitNotBypassed,
];
