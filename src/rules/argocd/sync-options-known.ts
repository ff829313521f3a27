import { automatedField, checkCompareOption, checkSyncOption, outdone } from '../../argocd/known-options.js';
import {
  applicationTemplates,
  compareOptionsKey,
  isApplication,
  isApplicationSet,
  optionsOf,
  syncOptions,
  syncOptionsKey,
} from '../../kubernetes/kinds/application.js';
import { isRollout } from '../../kubernetes/kinds/rollout.js';
import { isForceRefused } from '../../argocd/sync.js';
import { isMap } from '../../kubernetes/objects/json.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { optionsFor, settledApplications } from '../facts/argocd/deployed.js';
import { partTo, setTo, removalOf, withoutOptions } from '../fixes.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';
import { routedBy } from '../facts/argocd/routed.js';

export default typedRule({
  meta: {
    name: 'argocd/sync-options-known',
    description: 'Require sync and compare options to be written as Argo CD reads them, where it reads them.',
    why: 'Argo CD compares options exactly and silently skips unknown ones: the option has no effect.',
    consequence: 'no-effect',
    severity: 'error',
    otherwise: {
      forced: {
        when: 'For a forced server-side apply',
        consequence: 'not-deployed',
        why: 'Each sync of the object ends with "--force cannot be used with --server-side", after the dry run has passed.',
      },
      unvalidated: {
        when: 'For Validate=false',
        consequence: 'hidden-change',
        why: 'Argo CD applies the objects with --validate=false. The API server drops fields that it does not know, and the sync succeeds without them.',
        severity: 'info',
      },
      outdone: {
        when: 'For options that exclude each other',
        consequence: 'no-effect',
        why: 'Argo CD replaces the object, as with the other option alone.',
        severity: 'warning',
      },
    },
    messages: {
      unvalidated:
        'Sync option "Validate=false" of Application "{application}" turns off the check for unknown fields, so a misspelt field of Rollout "{rollout}" or of any other object of the Application is dropped silently; remove it.',
      spelt: 'Option "{option}" is unknown to Argo CD; did you mean "{right}"?',
      object:
        'Argo CD does not read sync option "{option}" here; set it in the annotation "argocd.argoproj.io/sync-options" of an object.',
      application:
        'Argo CD does not read sync option "{option}" from an object; set it in spec.syncPolicy.syncOptions of the Application.',
      automated:
        '"{option}" is not a sync option but a field of syncPolicy.automated, so Argo CD skips it; write "{right}" there.',
      outdone:
        'Sync option "{option}" does not change how Argo CD deploys beside "{right}", because an object that is replaced is not applied; remove one of them.',
      forced:
        'Application "{application}" applies {kind} "{name}" server-side, which "Force=true" without "Replace=true" makes fail; remove "Force=true".',
      compare:
        '"{option}" is not a sync option; set it in the annotation "argocd.argoproj.io/compare-options" of the Application.',
    },
    fixes: ['safe', 'unsafe', 'choice'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/',
      'https://argo-cd.readthedocs.io/en/stable/user-guide/compare-options/',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/types.go',
      'https://github.com/argoproj/argo-cd/issues/29624',
    ],
  },

  *check({ graph, report }) {
    const applications = graph.ofKind('Application').filter(isApplication);
    for (const application of [...applications, ...graph.ofKind('ApplicationSet').filter(isApplicationSet)]) {
      yield application;
      for (const template of applicationTemplates(application)) {
        checkSyncOptions(template, application, { graph, report });
        checkCompareOptions(template, report);
      }
    }
    const own = new Set([...graph.rollouts, ...routedBy(graph).keys()]);
    for (const resource of graph.resources) {
      if (!own.has(resource)) continue;
      yield resource;
      checkObject(resource, { graph, report });
    }
  },
});

type Messages =
  | 'unvalidated'
  | 'spelt'
  | 'object'
  | 'application'
  | 'automated'
  | 'outdone'
  | 'forced'
  | 'compare'
  | 'unknown';
type Reporting = Pick<RuleContext<Messages, 'forced' | 'unvalidated' | 'outdone'>, 'graph' | 'report'>;

