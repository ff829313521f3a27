import type { Rule } from '../rule.js';
import headerNamesDistinct from './header-names-distinct.js';
import headerRoutesWritten from './header-routes-written.js';
import ownRulesKept from './own-rules-kept.js';
import routeExists from './route-exists.js';
import routeSplits from './route-splits.js';

export const rules: readonly Rule[] = [
  headerNamesDistinct,
  headerRoutesWritten,
  ownRulesKept,
  routeExists,
  routeSplits,
];
