import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ConsequenceKind } from '../../src/model/consequence.js';
import type { Field } from '../../src/model/field.js';
import { readGraph } from '../../src/repository/graph/read-graph.js';
import { lint } from '../../src/lint/lint.js';
import { rules } from '../../src/rules/index.js';
import type { Rule, RuleContext } from '../../src/rules/rule.js';
import { filesBelow, fileSource } from '../support/sources.js';

/** The questions of the table, besides the one about types, which is asked of each field by a mutation. */
export type Question = 'absent' | 'wrong' | 'idle' | 'fights';

/** A rule that reports a field in one of its fixtures. */
export interface Seen {
  readonly kind: string;
  readonly name: string;
  readonly question: Question;
  readonly rule: string;
}

const root = path.join(__dirname, '../rules');

/** What rules report in their own fixtures, by field. */
export function seenInFixtures(): readonly Seen[] {
  const seen = new Map<string, Seen>();
  for (const rule of rules)
    for (const one of seenBy(rule)) seen.set([one.kind, one.name, one.question, one.rule].join(' '), one);
  return [...seen.values()];
}

function seenBy(rule: Rule): readonly Seen[] {
  const folder = path.join(root, rule.meta.name);
  return (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
    const fixture = path.join(folder, name);
    const after = path.join(fixture, 'after');
    const isChange = existsSync(after);
    const linted = isChange ? after : fixture;
    const files = statSync(linted).isDirectory() ? filesBelow(linted) : [linted];
    const before = isChange
      ? () => readGraph(filesBelow(path.join(fixture, 'before')).map(fileSource)).graph
      : undefined;
    const absent = new Set<string>();
    const { findings } = lint(files.map(fileSource), [spied(rule, absent)], { before });
    return findings.flatMap(({ resource, path: way, consequence }): readonly Seen[] => {
      if (!resource || !way || way.length === 0) return [];
      const question = absent.has(idOf(resource.kind, way))
        ? 'absent'
        : (conflicts.get(rule.meta.name) ?? questionOf(consequence?.kind));
      return [{ kind: resource.kind, name: nameOf(way), question, rule: rule.meta.name }];
    });
  });
}

/** The same rule, which also notes the absent fields that it reports. */
function spied(rule: Rule, absent: Set<string>): Rule {
  const spying = <C extends RuleContext>(context: C): C => ({
    ...context,
    report: (field: Field, ...rest: never[]) => {
      if (!field.exists) absent.add(idOf(field.resource.kind, field.path));
      return (context.report as (...all: unknown[]) => boolean)(field, ...rest);
    },
  });
  const { check, checkRollout, voices } = rule;
  return {
    ...rule,
    ...(check && { check: (context) => check(spying(context)) }),
    ...(checkRollout && { checkRollout: (rollout, context) => checkRollout(rollout, spying(context)) }),
    ...(voices && {
      voices: Object.fromEntries(
        Object.entries(voices).map(([code, voice]) => [
          code,
          (found: never, context: never) => (voice as (...all: unknown[]) => void)(found, spying(context)),
        ]),
      ),
    }),
  };
}

const idOf = (kind: string, way: readonly (string | number)[]): string => `${kind} ${way.join('.')}`;

/** `spec.steps[].setWeight`. */
function nameOf(way: readonly (string | number)[]): string {
  return way.map((key, index) => (typeof key === 'number' ? '[]' : index === 0 ? key : `.${key}`)).join('');
}

/** Rules whose finding is that two fields, or two objects, want different things. */
const conflicts: ReadonlyMap<string, Question> = new Map(
  [
    'alb/action-not-authored',
    'alb/ingress-given',
    'argocd/object-of-one-application',
    'gateway/no-foreign-backend',
    'gateway/routes-distinct',
    'istio/no-foreign-destination',
    'istio/no-foreign-subset',
    'istio/one-virtual-service-per-host',
    'istio/subset-not-shadowed',
    'istio/virtual-service-not-shared',
    'istio/virtual-service-given',
    'k8s/autoscaler-scales-rollout',
    'nginx/canary-ingress-not-authored',
    'nginx/canary-weight-left-out',
    'nginx/ingress-given',
    'rollout/metadata-outside-selectors',
    'rollout/own-template-unused',
    'rollout/pods-not-shared',
    'rollout/service-not-shared',
    'rollout/services-differ',
    'rollout/strategy-given',
    'rollout/workload-left-to-rollout',
    'steps/canary-scale-single',
    'steps/managed-route-name-free',
    'steps/one-action',
    'steps/weights-within-hundred',
  ].map((rule) => [rule, 'fights']),
);

function questionOf(kind: ConsequenceKind | undefined): Question {
  if (kind === 'no-effect') return 'idle';
  return kind === 'overwritten' || kind === 'drift' || kind === 'hidden-change' ? 'fights' : 'wrong';
}
