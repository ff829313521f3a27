import rule from '../../../src/rules/rollout/writes-accepted.js';
import { describeRule } from '../../support/describe-rule.js';

// Each file has fields beside the marked ones with which the API server refuses nothing.
describeRule(rule, {
  'action-of-long-service.yaml': [
    'The API server refuses the Ingress that the controller writes for Rollout "web" with this: metadata.annotations: Invalid value: "alb.ingress.kubernetes.io/actions.checkout-recommendations-frontend-production-eu-west-1-stable": name part must be no more than 63 characters.',
    'The API server refuses the Ingress that the controller writes for Rollout "web" with this: metadata.annotations: Invalid value: "alb.ingress.kubernetes.io/actions.customers-of-the-northern-hemisphere-who-have-opted-in-to-beta": name part must be no more than 63 characters.',
  ],
  'annotations-of-canary-ingress.yaml': [
    "The API server refuses the Ingress that the controller writes for Rollout \"web\" with this: metadata.annotations: Invalid value: \"a/b/c\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName').",
    "The API server refuses the Ingress that the controller writes for Rollout \"web\" with this: metadata.annotations: Invalid value: \"nginx.ingress.kubernetes.io/external-dns.alpha.kubernetes.io/exclude\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName').",
  ],
  'experiment-without-spec.yaml': [],
  'expression-of-header-route.yaml': [
    'The API server refuses the VirtualService that the controller writes for Rollout "web" with this: spec.http[0].match[0].headers.user-agent.regex is not a regular expression of RE2: "^(?!bot).*$".',
    'The API server refuses the VirtualService that the controller writes for Rollout "web" with this: spec.http[0].match[0].uri.regex is not a regular expression of RE2: "^/(?!admin).*$".',
  ],
  'filled-in.yaml': [],
  'jobs-of-metrics.yaml': [
    "The API server refuses the Job of metric \"Smoke_Test\" with this: metadata.name: Invalid value: \"<uid>.Smoke_Test.1\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com').",
    'The API server refuses the Job of metric "restarts" with this: spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never".',
  ],
  'metadata-of-pods.yaml': [
    "The API server refuses the ReplicaSet that the controller writes for Rollout \"web\" with this: spec.template.labels: Invalid value: \"canary build\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').",
    "The API server refuses the ReplicaSet that the controller writes for Rollout \"web\" with this: spec.template.annotations: Invalid value: \"example.com/a/b\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName').",
  ],
  'metadata-of-runs.yaml': [
    "The API server refuses the AnalysisRun that the controller writes for Rollout \"web\" with this: metadata.labels: Invalid value: \"canary build\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').",
  ],
  'name-too-long-for-replica-sets.yaml': [
    'The API server refuses the ReplicaSet that the controller writes for Rollout "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" with this: metadata.name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-<hash>": must be no more than 253 characters.',
  ],
  'objects-of-experiments.yaml': [
    "The API server refuses the ReplicaSet that the controller writes for Rollout \"web\" with this: metadata.name: Invalid value: \"web-<hash>-2-0-Base_Line\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com').",
    "The API server refuses the Service that the controller writes for Rollout \"web\" with this: metadata.name: Invalid value: \"Web_Exp\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc').",
  ],
  'prefix-of-annotations.yaml': [
    "The API server refuses the Ingress that the controller writes for Rollout \"web\" with this: metadata.annotations: Invalid value: \"custom.example.com//canary\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName').",
  ],
  'selector-label-of-another-value.yaml': [
    'The selector of Rollout "web" requires label app of canaryMetadata. The controller later removes the labels of the block, and the API server refuses a ReplicaSet whose pods lack it; remove it here, because the pods have it anyway.',
  ],
  'selector-label-of-canary.yaml': [
    'The selector of Rollout "web" requires label app of canaryMetadata. The controller later removes the labels of the block, and the API server refuses a ReplicaSet whose pods lack it; remove it here, because the pods have it anyway.',
    'The selector of Rollout "web" requires label app of stableMetadata. The controller later removes the labels of the block, and the API server refuses a ReplicaSet whose pods lack it; remove it here, because the pods have it anyway.',
  ],
  'selector-label-of-preview.yaml': [
    'The selector of Rollout "web" requires label app of previewMetadata. The controller later removes the labels of the block, and the API server refuses a ReplicaSet whose pods lack it; remove it here, because the pods have it anyway.',
  ],
  'experiment-of-its-own.yaml': [
    "The API server refuses the AnalysisRun that the controller writes for Experiment \"compare\" with this: metadata.labels: Invalid value: \"shop team\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').",
    "The API server refuses the ReplicaSet that the controller writes for Experiment \"compare\" with this: metadata.name: Invalid value: \"compare-Base_Line\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com').",
    "The API server refuses the Service that the controller writes for Experiment \"compare\" with this: metadata.name: Invalid value: \"Web_Exp\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc').",
    "The API server refuses the ReplicaSet that the controller writes for Experiment \"labels\" with this: metadata.labels: Invalid value: \"shop team\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').",
    "The API server refuses the ReplicaSet that the controller writes for Experiment \"labels\" with this: spec.template.annotations: Invalid value: \"example.com/a/b\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName').",
    'The API server refuses the ReplicaSet that the controller writes for Experiment "labels" with this: spec.template.metadata.labels: Invalid value: {"app":"right","rollouts-pod-template-hash":"<hash>"}: `selector` does not match template `labels`.',
  ],
  'labels-of-gateway-routes.yaml': [
    "The API server refuses the HTTPRoute that the controller writes for Rollout \"of-a-key\" with this: metadata.labels: Invalid value: \"example.com/canary/web\": a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName').",
    "The API server refuses the HTTPRoute that the controller writes for Rollout \"of-a-value\" with this: metadata.labels: Invalid value: \"in progress\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').",
    "The API server refuses the HTTPRoute that the controller writes for Rollout \"of-a-value-alone\" with this: metadata.labels: Invalid value: \"running, 20 %\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').",
  ],
  'metadata-with-workload-ref.yaml': [
    'The selector of Rollout "canary" requires label app of canaryMetadata. The controller later removes the labels of the block, and the API server refuses a ReplicaSet whose pods lack it; remove it here, because the pods have it anyway.',
    "The API server refuses the ReplicaSet that the controller writes for Rollout \"preview\" with this: spec.template.labels: Invalid value: \"preview build\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345').",
    "The API server refuses the ReplicaSet that the controller writes for Rollout \"compared\" with this: metadata.name: Invalid value: \"compared-<hash>-2-0-Base_Line\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com').",
  ],
  'workload-ref-that-is-right.yaml': [],
});
