import { App } from 'cdk8s';
import { lintApp } from 'rolloutkit/cdk8s';
${imports}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

describe('${name}', () => {
  it('has nothing that would break a canary', () => {
    const app = new App();
    ${charts}

    expect(lintApp(app)).toEqual([]);
  }, 60_000);

  it${each}('is made of these objects', (${given}) => {
    const objects = new ${className}(${arguments}).toJson() as readonly Manifest[];

    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual(${objects});
  });
});
