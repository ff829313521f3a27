import type { Field } from '../../model/field.js';
import { nearestName } from '../../model/nearest-name.js';
import { isPlaceholder } from '../../model/placeholder.js';
import type { Resource } from '../../model/resource.js';
import type { Graph } from '../../repository/graph/graph.js';
import { join } from '../../repository/graph/kustomization.js';
import { isCurrent } from '../../repository/graph/lost-sources.js';
import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/path-leads-somewhere',
    description: 'Require the paths of a source in this repository to be a folder and value files in it.',
    why: 'Argo CD reports a ComparisonError (such as "app path does not exist") and deploys nothing. The objects the Application was meant to deploy are checked here without it.',
    consequence: 'not-deployed',
    severity: 'info',
    otherwise: {
      values: {
        when: 'For a value file',
        consequence: 'not-deployed',
        why: 'Helm fails without the file, so Argo CD reports a ComparisonError and deploys nothing, unless ignoreMissingValueFiles is true: then the values of the chart itself take effect.',
        severity: 'warning',
      },
      element: {
        when: 'For an element of an ApplicationSet whose other elements lead to folders',
        consequence: 'not-deployed',
        why: 'The Application of this element has a ComparisonError ("app path does not exist") and deploys nothing, while those of the other elements are synced.',
        severity: 'warning',
      },
    },
    messages: {
      nearest: 'Path "{path}" of Application "{application}" is not a folder; did you mean "{nearest}"?',
      nowhere: 'Path "{path}" of Application "{application}" is not a folder.{known}',
      values:
        'Value file "{path}" of Application "{application}" is not among the files of the chart{nearest}',
      absolute:
        'Path "{path}" of Application "{application}" begins with "/", but Argo CD accepts no absolute path; write "{nearest}".',
      outside:
        'Path "{path}" of Application "{application}" leads out of its repository; use a folder in it.',
      file: 'Path "{path}" of Application "{application}" is a file, but Argo CD needs a folder; use the folder that contains it.',
    },
    fixes: ['safe', 'unsafe'],
    links: ['https://github.com/argoproj/argo-cd/blob/v3.5.1/util/app/path/path.go'],
  },

  check({ graph, report }) {
    for (const { application, file, text, names } of lostValues(graph)) {
      const nearest = nearestName(text, names);
      report(
        file,
        'values',
        {
          path: text,
          application: application.name,
          nearest: nearest === undefined ? '.' : `; did you mean "${nearest}"?`,
        },
        { case: 'values', fix: () => setTo(file, file.text === text ? nearest : undefined, 'unsafe') },
      );
    }

    const leading = setsThatLead(graph);
    for (const lost of graph.lostSources) {
      const { path, application, isFile, refused, nearest = '', known } = lost;
      const set = graph.setOf(application);
      const element = set && leading.has(set) ? elementWith(set, path.text ?? '') : undefined;
      const id = refused ?? (isFile ? 'file' : nearest === '' ? 'nowhere' : 'nearest');
      const some = known.slice(0, maxKnown);
      report(
        element ?? path,
        id,
        {
          path: path.text ?? '',
          application: application.name,
          nearest,
          known: some.length === 0 ? '' : ` Known folders: ${some.join(', ')}.`,
        },
        {
          ...(element && { case: 'element' as const }),
          fix: () =>
            setTo(
              element ?? path,
              nearest === '' ? undefined : nearest,
              id === 'absolute' ? 'safe' : 'unsafe',
            ),
        },
      );
    }
  },
});

/** The ApplicationSets of which an Application leads to a folder of the input, so that the repository is certain. */
function setsThatLead(graph: Graph): ReadonlySet<Resource> {
  return new Set(
    graph.lostSources.length === 0
      ? []
      : graph.allApplications
          .filter((application) => graph.sourceFolders(application).length > 0)
          .flatMap((application) => graph.setOf(application) ?? []),
  );
}

/** The value of a list generator that is a path. */
function elementWith(set: Resource, path: string): Field | undefined {
  const elements = set.at('spec', 'generators').items.flatMap((one) => one.at('list', 'elements').items);
  return elements.flatMap(({ entries }) => entries).find(({ text }) => text === path);
}

interface LostValues {
  readonly application: Resource;
  readonly file: Field;
  readonly text: string;
  /** The value files that are there instead. */
  readonly names: readonly string[];
}

/** Value files beside or below the Chart.yaml of a source that no file of the input is, where the input is what Argo CD reads. */
function* lostValues(graph: Graph): Iterable<LostValues> {
  for (const application of graph.allApplications)
    for (const { source, type, folder } of graph.sourceFolders(application)) {
      const helm = source.at('helm');
      if (type !== 'helm' || helm.at('ignoreMissingValueFiles').boolean === true) continue;
      if (!graph.fileAt(`${folder}/Chart.yaml`) || !isCurrent(source.at('targetRevision').text ?? ''))
        continue;
      for (const file of helm.at('valueFiles').items) {
        const { text } = file;
        if (text === undefined || !isInChart(text) || graph.hasFile(join(folder, text))) continue;
        const names = graph.filesBelow(folder).map(({ path }) => path.slice(folder.length + 1));
        yield { application, file, text, names: names.filter((name) => /values[^/]*$/.test(name)) };
      }
    }
}

/** Whether a value file is one of the chart, not of another source or folder, nor a pattern. */
function isInChart(name: string): boolean {
  return /^[\w.][\w./-]*\.ya?ml$/.test(name) && !name.includes('..') && !isPlaceholder(name);
}

/** How many existing folders a message lists. */
const maxKnown = 5;
