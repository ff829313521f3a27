import rule from '../../../src/rules/argocd/placeholders-filled.js';
import { describeRule } from '../../support/describe-rule.js';

/**
 * What is expected is what `Replace` and the generators of https://github.com/argoproj/argo-cd/tree/v3.5.1/applicationset do:
 * fasttemplate writes an unknown tag back, text/template has `<no value>` or an error for a missing key, and no function `env`.
 */
describeRule(rule, {
  'an-element-lacks-it.yaml': [
    'An element of ApplicationSet "web" has no "namespace" for placeholder "{{namespace}}", so it stays unchanged in the Application; add "namespace".',
  ],
  'filled-by-go.yaml': [],
  'filled.yaml': [],
  // Helm, Prometheus and the Rollouts controller fill these in once the Application is synced.
  'for-another-program.yaml': [],
  'go-expression.yaml': [
    'Placeholder "{{ .env | lower }}" of ApplicationSet "web" stays unchanged in its Applications, because goTemplate is not true; set goTemplate: true.',
  ],
  'go-syntax.yaml': [
    'Placeholder "{{.env}}" of ApplicationSet "web" stays unchanged in its Applications, because goTemplate is not true; write "{{env}}" or set goTemplate: true.',
    'Placeholder "{{ .env }}" of ApplicationSet "web" stays unchanged in its Applications, because goTemplate is not true; write "{{env}}" or set goTemplate: true.',
  ],
  'map-of-go.yaml': [
    'Placeholder "{{.path}}" of ApplicationSet "web" is a map for Go, so its Applications have "map[…]" there; write "{{.path.path}}".',
  ],
  'merged-elements.yaml': [
    'Placeholder "{{.namespace}}" of ApplicationSet "web" has no value in 1 of 2 elements, so it becomes "<no value>"; add "namespace" there.',
  ],
  'names-of-go.yaml': [
    'Placeholder "{{env}}" of ApplicationSet "web" is a function for Go, because goTemplate is true, so the controller generates no Application; write "{{.env}}".',
  ],
  'of-unknown-elements.yaml': [],
  'template-of-a-generator.yaml': [
    'Placeholder "{{stage}}" of ApplicationSet "web" is not a value of its generators, so it stays unchanged in the Application; use "env".',
  ],
  'unknown-in-go.yaml': [
    'Placeholder "{{.region}}" of ApplicationSet "web" is not a value of its generators, so it becomes "<no value>"; use "env".',
  ],
  'unknown-is-an-error.yaml': [
    'Placeholder "{{ .region | lower }}" of ApplicationSet "web" is not a value of its generators, so the controller generates no Application; use "env".',
  ],
  // Whatever reads the values, it does not have a name of the generator with another prefix.
  'unknown-in-values.yaml': [
    'Placeholder "{{values.Env}}" of ApplicationSet "web" is not a value of its generators, so it stays unchanged in the Application; use "env".',
  ],
  'unknown.yaml': [
    'Placeholder "{{evn}}" of ApplicationSet "web" is not a value of its generators, so it stays unchanged in the Application; did you mean "{{env}}"?',
    'Placeholder "{{region}}" of ApplicationSet "web" is not a value of its generators, so it stays unchanged in the Application; use "env".',
  ],
});
