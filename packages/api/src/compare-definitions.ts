import { diffWorkflows, type WorkflowDiff } from '@skein/dialects';
import { isObject, ownValue, type JsonObject, type Workflow } from '@skein/kernel';

/** How two native definitions differ, valid or not: drafts are compared too. */
export function compareDefinitions(before: JsonObject, after: JsonObject): WorkflowDiff {
  return diffWorkflows({ before: asWorkflow(before), after: asWorkflow(after) });
}

/** Its comparison reads nothing but lists of objects and JSON. */
function asWorkflow(definition: JsonObject): Workflow {
  const lists = { nodes: objectsIn(definition, 'nodes'), edges: objectsIn(definition, 'edges') };
  // Nothing else of a workflow is read.
  return { ...definition, ...lists } as unknown as Workflow;
}

function objectsIn(definition: JsonObject, key: string): readonly JsonObject[] {
  const list = ownValue(definition, key);
  return Array.isArray(list) ? list.filter(isObject) : [];
}
