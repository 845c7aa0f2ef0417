// The tools that every agent of a graph gets
// With `router` an agent chooses who is next, with `end` it ends a conversation. Both are answered where they are called; no
// executor ever sees them.
import type { ModelTool } from '@skein/ports';
import type { AgentConfig } from './agent-config.ts';

const ROUTER = 'router';
export const END_TOOL = 'end';

export function injectedTools({
  routes,
  conversational,
}: Pick<AgentConfig, 'routes' | 'conversational'>): readonly ModelTool[] {
  return [
    ...(routes.length === 0 ? [] : [routerTool(routes)]),
    ...(conversational ? [endTool] : []),
  ];
}

function routerTool(routes: readonly string[]): ModelTool {
  return {
    name: ROUTER,
    description: 'Chooses who goes on after this message.',
    parameters: {
      type: 'object',
      properties: {
        next_node: { type: 'string', enum: routes, description: 'Who goes on; END ends the run.' },
      },
      required: ['next_node'],
      additionalProperties: false,
    },
  };
}

const endTool: ModelTool = {
  name: END_TOOL,
  description: 'Ends the conversation.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/** What the system prompt says about `end`. */
export const endSentence =
  'When the user has what they came for, or says goodbye, call the tool "end" to end the conversation.';
