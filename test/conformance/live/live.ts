/** What scripts/live.mjs needs of the tests. */
export { compareOperations, compareTold, toldStates, toldText } from './argocd.js';
export { comparable, comparedKinds, differences, keyOf } from './comparable.js';
export { playFigures, toldFigures } from './figures.js';
export { branches, predict, scaledBy } from './predict.js';
export { liveStates, recorded, textOf } from './recording.js';
export { namespace, systemIn, systems, withLongPauses } from './systems.js';
export { unexplained, verdictOn } from './verdict.js';
