import definitionsUsable from './definitions-usable.js';
import fieldsComplete from './fields-complete.js';
import fieldsKnown from './fields-known.js';
import kindServed from './kind-served.js';
import rulesHold from './rules-hold.js';
import suppressionsValid from './suppressions-valid.js';
import valuesValid from './values-valid.js';
import versionServed from './version-served.js';

export const rules = [
  definitionsUsable,
  fieldsComplete,
  fieldsKnown,
  kindServed,
  rulesHold,
  suppressionsValid,
  valuesValid,
  versionServed,
];
