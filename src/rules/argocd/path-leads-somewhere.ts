import { setTo } from '../fixes.js';
import { typedRule } from '../rule.js';

export default typedRule({
  meta: {
    name: 'argocd/path-leads-somewhere',
    description: 'Require the path of a source in this repository to be a folder.',
    why: 'Argo CD reports a ComparisonError (such as "app path does not exist") and deploys nothing. The objects the Application was meant to deploy are checked here without it.',
    consequence: 'not-deployed',
    severity: 'info',
    messages: {
      nearest: 'Path "{path}" of Application "{application}" is not a folder; did you mean "{nearest}"?',
      nowhere: 'Path "{path}" of Application "{application}" is not a folder.{known}',
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
    for (const { path, application, isFile, refused, nearest = '', known } of graph.lostSources) {
      const id = refused ?? (isFile ? 'file' : nearest === '' ? 'nowhere' : 'nearest');
      const some = known.slice(0, maxKnown);
      report(
        path,
        id,
        {
          path: path.text ?? '',
          application: application.name,
          nearest,
          known: some.length === 0 ? '' : ` Known folders: ${some.join(', ')}.`,
        },
        {
          fix: () => setTo(path, nearest === '' ? undefined : nearest, id === 'absolute' ? 'safe' : 'unsafe'),
        },
      );
    }
  },
});

/** How many existing folders a message lists. */
const maxKnown = 5;
