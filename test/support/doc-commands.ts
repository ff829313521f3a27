/** What a block of commands in the documentation is run in; or why it is not run. */
type Treatment = Run | { readonly why: string };

export interface Run {
  /** The commands that make the repository of a reader, by which the block is run; see `worlds`. */
  readonly world: keyof typeof worlds;
  /** Programs that not every machine has. */
  readonly needs?: readonly string[];
  /** Lines are alternatives: each is run in a repository of its own. @default false, one after another */
  readonly isEach?: boolean;
  /** Exit codes of lines that tell of something, by their beginning. @default - 0 */
  readonly exits?: Readonly<Record<string, number>>;
  /** Lines that are not run, by their beginning, and why. */
  readonly without?: Readonly<Record<string, string>>;
}

const image = '--image ghcr.io/acme/checkout:1.0.0 --namespace shop';
const commit = 'git add . && git commit --quiet --message';

const shop = `rolloutkit new checkout --style yaml --router istio-subset --analysis prometheus ${image} \
  --argocd-repo https://git.example.com/shop.git --argocd-path apps/shop
mkdir apps && mv checkout apps/shop && mv argocd/checkout.application.yaml argocd/shop.yaml
sed -i 's/success-rate/error-rate/' apps/shop/analysistemplate.yaml apps/shop/rollout.yaml
${commit} 'A service'
git init --quiet --bare ../shop.git && git config "url.file://$(cd .. && pwd)/.insteadOf" https://git.example.com/
git remote add origin https://git.example.com/shop.git && git push --quiet --set-upstream origin main`;

const overlays = `rolloutkit new web --style kustomize --router none ${image}
mkdir overlays && mv web/base base && mv web/overlays/production overlays/prod && rm -r web`;

const owned = `${shop}
sed -i '0,/^  labels:/s//  labels:\\n    team: shop/' apps/shop/rollout.yaml`;

