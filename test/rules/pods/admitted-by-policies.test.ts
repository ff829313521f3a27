import rule from '../../../src/rules/pods/admitted-by-policies.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'another-registry.yaml': [
    'ClusterPolicy "registry" refuses the pods of Rollout "checkout": its rule "rule" requires spec.containers[0].image to be "ghcr.io/shop/* | docker.io/shop/*", which "quay.io/shop/checkout:1.4.0" is not; use a value that the rule allows.',
  ],
  'latest-in-a-loop.yaml': [
    'ClusterPolicy "no-latest" refuses the pods of Rollout "checkout": its rule "rule" requires spec.containers[0].image to be "!*:latest", which "shop/checkout:latest" is not; use a value that the rule allows.',
  ],
  'no-probe.yaml': [
    'ClusterPolicy "probes" refuses the pods of Rollout "checkout": its rule "rule" requires spec.containers[0].readinessProbe, which they do not have; add it.',
  ],
  // The verification of images writes no digest with mutateDigest: false; by default it does.
  'digests-only-verified.yaml': [
    'ClusterPolicy "digests" refuses the pods of Rollout "checkout": its rule "rule" requires spec.containers[0].image to be "*@sha256:*", which "quay.io/shop/checkout:1.4.0" is not; use a value that the rule allows.',
  ],
  'digests-written.yaml': [],
  'its-registry.yaml': [],
  'audited.yaml': [],
  'another-namespace.yaml': [],
  'perhaps-excluded.yaml': [],
  'excluded-by-all.yaml': [],
  'for-other-pods.yaml': [],
  'changed-before.yaml': [],
  'another-way.yaml': [],
});
