import rule from '../../../src/rules/argocd/pointers-lead-to-fields.js';
import { describeRule } from '../../support/describe-rule.js';

describeRule(rule, {
  'empty-parts.yaml': [
    'The jsonPointer "//spec/replicas" leads nowhere: a part of it is empty, or has spaces around it. Write /spec/replicas.',
    'The jsonPointer "/spec/replicas/" leads nowhere: a part of it is empty, or has spaces around it. Write /spec/replicas.',
    'The jsonPointer "/spec/ replicas" leads nowhere: a part of it is empty, or has spaces around it. Write /spec/replicas.',
  ],
  'in-argocd-cm.yaml': [
    'The jsonPointer "spec/replicas" leads to "/replicas…" at the root: what precedes the first slash is dropped; write /spec/replicas.',
  ],
  'no-slash.yaml': [
    'The jsonPointer ".spec.replicas" leads nowhere: a pointer begins with a slash. Write /spec/replicas.',
    'The jsonPointer "replicas" leads nowhere: a pointer begins with a slash. Write /replicas.',
  ],
  'right-pointers.yaml': [],
  'slash-in-a-key.yaml': [
    'The jsonPointer "/metadata/annotations/alb.ingress.kubernetes.io/actions.web" leads nowhere: a slash within a key is written ~1; write /metadata/annotations/alb.ingress.kubernetes.io~1actions.web.',
    'The jsonPointer "/spec/template/metadata/labels/app.kubernetes.io/name" leads nowhere: a slash within a key is written ~1; write /spec/template/metadata/labels/app.kubernetes.io~1name.',
  ],
  'start-that-is-dropped.yaml': [
    'The jsonPointer "spec/replicas" leads to "/replicas…" at the root: what precedes the first slash is dropped; write /spec/replicas.',
  ],
  'wildcards.yaml': [
    'The jsonPointer "/spec/http/*/route/*/weight" leads nowhere: pointers know no wildcard; write the jqPathExpression .spec.http[]?.route[]?.weight.',
    'The jsonPointer "/spec/http/-" leads nowhere: pointers know no wildcard; write the jqPathExpression .spec.http[]?.',
    'The jsonPointer "/spec/http[0]/route" leads nowhere: brackets are a part of the key in a pointer; write the jqPathExpression .spec.http[0]?.route.',
    'The jsonPointer "/spec/http[]/route" leads nowhere: brackets are a part of the key in a pointer; write the jqPathExpression .spec.http[]?.route.',
  ],
});
