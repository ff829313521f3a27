import type { Graph } from '../../repository/graph/graph.js';
import { memoize } from '../../model/memo.js';
import { kinds } from '../../kubernetes/objects/object.js';
import { kindMeant } from '../../kubernetes/kinds/known-kinds.js';
import { isPublished, published, publishersOf } from '../../kubernetes/kinds/published-kinds.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Field } from '../../model/field.js';
import { isFilledInAnywhere, isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import { knownVersions } from '../../kubernetes/schemas/load.js';
import { renamedTo, setTo } from '../fixes.js';
import { type ProposedFix, type RuleContext, typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'schema/kind-served',
    description: 'Require the kind of a manifest to be one of its API group.',
    why: 'The API server does not know the kind and refuses the manifest, so it is not deployed. It is not checked here either.',
    consequence: 'refused-by-api-server',
    severity: 'error',
    otherwise: {
      unknown: {
        when: 'A kind that resembles no published kind of its group and that a CustomResourceDefinition can add, or that does not come with a Rollout',
        consequence: 'refused-by-api-server',
        why: 'Unless the kind was added to the cluster, the API server refuses the manifest. It is not checked here.',
        severity: 'info',
      },
      pod: {
        when: 'A Pod without an apiVersion that no file here deploys',
        consequence: 'refused-by-api-server',
        why: 'kubectl refuses the manifest. Jenkins and others use such files as templates of agents.',
        severity: 'info',
      },
    },
    messages: {
      nearest: 'apiVersion "{apiVersion}" has no kind "{kind}"; did you mean "{right}"?',
      elsewhere: 'apiVersion "{apiVersion}" has no kind "{kind}"; "{right}" is in {groups}.',
      group: 'API group "{group}" is unknown; "{kind}" is in {groups}.',
      noVersion: '{kind} "{name}" has no apiVersion; this kind is in {groups}.{hint}',
      noKind: '"{name}" has apiVersion "{apiVersion}" but no kind.{hint}',
      noText: 'The {field} of a manifest is a {shape}; it must be a string.',
      unknown: 'apiVersion "{apiVersion}" has no published kind "{kind}".',
    },
    fixes: ['safe', 'unsafe'],
    links: [
      'https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris',
      'https://github.com/argoproj/argo-rollouts/tree/v1.9.1/manifests/crds',
    ],
  },

  check({ graph, report }) {
    for (const resource of graph.resources) {
      const { group, version, kind, name, apiVersion } = resource;
      const is = /^v\d|^$/.test(version) ? isPublished(group, kind) : undefined;
      if ((is === true && apiVersion !== '') || isPlaceholder(kind) || isPlaceholder(apiVersion)) continue;
      if (is === false && definitions(graph).has(`${group}/${kind}`)) continue;
      const data = { kind, name, group, apiVersion };
      if (kind === '') {
        if (is === false) reportNoKind(resource, data, report);
      } else if (apiVersion === '') reportNoVersion(resource, data, { graph, report });
      else if (is === undefined) reportGroup(resource, data, report);
      else reportKind(resource, data, { graph, report });
    }
  },
});

type Messages = 'nearest' | 'elsewhere' | 'group' | 'noVersion' | 'noKind' | 'noText' | 'unknown';
type Context = RuleContext<Messages, 'pod' | 'unknown'>;
type Report = Context['report'];

/** What a manifest says of itself. */
type Data = Pick<Resource, 'kind' | 'name' | 'group' | 'apiVersion'>;

function reportNoKind(resource: Resource, data: Data, report: Report): void {
  const field = resource.at('kind');
  if (isBranch(field)) report(field, 'noText', { field: 'kind', shape: field.shape });
  else
    report(
      resource.at('apiVersion'),
      'noKind',
      {
        ...data,
        hint:
          misspeltKey(resource, 'kind') ||
          ` Write one, such as "kind: ${examples[data.group] ?? published[data.group]![0]}".`,
      },
      { fix: () => keyFix(resource, 'kind') },
    );
}

function reportNoVersion(
  resource: Resource,
  data: Data,
  { graph, report }: Pick<Context, 'graph' | 'report'>,
): void {
  const { kind, name } = data;
  // Files of other tools may have a kind too, but no metadata.
  const groups = publishersOf(kind);
  const field = resource.at('apiVersion');
  if (groups.length > 0 && isBranch(field))
    report(field, 'noText', { field: 'apiVersion', shape: field.shape });
  else if (name !== '' && groups.length > 0) {
    const hint = misspeltKey(resource, 'apiVersion');
    const isTemplate = kind === 'Pod' && hint === '' && !graph.isDeployed(resource);
    report(
      resource.at('kind'),
      'noVersion',
      { ...data, groups: apiVersionList(groups, kind), hint },
      { case: isTemplate ? 'pod' : undefined, fix: () => keyFix(resource, 'apiVersion') },
    );
  }
}

