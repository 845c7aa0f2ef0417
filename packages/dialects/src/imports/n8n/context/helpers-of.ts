// What stands below a node that asks a model: its model, memory, parser and tools
import type { N8nHelper, N8nNode, N8nWorkflow } from '../read/n8n-workflow.ts';
import { indexOf } from '../read/workflow-index.ts';

export interface Helpers {
  readonly models: readonly N8nNode[];
  readonly memories: readonly N8nNode[];
  readonly parsers: readonly N8nNode[];
  readonly tools: readonly N8nNode[];
  /** Embeddings, loaders, splitters, stores: parts of a tool or of a store of knowledge. */
  readonly others: readonly N8nNode[];
}

export function helpersOf(workflow: N8nWorkflow, root: N8nNode): Helpers {
  const own = indexOf(workflow)
    .below(root)
    .filter(({ helper }) => !helper.isDisabled)
    .toSorted((left: N8nHelper, right: N8nHelper) => left.input - right.input);
  const ofKind = (kind: string): readonly N8nNode[] => [
    ...new Set(own.filter((helper) => helper.kind === kind).map(({ helper }) => helper)),
  ];
  const known = new Set(['ai_languageModel', 'ai_memory', 'ai_outputParser', 'ai_tool']);
  return {
    models: ofKind('ai_languageModel'),
    memories: ofKind('ai_memory'),
    parsers: ofKind('ai_outputParser'),
    tools: ofKind('ai_tool'),
    others: [...new Set(own.filter(({ kind }) => !known.has(kind)).map(({ helper }) => helper))],
  };
}

/** All nodes below one, those that are switched off too. */
export function allBelow(workflow: N8nWorkflow, root: N8nNode): readonly N8nNode[] {
  const { below } = indexOf(workflow);
  const found = new Set<N8nNode>();
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { helper } of below(next)) {
      if (found.has(helper) || helper === root) continue;
      found.add(helper);
      pending.push(helper);
    }
  }
  return [...found];
}

/** Whether a node only stands below others, and so becomes a part of them. */
export function isHelper(workflow: N8nWorkflow, node: N8nNode): boolean {
  const { helpers, sources } = indexOf(workflow);
  return helpers.has(node) && !sources.has(node);
}