/** Repositories that readers may have, as commands that make them in an empty one. */
export const worlds = {
  empty: '',
  shop,
  /** Named AnalysisTemplates, and the output of kustomize. */
  simulated: `${shop}
sed -i 's/checkout-error-rate/http/' apps/shop/analysistemplate.yaml apps/shop/rollout.yaml
${overlays}`,
  /** A chart beside the files of the Application. */
  charted: `${shop}
mkdir --parents charts/shop/templates && cd apps/shop
for each in *.yaml; do sed 's/{{/{{ "{{" }}/g' $each > ../../charts/shop/templates/$each; done
cd ../..
printf 'apiVersion: v2\nname: shop\nversion: 1.0.0\n' > charts/shop/Chart.yaml`,
  /** One service as plain files, another one in overlays. */
  several: `${shop}
mv apps/shop apps/checkout && sed -i 's|apps/shop|apps/checkout|' argocd/shop.yaml
${overlays}
${commit} 'Two services'`,
  overlays,
  /** A branch and a change that is not committed. */
  changed: `${shop}
sed -i 's/checkout:1.0.0/checkout:1.1.0/' apps/shop/rollout.yaml && git commit --quiet --all --message 'Version 1.1.0'
sed -i 's/checkout:1.1.0/checkout:1.2.0/' apps/shop/rollout.yaml`,
  /** Clusters in folders, and what all of them need. */
  clusters: `rolloutkit new checkout --style yaml --router none ${image}
rolloutkit new cart --style yaml --router none ${image}
mkdir --parents clusters platform && mv checkout clusters/eu && mv cart clusters/us
printf 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: shop\n' > platform/namespace.yaml`,
  /** Two repositories on a server. */
  servers: `rolloutkit new checkout --style yaml --router none ${image} \
  --argocd-repo https://git.example.com/shop/manifests.git
for each in checkout:shop/manifests argocd:platform/argocd; do
  from="\${each%%:*}" to="../server/\${each#*:}.git"
  git init --quiet --initial-branch main "$to" && cp -r "$from" "$to" && git -C "$to" add .
  git -C "$to" commit --quiet --message start
done
rm -r checkout argocd
git config --global "url.file://$(cd ../server && pwd)/.insteadOf" https://git.example.com/`,
  /** Two repositories in the home of a person. */
  home: `mkdir --parents ~/src/checkout ~/src/argocd
for each in checkout argocd; do git init --quiet ~/src/$each; done
git -C ~/src/checkout remote add origin https://git.example.com/checkout.git
rolloutkit new checkout --style yaml --router none ${image} --out ~/src/checkout \
  --argocd-repo https://git.example.com/checkout.git
mv ~/src/checkout/argocd/* ~/src/argocd`,
  /** A Deployment that serves. */
  deployment: `mkdir --parents deploy/shop
cat > deploy/shop/deployment.yaml <<'END'
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  namespace: shop
spec:
  replicas: 4
  selector:
    matchLabels:
      app: checkout
  template:
    metadata:
      labels:
        app: checkout
    spec:
      containers:
        - name: checkout
          image: ghcr.io/acme/checkout:1.0.0
          ports:
            - name: http
              containerPort: 8080
          readinessProbe:
            tcpSocket:
              port: http
---
apiVersion: v1
kind: Service
metadata:
  name: checkout
  namespace: shop
spec:
  selector:
    app: checkout
  ports:
    - name: http
      port: 80
      targetPort: http
END
${commit} 'A Deployment'`,
  /** Versions in the history, of which one has a tag. */
  history: `rolloutkit new checkout --style kustomize --router none ${image}
mkdir overlays && mv checkout/base base && mv checkout/overlays/production overlays/production && rm -r checkout
${commit} v1.4.0 && git tag v1.4.0
for version in 1.5.0 1.6.0; do
  sed -i "s/newTag: .*/newTag: $version/" overlays/production/kustomization.yaml && git commit --quiet --all --message "v$version"
done
git init --quiet --bare ../origin.git && git remote add origin ../origin.git && git push --quiet --set-upstream origin main`,
  /** The package among those of a project. */
  project: `${shop}
mkdir --parents node_modules/.bin && ln -s "$MODULES/rolloutkit" node_modules/ && ln -s "$(command -v rolloutkit)" node_modules/.bin/`,
  /** A rule of one's own, and a Rollout that keeps to it. */
  plugin: `${owned}
mkdir lint && cp "$FILES/lint/acme.js" lint/`,
  examplePlugin: `${owned}
mkdir examples && cp -r "$EXAMPLES/plugin" examples/`,
  /** The examples of the repository. */
  examples: 'cp -r "$EXAMPLES" examples',
  revision: 'cp "$EXAMPLES"/configmap-revision/corrected/* .',
} as const;

/** Why no test runs a block. */
const maintainers = { why: 'is for maintainers, and runs all that CI runs: half an hour' };

