import { expect, it } from 'vitest';
import { checkSyncOption } from '../../src/argocd/known-options.js';

it.each([
  ['Replace=true', 'application', undefined],
  ['Replace=true', 'object', undefined],
  ['Prune=confirm', 'object', undefined],
  ['PruneLast=true', 'application', undefined],
  ['ApplyOutOfSyncOnly=true', 'object', { kind: 'application' }],
  ['Force=true', 'application', { kind: 'object' }],
  ['replace=true', 'object', { kind: 'spelt', right: 'Replace=true' }],
  ['ApplyOutOfSyncOnl=true', 'object', { kind: 'spelt', right: 'ApplyOutOfSyncOnly=true' }],
  ['ServerSideDiff=true', 'application', { kind: 'compare' }],
  ['Anything=true', 'application', undefined],
] as const)('judges %s of an %s', (option, at, problem) => {
  expect(checkSyncOption(option, at)).toEqual(problem);
});
