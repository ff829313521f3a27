/** A repository by chance: manifests, kustomizations, a chart, and Applications that deploy folders of it. */
export interface Repository {
  /** Texts by path, from the root of the repository. */
  readonly files: Readonly<Record<string, string>>;
  /** `spec` of Applications. */
  readonly applications: readonly Readonly<Record<string, unknown>>[];
}

/** The repository of a seed; the same one each time. */
export function repositoryOf(seed: number): Repository {
  return new Generator(seed).repository();
}

/** Where files may stand. A folder comes before those that may build on it. */
const folders = [
  'base',
  'base/patches',
  'base/more',
  'components/labels',
  'app',
  'app/sub',
  'app/sub/deep',
  'overlays/dev',
  'overlays/prod',
  'overlays/prod/extra',
  'manifests',
  'chart',
  'chart/templates',
  'chart/templates/sub',
  'chart/crds',
  'chart/examples',
  'chart/charts/inner/templates',
] as const;

const names = ['rollout.yaml', 'service.yaml', 'all.yml', 'extra.json', 'web-v2.yaml', 'Notes.yaml'] as const;
const kinds = [
  ['argoproj.io/v1alpha1', 'Rollout'],
  ['v1', 'Service'],
  ['v1', 'ConfigMap'],
  ['networking.istio.io/v1', 'VirtualService'],
] as const;

class Generator {
  private readonly files: Record<string, string> = {};
  private readonly kustomized: string[] = [];
  private state: number;
  private count = 0;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  repository(): Repository {
    const taken = folders.filter(() => this.chance(0.6));
    for (const folder of taken) this.fill(folder);
    if (taken.some((folder) => folder.startsWith('chart'))) this.chart();
    for (const folder of taken) if (!folder.startsWith('chart/') && this.chance(0.5)) this.kustomize(folder);
    const applications = Array.from({ length: 1 + this.below(4) }, () => this.application());
    return { files: this.files, applications };
  }

  private fill(folder: string): void {
    for (const name of names) {
      if (!this.chance(0.35)) continue;
      const isJson = name.endsWith('.json');
      const objects = Array.from({ length: isJson ? 1 : 1 + this.below(2) }, () => this.object());
      const text = objects.map((object) => JSON.stringify(object, undefined, isJson ? 2 : 0));
      this.files[`${folder}/${name}`] = text.join('\n---\n');
    }
    // What is no manifest may stand anywhere, except where Helm would make objects of it.
    if (!folder.startsWith('chart/') && this.chance(0.2))
      this.files[`${folder}/settings.yaml`] = 'replicas: 3\n';
    if (!folder.startsWith('chart/') && this.chance(0.1))
      this.files[`${folder}/README.md`] = '# kind: Rollout\n';
  }

  private object(): Readonly<Record<string, unknown>> {
    const [apiVersion, kind] = this.one(kinds);
    // Seldom a name twice: kustomize builds nothing then.
    const name = this.chance(0.04) ? 'shared' : `${this.one(['web', 'api', 'cart'])}-${this.count++}`;
    const namespace = this.chance(0.3) ? { namespace: this.one(['shop', 'blog']) } : {};
    return { apiVersion, kind, metadata: { name, ...namespace } };
  }

  private chart(): void {
    this.files['chart/Chart.yaml'] = 'apiVersion: v2\nname: web\nversion: 0.1.0\n';
    if (this.chance(0.5)) this.files['chart/values.yaml'] = 'replicas: 1\n';
    if (Object.keys(this.files).some((file) => file.startsWith('chart/charts/inner/')))
      this.files['chart/charts/inner/Chart.yaml'] = 'apiVersion: v2\nname: inner\nversion: 0.1.0\n';
  }