/** Every block of commands in README and docs, by its page and its first line; those of the guides run in guides.slow.test.ts. */
export const treatments: Readonly<Record<string, Treatment>> = {
  'README.md: npm install --global rolloutkit': {
    world: 'shop',
    without: { 'npm install': 'needs a registry: npm run test:install installs the tarball from one' },
  },
  'CONTRIBUTING.md: npm ci': maintainers,
  'CONTRIBUTING.md: npx vitest run --project fast test/rules/istio test/laws': maintainers,
  'SECURITY.md: npm audit signatures': { why: 'asks the registry about a published release' },
  'docs/agents.md: rolloutkit mcp': { world: 'shop' },
  'docs/agents.md: mkdir -p .claude/skills': { world: 'project' },
  'docs/baseline.md: rolloutkit baseline write': { world: 'shop' },
  'docs/ci.md: rolloutkit lint --staged': { world: 'changed' },
  'docs/ci.md: npx --no-install rolloutkit lint --staged --quiet': { world: 'project' },
  'docs/ci.md: docker build --tag rolloutkit .': {
    why: 'needs a daemon of Docker, and a registry of images',
  },
  'docs/drift.md: rolloutkit drift apps/shop argocd': { world: 'charted', needs: ['helm'] },
  'docs/editors.md: rolloutkit lsp': {
    why: 'speaks with an editor: lsp.slow.test.ts does, and npm run tour:editor',
  },
  'docs/eslint.md: npm install --save-dev eslint rolloutkit': {
    why: 'needs a registry: npm run test:install lints by ESLint from one',
  },
  'docs/fixing.md: rolloutkit lint --fix --dry-run': { world: 'shop' },
  'docs/fixing.md: rolloutkit lint --show-suppressed': { world: 'shop' },
  'docs/impact.md: rolloutkit impact': { world: 'changed' },
  'docs/large-repositories.md: rolloutkit lint --changed=origin/main': { world: 'changed' },
  "docs/large-repositories.md: jq --slurp 'map(.applications[])' drift-*.json": {
    why: 'jq is not everywhere, and its input is made by jobs',
  },
  'docs/large-repositories.md: rolloutkit lint --cache': { world: 'shop' },
  'docs/large-repositories.md: rolloutkit lint --format json > /tmp/whole.json': { world: 'clusters' },
  'docs/large-repositories.md: git clone --quiet --depth 1 https://git.example.com/platform/argocd.git all/argocd':
    {
      world: 'servers',
    },
  'docs/lint.md: rolloutkit lint': {
    world: 'several',
    needs: ['kustomize'],
    without: { 'rolloutkit lint --watch': 'does not end: watch.slow.test.ts runs it' },
  },
  'docs/lint.md: source <(rolloutkit completion bash)': { world: 'empty' },
  'docs/migrate.md: rolloutkit migrate checkout': { world: 'deployment' },
  'docs/migration.md: npx cdk8s synth && kubectl diff -f dist/': {
    why: 'compares with what is in a cluster',
  },
  'docs/moving-to-gateway-api.md: rolloutkit new web --style yaml --router nginx \\': { world: 'empty' },
  'docs/new.md: rolloutkit new checkout --style kustomize --router istio-subset \\': { world: 'empty' },
  'docs/plugins.md: rolloutkit lint --plugin lint/acme.js': { world: 'plugin' },
  'docs/protect.md: rolloutkit protect apps/shop': { world: 'shop' },
  'docs/reading.md: kustomize build overlays/prod | rolloutkit lint -': {
    world: 'overlays',
    needs: ['kustomize'],
  },
  'docs/resolution.md: rolloutkit lint ~/src/checkout ~/src/argocd': { world: 'home' },
  'docs/rollback.md: rolloutkit rollback checkout': { world: 'history', isEach: true },
  'docs/simulate.md: rolloutkit simulate apps/shop': { world: 'simulated', needs: ['kustomize'] },
  'docs/simulate.md: rolloutkit simulate apps/shop --fail error-rate': { world: 'simulated' },
  'docs/simulate.md: rolloutkit simulate apps/shop --open': {
    // drift finds the Application of the folder in another one of the checkout; it ignores what the controller writes.
    world: 'shop',
  },
  'docs/simulate.md: rolloutkit simulate apps/shop --rollout checkout --format json |': {
    world: 'shop',
    needs: ['jq'],
  },
  'docs/simulate.md: $ rolloutkit simulate examples/istio-host/corrected --diff step-1..step-2': {
    world: 'examples',
  },
  'docs/symptoms.md: rolloutkit explain canary gets no traffic': { world: 'empty' },
  'examples/cdk8s/README.md: npx cdk8s synth': { why: 'is npm run synth, a stage of npm run check' },
  'examples/configmap-revision/README.md: kubectl annotate --local -f greeter-config-849c520685.yaml -o json x=y |':
    {
      world: 'revision',
      needs: ['kubectl', 'jq'],
    },
  'examples/plugin/README.md: rolloutkit lint --plugin examples/plugin': { world: 'examplePlugin' },
};
