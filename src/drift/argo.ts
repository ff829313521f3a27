import { differences } from '../argocd/diff.js';
import { ignoreRules, normalize } from '../argocd/ignore.js';
import { checkJq } from '../argocd/jq-syntax.js';
import { applyMergePatch } from '../cluster/merge-patch.js';
import { groupOf, type KubeObject } from '../cluster/object.js';
import { fromValue } from '../model/node.js';
import { Resource } from '../model/resource.js';
import type { Verdict } from './verdict.js';

/** One entry of `ignoreDifferences`. */
export interface Entry {
  readonly group?: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly jsonPointers?: readonly string[];
  readonly jqPathExpressions?: readonly string[];
}

/** What Argo CD says and does for one Application. */
export class Argo {
  constructor(
    readonly application: Resource,
    private readonly extra: readonly Entry[] = [],
  ) {}

  /** The same with further entries, or with others in place of its own. */
  with(extra: readonly Entry[]): Argo {
    return new Argo(this.application, [...this.extra, ...extra]);
  }

  readonly description = 'Argo CD 3.5.1, three-way diff, client-side apply';

  get isAutomated(): boolean {
    const automated = this.application.at('spec', 'syncPolicy', 'automated');
    return automated.exists && automated.at('enabled').boolean !== false;
  }

  get selfHeals(): boolean {
    return (
      this.isAutomated && this.application.at('spec', 'syncPolicy', 'automated', 'selfHeal').boolean === true
    );
  }

  /** Whether a sync writes only what is different. */
  get writesOutOfSyncOnly(): boolean {
    return this.hasOption('ApplyOutOfSyncOnly=true');
  }

  /** Whether a sync leaves to the cluster what is ignored. */
  get respectsIgnored(): boolean {
    return this.hasOption('RespectIgnoreDifferences=true');
  }

  private hasOption(text: string): boolean {
    return this.application
      .at('spec', 'syncPolicy', 'syncOptions')
      .items.some((option) => option.text === text);
  }

  /** What a sync makes of a live object; undefined where that cannot be told. */
  applied(target: KubeObject, live: KubeObject): KubeObject | undefined {
    return applyMergePatch(live, target) as KubeObject;
  }

  compare(target: KubeObject, live: KubeObject): Verdict {
    const spec = fromValue({ spec: { ignoreDifferences: this.extra } });
    const { kind, metadata } = target;
    const identity = {
      group: groupOf(target.apiVersion),
      version: '',
      kind,
      name: metadata.name,
      namespace: metadata.namespace,
    };
    const extra = new Resource(identity, this.application.source, 0, () => spec);
    const rules = [...ignoreRules(this.application), ...ignoreRules(extra)];
    for (const rule of rules)
      for (const { text } of rule.jqPathExpressions) {
        const problem = checkJq(text ?? '');
        if (problem) return { status: 'unknown', reason: problem.message };
      }
    const [git, now] = [normalize(rules, identity, target), normalize(rules, identity, live)];
    if (git.unknown !== undefined) return { status: 'cannot-tell', reason: git.unknown };
    const paths = differences(git.value, now.value).filter(([first]) => first !== 'status');
    return paths.length === 0 ? { status: 'synced' } : { status: 'out-of-sync', paths };
  }
}
