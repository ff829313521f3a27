/**
 * The folders of src/, each of which uses only those above it, and the parts of a folder in the same order; "." are its own files.
 * docs/architecture.md tells what each is for.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
export const rooms = {
  model: [],
  kubernetes: [['objects'], ['kinds', 'schemas'], ['apply', 'cel', 'definitions', 'validation']],
  yaml: [['parse'], ['edit', 'write']],
  argocd: [['jq'], ['.']],
  repository: [['files'], ['graph'], ['config', 'render']],
  rollouts: [['routers'], ['controllers']],
  play: [['simulate'], ['drift'], ['impact']],
  rules: [],
  report: [],
  lint: [],
  constructs: [['manifests'], ['.']],
  cdk8s: [],
  eslint: [],
  write: [['rollback', 'scaffold'], ['migrate']],
  cli: [],
};
