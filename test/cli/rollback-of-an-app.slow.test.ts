import { expect, it } from 'vitest';
import { run } from '../support/command.js';
import { Repository } from '../support/repository.js';

const manifest = (tag: number): string => `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  selector: { matchLabels: { app: checkout } }
  template:
    metadata: { labels: { app: checkout } }
    spec:
      containers:
        - name: app
          image: shop/checkout:${tag}
`;

/** What a rollback says of the image in a folder of a repository with an app that writes another folder, or the default. */
function said(folder: string, settings: string): string {
  const file = `${folder}/Rollout.checkout.k8s.yaml`;
  const repository = new Repository({ 'cdk8s.yaml': settings, [file]: manifest(1) });
  repository.write({ [file]: manifest(2) });
  repository.commit('Second');
  return run(repository.folder, 'rollback', 'checkout').stdout;
}

const advice = (file: string): string =>
  `i cdk8s synth writes ${file}: set shop/checkout:1 in the app, too, or its next synthesis brings shop/checkout:2 back.`;

it('says that the next synthesis of a cdk8s app brings back what was rolled back in its output', () => {
  const app = 'language: typescript\napp: node main.js\n';
  expect(said('dist/checkout', app)).toContain(advice('dist/checkout/Rollout.checkout.k8s.yaml'));
  expect(said('out', `${app}output: out\n`)).toContain(advice('out/Rollout.checkout.k8s.yaml'));
  expect(said('apps', app)).not.toContain('synth');
});
