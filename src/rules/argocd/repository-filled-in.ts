import { applicationTemplates, isApplication, isApplicationSet } from '../../kubernetes/kinds/application.js';
import type { Field } from '../../model/field.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/repository-filled-in',
    description: 'Require the repository of an Application to be one, not a form that is to be filled in.',
    why: 'Argo CD cannot read the repository: the Application has a ComparisonError and deploys nothing.',
    consequence: 'not-deployed',
    severity: 'info',
    messages: {
      form: '{kind} "{name}" deploys from {repository}, but "{owner}" stands for the name of an owner; write the repository.',
      impossible:
        '{kind} "{name}" deploys from {repository}, but no owner on GitHub has "_" in its name; write the repository.',
      expression:
        '{kind} "{name}" deploys from {repository}, but GitHub Actions evaluates expressions in its workflows only; write the repository.',
    },
    links: [
      'https://argo-cd.readthedocs.io/en/stable/operator-manual/declarative-setup/#applications',
      'https://docs.github.com/en/enterprise-cloud@latest/admin/managing-iam/iam-configuration-reference/username-considerations-for-external-authentication',
    ],
  },

  *check({ graph, report }) {
    for (const kind of ['Application', 'ApplicationSet'])
      for (const resource of graph.ofKind(kind, 'argoproj.io')) {
        if (!isApplication(resource) && !isApplicationSet(resource)) continue;
        yield resource;
        for (const url of applicationTemplates(resource).flatMap(repositoryFields)) {
          if (isOfWorkflow.test(url.text ?? '') && !isWrittenByScript(graph, resource))
            report(
              url,
              'expression',
              { kind, name: resource.name, repository: url.text! },
              // An expression in the value is what is wrong.
              { atKey: true },
            );
          const owner = url.text === undefined || isPlaceholder(url.text) ? undefined : ownerOf(url.text);
          if (owner === undefined) continue;
          const id = forms.test(owner.name)
            ? 'form'
            : owner.isOnGitHub && owner.name.includes('_')
              ? 'impossible'
              : undefined;
          if (!id) continue;
          report(url, id, { kind, name: resource.name, repository: url.text!, owner: owner.name });
        }
      }
  },
});

/** An expression of GitHub Actions with one of its contexts; `${{ values.name }}` is a placeholder of Backstage. */
const isOfWorkflow = /\$\{\{\s*(?:github|vars|secrets|env)\.[^{}]*\}\}/;

/** Whether a script or a workflow may fill in the file of an object, which it names. */
function isWrittenByScript(graph: Graph, { source }: Resource): boolean {
  const file = source.path.slice(source.path.lastIndexOf('/') + 1);
  return graph.commandFiles.some((script) => script.read().includes(file));
}

/** The fields with the repositories of an Application. */
function repositoryFields(template: Field): readonly Field[] {
  const spec = template.at('spec');
  const several = spec.at('sources').items;
  return (several.length > 0 ? several : [spec.at('source')]).map((source) => source.at('repoURL'));
}

interface RepositoryOwner {
  readonly name: string;
  readonly isOnGitHub: boolean;
}

/** The first segment of the path of a Git URL. */
function ownerOf(url: string): RepositoryOwner | undefined {
  const [, host = '', name] =
    /^(?:[a-z+]+:\/\/(?:[^@/]*@)?|[^@/]+@)([^:/]+)(?::\d+)?[:/]([^/]+)\/[^/]/.exec(url) ?? [];
  return name === undefined ? undefined : { name, isOnGitHub: host.toLowerCase() === 'github.com' };
}

/** What people write where an owner is to be filled in. */
const forms =
  /^(?:(?:your|replace|change|insert)[-_].*|your(?:org|name|username|company|account)|YOUR.*|<.*>|user[-_]?name|USER(?:[-_]?NAME)?|OWNER|ORG|ORG[-_]NAME|ORGANI[SZ]ATION|change-?me|CHANGE_?ME|REPLACE_?ME|(?:MY|GITHUB|GIT|GH)[-_](?:ORG|USER|USERNAME|OWNER|ACCOUNT|ORGANI[SZ]ATION))$/;
