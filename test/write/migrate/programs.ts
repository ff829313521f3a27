import path from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { programCalled } from '../../support/programs.js';

export const kustomize = programCalled('kustomize');
export const helm = programCalled('helm');

/** Lets commands of a file of tests find helm, wherever it is. */
export function withHelm(): void {
  beforeAll(() => {
    if (helm) vi.stubEnv('PATH', `${process.env['PATH'] ?? ''}:${path.dirname(helm)}`);
  });
  afterAll(() => void vi.unstubAllEnvs());
}