/** Checks the options of the syncs of an Application, or of what an ApplicationSet generates. */
function checkSyncOptions(template: Field, application: Resource, { graph, report }: Reporting): void {
  const fields = syncOptions(template);
  const pair = outdone(fields.map(({ text }) => text ?? ''));
  for (const field of fields) {
    const option = field.text ?? '';
    if (option.includes('{{')) continue;
    const [rollout] = option === 'Validate=false' ? graph.deployedBy(application).filter(isRollout) : [];
    if (rollout)
      report(
        field,
        'unvalidated',
        { application: application.name, rollout: rollout.name },
        { case: 'unvalidated', fix: () => removalOf(field, 'unsafe') },
      );
    if (pair?.option === option)
      report(
        field,
        'outdone',
        { option, right: pair.by },
        {
          case: 'outdone',
          choices: () =>
            [field, ...fields.filter(({ text }) => text === pair.by)].map((one) => ({
              ...removalOf(one),
              title: `Remove ${one.shown}.`,
            })),
        },
      );
    const automated = automatedField(option);
    if (automated !== undefined) {
      // The tools that set up Argo CD write both.
      if (template.at('spec', 'syncPolicy', 'automated', automated).exists) continue;
      const right = `${automated}: ${option.slice(option.indexOf('=') + 1)}`;
      report(field, 'automated', { option, right }, { fix: () => moved(field, template, automated) });
      continue;
    }
    const problem = checkSyncOption(option, 'application');
    if (problem)
      report(
        field,
        problem.kind,
        { option, right: problem.kind === 'spelt' ? problem.right : '' },
        { fix: () => (problem.kind === 'spelt' ? setTo(field, problem.right) : undefined) },
      );
  }
}

/** Checks the compare options in the annotation of an Application. */
function checkCompareOptions(template: Field, report: Reporting['report']): void {
  for (const option of optionsOf(template, compareOptionsKey)) {
    const problem = option.includes('{{') ? undefined : checkCompareOption(option);
    if (problem?.kind === 'spelt')
      report(
        template.at('metadata', 'annotations', compareOptionsKey),
        'spelt',
        {
          option,
          right: problem.right,
        },
        {
          fix: () => partTo(template.at('metadata', 'annotations', compareOptionsKey), option, problem.right),
        },
      );
  }
}

/** Checks the options in the annotation of an object that a Rollout uses. */
function checkObject(resource: Resource, { graph, report }: Reporting): void {
  for (const option of optionsOf(resource.at(), syncOptionsKey)) {
    const problem = checkSyncOption(option, 'object');
    if (problem)
      report(
        resource.at('metadata', 'annotations', syncOptionsKey),
        problem.kind,
        {
          option,
          right: problem.kind === 'spelt' ? problem.right : '',
        },
        {
          fix: () =>
            problem.kind === 'spelt'
              ? partTo(resource.at('metadata', 'annotations', syncOptionsKey), option, problem.right)
              : undefined,
        },
      );
  }
  const application = forcing(graph, resource);
  if (application)
    report(
      resource.at('metadata', 'annotations', syncOptionsKey),
      'forced',
      { application: application.name, kind: resource.kind, name: resource.name },
      {
        case: 'forced',
        related: [{ at: application, message: 'deploys the object' }],
        fix: () =>
          withoutOptions(resource.at('metadata', 'annotations', syncOptionsKey), ['Force=true'], 'unsafe'),
      },
    );
}

/** A fix that moves an option to the field of syncPolicy.automated that it is; none where sync is not automated, or no boolean. */
function moved(field: Field, template: Field, automated: string): ProposedFix | undefined {
  const target = template.at('spec', 'syncPolicy', 'automated');
  const [, value = ''] = (field.text ?? '').split('=');
  if (target.shape !== 'map' || !/^(?:true|false)$/.test(value)) return undefined;
  const { writes } = removalOf(field);
  const title = `Write "${automated}: ${value}" under "automated".`;
  return {
    title,
    isUnsafe: true,
    writes: [...writes, { field: target.at(automated), value: value === 'true' }],
  };
}

/** An Application whose syncs of an object force a server-side apply. */
function forcing(graph: Graph, resource: Resource): Resource | undefined {
  if (!optionsOf(resource.at(), syncOptionsKey).includes('Force=true')) return undefined;
  const { value } = resource.at();
  if (!isMap(value)) return undefined;
  return settledApplications(graph, resource).find((application) =>
    isForceRefused(value, {
      version: graph.argoCdVersion,
      syncOptions: [...optionsFor(application).sync],
    }),
  );
}
