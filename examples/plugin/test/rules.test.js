const assert = require('node:assert');
const { test } = require('node:test');
const { lint, messageOf, rulesOf } = require('rolloutkit');
const acme = require('../index.js');

/** What the rules of Acme say of a manifest. */
function found(text) {
  const source = { path: '/app.yaml', name: 'app.yaml', read: () => text };
  return lint([source], rulesOf(acme)).findings.map((one) => `${one.rule}: ${messageOf(one)}`);
}

const manifest = ({ team = 'shop', its = 'shop', history = 3 } = {}) => `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
  labels: { ${team === '' ? '' : `team: ${team}`} }
spec:
  revisionHistoryLimit: ${history}
  strategy: { canary: { stableService: checkout } }
---
apiVersion: v1
kind: Service
metadata:
  name: checkout
  labels: { team: ${its} }
`;

test('says nothing of a Rollout as Acme wants it', () => {
  assert.deepStrictEqual(found(manifest()), []);
});

test('owner-named', () => {
  assert.deepStrictEqual(found(manifest({ team: '' })), [
    'acme/owner-named: Rollout "checkout" has no label "team"; add one.',
  ]);
});

test('history-short', () => {
  assert.deepStrictEqual(found(manifest({ history: 12 })), [
    'acme/history-short: Rollout "checkout" keeps 12 old ReplicaSets; set revisionHistoryLimit to 5 or less.',
  ]);
});

test('service-owned', () => {
  assert.deepStrictEqual(found(manifest({ its: 'payments' })), [
    'acme/service-owned: Service "checkout" is of team "payments", and Rollout "checkout" of team "shop"; use one team.',
  ]);
});
