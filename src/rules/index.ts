import { rules as alb } from './alb/index.js';
import { rules as argocd } from './argocd/index.js';
import { rules as config } from './config/index.js';
import { rules as gateway } from './gateway/index.js';
import { rules as istio } from './istio/index.js';
import { rules as k8s } from './k8s/index.js';
import { rules as kustomize } from './kustomize/index.js';
import { rules as nginx } from './nginx/index.js';
import { rules as pods } from './pods/index.js';
import { rules as rollout } from './rollout/index.js';
import { rules as schema } from './schema/index.js';
import { rules as steps } from './steps/index.js';
import type { Rule } from './rule.js';

/** Every rule, sorted by name. */
export const rules: readonly Rule[] = [
  ...alb,
  ...argocd,
  ...config,
  ...gateway,
  ...istio,
  ...k8s,
  ...kustomize,
  ...nginx,
  ...pods,
  ...rollout,
  ...schema,
  ...steps,
];
