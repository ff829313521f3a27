import {
  type ClusterAim,
  type ForbiddingList,
  forbiddingList,
  permitsDestination,
  permitsRepository,
} from '../../argocd/project-limits.js';
import {
  applicationTemplates,
  isApplication,
  isApplicationSet,
  isOwnCluster,
  ownCluster,
  ownClusterName,
} from '../../kubernetes/kinds/application.js';
import { sortedJson } from '../../kubernetes/objects/json.js';
import { isNamespaced, isOfCluster } from '../../kubernetes/kinds/cluster-kinds.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Field } from '../../model/field.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { addedTo } from '../fixes.js';
import { type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/project-permits',
    description:
      'Require the AppProject of an Application to permit its sources, its destination and its objects.',
    why: 'Argo CD sets the condition InvalidSpecError on the Application ("is not permitted in project") and deploys nothing of it.',
    consequence: 'not-deployed',
    severity: 'warning',
    otherwise: {
      object: {
        when: 'For an object of the Application',
        consequence: 'not-deployed',
        why: 'Argo CD checks all objects before it applies any ("resource … is not permitted in project"), so each sync fails and deploys nothing.',
      },
    },
    messages: {
      source:
        '{kind} "{name}" deploys from {repository}, which AppProject "{project}" does not permit; add it to sourceRepos of the AppProject.',
      destination:
        '{kind} "{name}" deploys to namespace "{namespace}" of cluster "{cluster}", which AppProject "{project}" does not permit; add it to destinations of the AppProject.',
      unlisted:
        '{object} of Application "{name}" is of a kind that AppProject "{project}" does not permit, so each sync fails; add {type} to {list}.',
      denied:
        '{object} of Application "{name}" is of a kind that AppProject "{project}" denies, so each sync fails; remove {type} from {list}.',
      namespace:
        '{object} of Application "{name}" is in namespace "{namespace}", which AppProject "{project}" does not permit, so each sync fails; add it to destinations of the AppProject.',
    },
    fixes: ['unsafe'],
    links: [
      'https://argo-cd.readthedocs.io/en/stable/user-guide/projects/#managing-projects',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/pkg/apis/application/v1alpha1/app_project_types.go',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/util/argo/argo.go',
      'https://github.com/argoproj/argo-cd/blob/v3.5.1/controller/sync.go',
    ],
  },

  *check(context) {
    const { graph } = context;
    const own = (kind: string): readonly Resource[] => graph.ofKind(kind, 'argoproj.io');
    if (own('AppProject').length === 0) return;
    for (const resource of [
      ...own('Application').filter(isApplication),
      ...own('ApplicationSet').filter(isApplicationSet),
    ]) {
      yield resource;
      for (const template of applicationTemplates(resource)) {
        const project = limitingProject(graph, template.at('spec', 'project'));
        if (!project) continue;
        const limited = { resource, spec: template.at('spec'), project };
        reportRepositories(limited, context);
        reportAim(limited, context);
        if (isApplication(resource)) reportEach(limited, context);
      }
    }
  },
});

type Context = RuleContext<'source' | 'destination' | 'unlisted' | 'denied' | 'namespace', 'object'>;

/** What an Application, or each of an ApplicationSet, deploys within the limits of its AppProject. */
interface Limited {
  readonly resource: Resource;
  readonly spec: Field;
  readonly project: Resource;
}

/** The AppProject, if its manifest is the only one of its name, or a copy of the others. */
function limitingProject(graph: Graph, name: Field): Resource | undefined {
  if (!name.text || isPlaceholder(name.text)) return undefined;
  const to = { group: 'argoproj.io', kind: 'AppProject', name: name.text };
  const [project, ...others] = graph.resolve({ from: name, to }).found;
  const limits = sortedJson(project?.at('spec').value);
  return others.every((one) => sortedJson(one.at('spec').value) === limits) ? project : undefined;
}

function reportRepositories({ resource, spec, project }: Limited, { report }: Context): void {
  const permitted = project.at('spec', 'sourceRepos');
  const several = spec.at('sources').items;
  for (const source of several.length > 0 ? several : [spec.at('source')]) {
    const url = source.at('repoURL');
    if (!url.text || isPlaceholder(url.text)) continue;
    if (permitsRepository(permitted.value, url.text) !== false) continue;
    report(
      url,
      'source',
      { kind: resource.kind, name: resource.name, repository: url.text, project: project.name },
      {
        rests: [spec.at('project'), permitted],
        complete: [permitted],
        related: [{ at: permitted, message: 'permitted here' }],
        fix: () => addedTo(permitted, url.text, 'unsafe'),
      },
    );
  }
}

