/**
 * The folders of src/ in the order of imports: each imports only from those above it. Within a folder, its parts in the
 * same order; "." are its own files. docs/architecture.md describes them.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
export const rooms = {
  model: [],
  kubernetes: [
    ['objects'],
    ['annotations', 'kinds', 'schemas'],
    ['apply', 'cel', 'definitions', 'validation'],
  ],
  yaml: [['parse'], ['edit', 'write']],
  argocd: [['jq'], ['.']],
  repository: [['files', 'template'], ['graph'], ['config', 'render']],
  rollouts: [['analysis', 'routers'], ['controllers']],
  play: [['simulate'], ['drift', 'protect'], ['impact'], ['outcome']],
  rules: [],
  report: [],
  lint: [],
  constructs: [['manifests'], ['.']],
  cdk8s: [],
  eslint: [],
  write: [['rollback', 'scaffold'], ['migrate']],
  editor: [['language'], ['lsp', 'mcp']],
  cli: [],
};
