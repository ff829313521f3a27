import { describe, expect, it } from 'vitest';
import { commandsIn } from '../../../../src/rules/facts/argocd/commands.js';
import { wholeOr } from '../../../support/whole.js';

describe('a command of a script', () => {
  it.each([
    ['kubectl argo rollouts undo web', 'kubectl argo rollouts undo web'],
    ['sudo kubectl-argo-rollouts -n shop undo web --to-revision=2', 'kubectl argo rollouts undo web -n shop'],
    ['sh """kubectl argo rollouts set image web web=a:1"""', 'kubectl argo rollouts set image web'],
    ['until false; do kubectl argo rollouts undo web; done', 'kubectl argo rollouts undo web'],
    ['x=$(kubectl argo rollouts undo web)', 'kubectl argo rollouts undo web'],
    ['KUBECONFIG=a kubectl --context prod argo rollouts undo web', 'kubectl argo rollouts undo web'],
    ['argocd app rollback shop 3 --auth-token=abc', 'argocd app rollback shop'],
    ['kubectl rollout undo deploy/web --namespace=shop', 'kubectl rollout undo deploy web -n shop'],
    ['kubectl argo rollouts \\\n  undo \\\n  web', 'kubectl argo rollouts undo web'],
  ])('%s', (text, words) => {
    expect(commandsIn(text).map((command) => command.words)).toEqual([words]);
  });

  it.each([
    'echo kubectl argo rollouts undo web',
    '# kubectl argo rollouts undo web',
    'log "run: kubectl argo rollouts undo web"',
    'kubectl argo rollouts undo "$1"',
    'A=web\nA=api\nkubectl argo rollouts undo $A',
    'kubectl argo rollouts undo web-$SUFFIX',
    'kubectl argo rollouts abort web',
    'kubectl rollout restart deployment/web',
    'cat <<END\nkubectl argo rollouts undo web\nEND',
  ])('is none: %s', (text) => {
    expect(commandsIn(text)).toEqual([]);
  });

  it('names what a variable stands for, and shows the word that is written', () => {
    const [command] = commandsIn('export APP="web"\nkubectl argo rollouts undo ${APP} -n $NS\n');
    expect(command).toMatchObject({ name: 'web', words: 'kubectl argo rollouts undo ${APP} -n $NS' });
    expect(command).not.toHaveProperty('namespace');
  });
});

it('takes no square of the length of a text', () => {
  const part = wholeOr(1, 3);
  const texts = [
    'kubectl '.repeat(120_000 / part),
    'A=b kubectl argo rollouts undo $A;'.repeat(25_000 / part),
    `${'x'.repeat(900_000 / part)} kubectl argo rollouts undo web`,
    'kubectl \\\n'.repeat(90_000 / part),
    '<<A\n'.repeat(200_000 / part),
    '-'.repeat(900_000 / part) + ' kubectl rollout undo a/b',
  ];
  const start = performance.now();
  for (const text of texts) commandsIn(text);
  expect(performance.now() - start).toBeLessThan(10_000);
});
