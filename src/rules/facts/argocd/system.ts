import { memoize } from '../../../model/memo.js';
import { systemOf } from '../../../play/drift/system.js';
import type { Graph } from '../../../repository/graph/graph.js';

/** The settings of argocd-cm, if it is among the files. */
export const system = memoize((graph: Graph) => systemOf(graph));