  private kustomize(folder: string): void {
    const isComponent = folder.startsWith('components/');
    const own = Object.keys(this.files).filter((file) => file.startsWith(`${folder}/`));
    const manifests = own.filter((file) => /(?:rollout|service|all|extra|web-v2)\./.test(file));
    const listed = manifests.filter((file) => this.inFolder(file, folder) && this.chance(0.6));
    // A file of a folder below that has no kustomization may be listed as well.
    const deep = manifests.filter(
      (file) =>
        !this.inFolder(file, folder) &&
        !this.kustomized.some((other) => file.startsWith(`${other}/`)) &&
        this.chance(0.2),
    );
    const others = this.kustomized.filter((other) => !other.startsWith('components/') && this.chance(0.35));
    const components = this.kustomized.filter((other) => other.startsWith('components/') && this.chance(0.4));
    const relative = (other: string): string => `${'../'.repeat(folder.split('/').length)}${other}`;
    const resources = [
      ...listed.map((file) => `${this.chance(0.2) ? './' : ''}${file.slice(folder.length + 1)}`),
      ...deep.map((file) => file.slice(folder.length + 1)),
      ...(isComponent ? [] : others.map(relative)),
    ];
    const content = {
      ...(isComponent ? { apiVersion: 'kustomize.config.k8s.io/v1alpha1', kind: 'Component' } : {}),
      ...(resources.length > 0 || isComponent ? { resources } : { resources: [] }),
      ...(components.length > 0 ? { components: components.map(relative) } : {}),
      ...(this.chance(0.25) ? { namePrefix: `${this.one(['dev', 'eu'])}-` } : {}),
      ...(this.chance(0.15) ? { nameSuffix: '-v2' } : {}),
      ...(this.chance(0.25) ? { namespace: this.one(['team', 'live']) } : {}),
      ...(this.chance(0.15) ? { labels: [{ pairs: { team: 'web' } }] } : {}),
    };
    const name = this.chance(0.8)
      ? 'kustomization.yaml'
      : this.one(['kustomization.yml', 'Kustomization'] as const);
    this.files[`${folder}/${name}`] = JSON.stringify(content);
    this.kustomized.push(folder);
  }

  private inFolder(file: string, folder: string): boolean {
    return !file.slice(folder.length + 1).includes('/');
  }

  private application(): Readonly<Record<string, unknown>> {
    const destination = { server: 'https://kubernetes.default.svc', namespace: 'destination' };
    const sources = Array.from({ length: this.chance(0.15) ? 2 : 1 }, () => this.source());
    return {
      project: 'default',
      destination,
      ...(sources.length > 1 ? { sources } : { source: sources[0] }),
    };
  }

  private source(): Readonly<Record<string, unknown>> {
    const held = new Set(Object.keys(this.files).map((file) => file.slice(0, file.lastIndexOf('/'))));
    const above = [...held].map((folder) => folder.split('/')[0] ?? folder);
    const path = this.chance(0.03) ? 'nowhere' : this.one([...held, ...above]);
    const spelled = this.chance(0.1) ? `./${path}` : this.chance(0.1) ? `${path}/` : path;
    return {
      repoURL: 'https://git.example.com/shop.git',
      path: spelled,
      targetRevision: 'HEAD',
      ...this.settings(),
    };
  }

  private settings(): Readonly<Record<string, unknown>> {
    const pick = this.below(12);
    if (pick === 0) return { directory: { recurse: true } };
    if (pick === 1) return { directory: { recurse: this.chance(0.5), include: this.glob() } };
    if (pick === 2) return { directory: { recurse: this.chance(0.5), exclude: this.glob() } };
    if (pick === 3) return { directory: { recurse: true, include: this.glob(), exclude: this.glob() } };
    if (pick === 4) return { directory: this.chance(0.5) ? {} : { recurse: false } };
    if (pick === 5) return { kustomize: { namePrefix: 'app-' } };
    if (pick === 6) return { kustomize: { nameSuffix: '-app', namespace: 'of-app' } };
    if (pick === 7) return { kustomize: {}, directory: {} };
    return {};
  }

  private glob(): string {
    return this.one([
      '*.yaml',
      'rollout.*',
      '{rollout,service}.yaml',
      'sub/*',
      '*-v?.yaml',
      'patches/**',
      '*.y*ml',
    ]);
  }

  private chance(probability: number): boolean {
    return this.random() < probability;
  }

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private one<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** https://en.wikipedia.org/wiki/Xorshift, mixed so that neighbouring seeds differ from the first number on. */
  private random(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