/** Reports an API group that is not known, if the kind is one of another. */
function reportGroup(resource: Resource, data: Data, report: Report): void {
  const { kind, name, group, apiVersion } = data;
  const publishers = publishersOf(kind);
  // Most kinds of other groups are like no known one, and their documents need not be parsed.
  if (publishers.length === 0) return;
  const groups = publishers.filter((right) => isMisspelt(group, right));
  if (groups.length === 0 && !/^[\d.]+$/.test(apiVersion) && !isBareWord(apiVersion)) return;
  const field = resource.at('apiVersion');
  if (name !== '' && isNumericVersion(apiVersion, field))
    report(field, 'noText', { field: 'apiVersion', shape: 'number' });
  // Without a slash it is a version of the core group, which has only v1.
  else if (isBareWord(apiVersion) && name !== '')
    report(field, 'elsewhere', {
      ...data,
      right: kind,
      groups: apiVersionList(publishers, kind),
    });
  else if (groups.length > 0) report(field, 'group', { ...data, groups: apiVersionList(groups, kind) });
}

/** Reports a kind that its API group does not have. */
function reportKind(
  resource: Resource,
  data: Data,
  { graph, report }: Pick<Context, 'graph' | 'report'>,
): void {
  const { kind, group } = data;
  const nearest = nearestKind(group, kind);
  const right = kindMeant(kind) ?? kind;
  const groups = publishersOf(right);
  if (groups.length > 0 && !groups.includes(group))
    report(resource.at('apiVersion'), 'elsewhere', { ...data, right, groups: apiVersionList(groups, right) });
  else if (nearest !== undefined)
    report(
      resource.at('kind'),
      'nearest',
      { ...data, right: nearest },
      {
        fix: () =>
          setTo(
            resource.at('kind'),
            nearest,
            nearest.toLowerCase() === kind.toLowerCase() ? 'safe' : 'unsafe',
          ),
      },
    );
  else {
    const isCertain =
      !canBeAdded(kind) || (!group.includes('.') && graph.hasCompanion(resource, kinds.rollout));
    report(resource.at('kind'), 'unknown', data, { case: isCertain ? undefined : 'unknown' });
  }
}

/**
 * Whether a CustomResourceDefinition can have a kind: in lower case it is a label that begins with a letter.
 * https://github.com/kubernetes/kubernetes/blob/v1.34.1/staging/src/k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go
 */
function canBeAdded(kind: string): boolean {
  return kind.length <= 63 && /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(kind);
}

/** Whether an apiVersion has no group and is not a version: other tools count theirs. */
function isBareWord(apiVersion: string): boolean {
  return /^[A-Za-z][A-Za-z.-]*$/.test(apiVersion);
}

/** Other tools number their files, too, but not those of objects with a spec. */
function isNumericVersion(apiVersion: string, field: Field): boolean {
  return (
    /^[\d.]+$/.test(apiVersion) && field.number !== undefined && field.resource.at('spec').shape === 'map'
  );
}

/** The kinds defined by CRDs among the files. */
const definitions = memoize(
  (graph: Graph) =>
    new Set(
      graph
        .ofKind('CustomResourceDefinition', 'apiextensions.k8s.io')
        .map((one) => `${one.at('spec', 'group').text}/${one.at('spec', 'names', 'kind').text}`),
    ),
);

/** How many letters of a name may differ: in a word of four, two make another word. */
const mostWrong = (name: string): number => (name.length > 4 ? 2 : 1);

/** The kind in a group that a word probably means: a plural, other capitals, or a letter or two wrong. */
function nearestKind(group: string, kind: string): string | undefined {
  const known = published[group] ?? [];
  const meant = kindMeant(kind);
  if (meant !== undefined && known.includes(meant)) return meant;
  return nearestName(kind, known, mostWrong(kind));
}

/** Whether a group differs from another in a letter or two, or lacks the part after the dot. */
function isMisspelt(group: string, right: string): boolean {
  if (right === '') return false;
  return right.startsWith(`${group}.`) || nearestName(group, [right], mostWrong(right)) !== undefined;
}

/** API groups, with the version if the intended one is known. */
function apiVersionList(groups: readonly string[], kind: string): string {
  const names = groups.map((group) => {
    const [version] = knownVersions(group, kind);
    if (group === '') return 'apiVersion "v1"';
    return version === undefined ? `API group "${group}"` : `apiVersion "${group}/${version}"`;
  });
  return names.join(' or ');
}

/** Whether a field has a map or a list; `{{ name }}` parses as one, too. */
function isBranch(field: Field): boolean {
  return (field.shape === 'map' || field.shape === 'list') && !isFilledInAnywhere(field);
}

/** A common kind of each API group. */
const examples: Readonly<Record<string, string>> = {
  '': 'Service',
  apps: 'Deployment',
  'argoproj.io': 'Rollout',
  'gateway.networking.k8s.io': 'HTTPRoute',
  'networking.istio.io': 'VirtualService',
  'networking.k8s.io': 'Ingress',
};

/** The top-level key that is a misspelling of another. */
function meantAs(resource: Resource, right: string): string | undefined {
  const keys = resource.at().entries.map(({ key }) => String(key));
  return keys.find((key) => key !== right && nearestName(right, [key]) !== undefined);
}

function keyFix(resource: Resource, right: string): ProposedFix | undefined {
  const meant = meantAs(resource, right);
  return meant === undefined ? undefined : renamedTo(resource.at(meant), right);
}

/** The question whether a top-level key is a misspelling of another. */
function misspeltKey(resource: Resource, right: string): string {
  const meant = meantAs(resource, right);
  return meant === undefined ? '' : ` Did you mean "${right}" instead of "${meant}"?`;
}