/** The cluster of an Application, as far as it is known; undefined if the AppProject asks for more than addresses and names. */
function aimedCluster(spec: Field, project: Resource): Omit<ClusterAim, 'namespace'> | undefined {
  const [server, name] = ['server', 'name'].map((key) => spec.at('destination', key).text);
  if ((!server && !name) || [server, name].some((text) => text !== undefined && isPlaceholder(text)))
    return undefined;
  if (project.at('spec', 'permitOnlyProjectScopedClusters').exists) return undefined;
  return isOwnCluster(spec.at('destination'))
    ? { server: ownCluster, name: ownClusterName }
    : { server, name };
}

function reportAim({ resource, spec, project }: Limited, { report }: Context): void {
  const destination = spec.at('destination');
  const namespace = destination.at('namespace').text ?? '';
  const permitted = project.at('spec', 'destinations');
  const to = aimedCluster(spec, project);
  if (!to || isPlaceholder(namespace) || permitsDestination(permitted.value, { ...to, namespace }) !== false)
    return;
  const [server, name] = ['server', 'name'].map((key) => destination.at(key).text);
  report(
    destination,
    'destination',
    {
      ...{ kind: resource.kind, name: resource.name, namespace, project: project.name },
      cluster: server ?? name!,
    },
    {
      rests: [spec.at('project'), destination, permitted],
      complete: [permitted],
      related: [{ at: permitted, message: 'permitted here' }],
      fix: () => addedTo(permitted, { ...(server ? { server } : { name }), namespace }, 'unsafe'),
    },
  );
}

/** Reports the first object of each kind, and of each namespace that is not the destination of the Application. */
function reportEach(limited: Limited, { graph, report }: Context): void {
  const { resource, spec, project } = limited;
  const told = new Set<string>();
  for (const object of graph.deployedBy(resource)) {
    const { group, kind, name } = object;
    if (!isNamespaced(object) && !isOfCluster(object)) continue;
    const type = group === '' ? kind : `${group}/${kind}`;
    const list = forbiddingList(project.at('spec').value, { group, kind, name }, isNamespaced(object));
    if (list && !told.has(type)) reportForbidden(limited, object, { type, list }, report);
    if (list) told.add(type);
    const namespace = object.at('metadata', 'namespace');
    if (!isNamespaced(object) || !namespace.text || told.has(`in ${namespace.text}`)) continue;
    const [as, ...others] = graph.deployedAs(resource, object);
    const isAsWritten = as?.namespace === namespace.text && others.length === 0;
    if (!isAsWritten || namespace.text === spec.at('destination', 'namespace').text) continue;
    told.add(`in ${namespace.text}`);
    reportForeignNamespace(limited, object, report);
  }
}

function reportForeignNamespace(
  { resource, spec, project }: Limited,
  object: Resource,
  report: Context['report'],
): void {
  const namespace = object.at('metadata', 'namespace');
  const permitted = project.at('spec', 'destinations');
  const to = aimedCluster(spec, project);
  if (!to || permitsDestination(permitted.value, { ...to, namespace: namespace.text! }) !== false) return;
  report(
    namespace,
    'namespace',
    {
      object: `${object.kind} "${object.name}"`,
      ...{ name: resource.name, project: project.name, namespace: namespace.text! },
    },
    {
      case: 'object',
      rests: [spec.at('project'), spec.at('destination'), permitted],
      complete: [permitted],
      related: [
        { at: permitted, message: 'permitted here' },
        { at: resource.at('metadata', 'name'), message: 'deploys it' },
      ],
    },
  );
}

function reportForbidden(
  { resource, spec, project }: Limited,
  object: Resource,
  { type, list }: { readonly type: string; readonly list: ForbiddingList },
  report: Context['report'],
): void {
  const { group, kind, name } = object;
  const field = project.at('spec', list.key);
  report(
    field,
    list.isDenied ? 'denied' : 'unlisted',
    { object: `${kind} "${name}"`, name: resource.name, project: project.name, type, list: list.key },
    {
      case: 'object',
      atKey: true,
      rests: [spec.at('project'), field],
      complete: [field],
      related: [
        { at: object, message: 'deployed' },
        { at: resource.at('metadata', 'name'), message: 'deploys it' },
      ],
      fix: () => (list.isDenied ? undefined : addedTo(field, { group, kind }, 'unsafe')),
    },
  );
}
