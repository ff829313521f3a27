import { expect, test } from 'vitest';
import { editOutcomes } from './kinds-law.js';

const system = `apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
  namespace: shop
spec:
  replicas: 4
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.0
  strategy:
    canary:
      steps:
        - setWeight: 50
        - pause: {}
`;

test('single edits of a healthy system are judged, each once and the same for the same seed', () => {
  const files = [{ path: '/repository/web.yaml', text: system }];
  const told = (): readonly string[] =>
    [...editOutcomes([files], { count: 8, seed: 3 })].map(
      ({ edit, worse, said }) => `${edit.kind} ${edit.place} ${worse.length} ${said.length}`,
    );
  const first = told();
  expect(first).toHaveLength(8);
  expect(told()).toEqual(first);
  const [last] = [...editOutcomes([files], { count: 8, seed: 3 })].slice(-1);
  const again = editOutcomes([files], {
    count: 8,
    seed: 3,
    isWanted: ({ place }) => place === last?.edit.place,
  });
  expect([...again].at(-1)).toEqual(last);
  expect([
    ...editOutcomes(
      [
        [
          {
            path: '/repository/web.yaml',
            text: system.replace('app: web\n  template', 'app: wbe\n  template'),
          },
        ],
      ],
      { count: 8, seed: 3 },
    ),
  ]).toEqual([]);
});
