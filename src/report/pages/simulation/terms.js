// Words of Argo Rollouts, Argo CD and of this page that a newcomer meets here first.
// @ts-check
'use strict';

/** @type {Record<string, string>} */
const terms = {
  canary: 'The pods of the new version, and their share of the requests.',
  stable: 'The version that all requests got before the update, and get again after an abort.',
  frame:
    'A moment of the update after which the controller waits: for pods, a pause, an analysis or a person.',
  pass: 'One run of the controller over the Rollout. A frame is complete when a pass writes nothing more.',
  settle: 'The controller settles if its passes come to an end. Otherwise each pass writes something again.',
  H1: 'Stands for rollouts-pod-template-hash of the first version. The hash is known only in the cluster.',
  H2: 'Stands for rollouts-pod-template-hash of the new version.',
  Synced: 'Argo CD finds no difference between Git and the cluster.',
  OutOfSync:
    'Argo CD finds a difference between Git and the cluster. With self-heal it writes what is in Git.',
  'self-heal': 'Argo CD syncs again whenever the cluster differs from Git, not only after a commit.',
  RespectIgnoreDifferences:
    'A sync option: a sync writes ignored fields as they are in the cluster, not as they are in Git.',
  'three-way diff': 'Argo CD compares Git, the cluster and what was applied last.',
};

/** A word of the table, wherever it stands as a word of its own. */
const termPattern = new RegExp(`(?<![\\w-])(?:${Object.keys(terms).join('|')})(?:s)?(?![\\w-])`);

/** A text with the first term in it explained to whoever points at it. @param {string} text @returns {(Node | string)[]} */
function explained(text) {
  const found = termPattern.exec(text);
  if (!found) return [text];
  const meaning = terms[found[0]] ?? terms[found[0].slice(0, -1)] ?? '';
  return [
    text.slice(0, found.index),
    element('abbr', { title: meaning }, found[0]),
    text.slice(found.index + found[0].length),
  ];
}

/** The same words for a keyboard, a phone and a print. */
function drawTerms() {
  const list = document.querySelector('#terms dl');
  list?.replaceChildren(
    ...Object.entries(terms).flatMap(([term, meaning]) => [
      element('dt', {}, term),
      element('dd', {}, meaning),
    ]),
  );
}
