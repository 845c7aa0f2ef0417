import type { DialectName } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';

/** What an empty workflow is created from. */
export interface EmptyWorkflow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

/** Whether a body only names a workflow and does not define it. */
export function isEmptyRequest(body: JsonObject): boolean {
  const keys = Object.keys(body);
  return (
    keys.length > 0 && keys.every((key) => ['name', 'description', 'dialect', 'id'].includes(key))
  );
}

/** The first definition in each dialect: with a start where one is required, and nothing after it. */
export function emptyDefinition(dialect: DialectName, given: EmptyWorkflow): JsonObject {
  const { id, name, description } = given;
  const head = { id, name, description };
  switch (dialect) {
    case 'native':
      return { skein: 1, ...head, nodes: [{ id: 'start', type: 'start' }], edges: [] };
    case 'session-graph':
      return { ...head, steps: [{ id: 'root' }], paths: [] };
    case 'dataflow': {
      const node = { id: 'start', nodeType: 'defaultContextStart', config: {} };
      return { ...head, nodes: [node], edges: [] };
    }
    case 'agent-graph': {
      const node = {
        id: 'agent',
        workflowId: id,
        nodeType: 'AGENT',
        nodeName: 'Agent',
        agentId: 'agent',
      };
      const agents = [{ id: 'agent', name: 'Agent', systemPrompt: '', model: '', tools: [] }];
      return {
        ...head,
        isConversational: false,
        entrypointNodeId: 'agent',
        nodes: [node],
        edges: [],
        agents,
      };
    }
    case 'canvas': {
      const node = { id: 'start', type: 'start', x: 0, y: 0, data: {} };
      return { ...head, nodes: [node], connections: [] };
    }
    case 'pipeline':
      return { uuid: id, name, description, is_active: true, trigger: null, steps: [] };
  }
}
