// The assistant that builds workflows
// A1. A conversation belongs to a workflow and to its user: whose workflow it is is checked with the path, as for every request about it.
// A2. It writes drafts, so talking to it needs the right to write. Whoever may only start runs cannot have workflows built.
// A3. What a person must agree to is answered like every wait: the model that asked has no way to do so.
import { createHash } from 'node:crypto';
import { compareDefinitions, isObject, type JsonObject } from '@skein/api';
import { EngineError, withoutUndefined } from '@skein/ports';
import { ownWorkflow } from '../../features/workflows/save-workflow.ts';
import type { Caller } from '../../features/workflows/caller.ts';
import { assistantAgent, assistantType } from '../../host/assistant.ts';
import type { HostThread } from '../../host/threads.ts';
import { whose } from '../../identity/identity.ts';
import type { Asked, HandlersOf } from '../handler.ts';
import { answered, engineFor } from './thread-engine.ts';

export const assistantHandlers: HandlersOf<'assistant'> = {
  getAssistant: async ({ services: { assistant } }) => ({
    body: {
      isAvailable: assistant !== undefined,
      isOffline: assistant?.isOffline() ?? false,
    },
  }),
  async readAssistant(asked) {
    const messages = await (await opened(asked)).uiMessages({ turns: asked.query.turns });
    return {
      body: { messages: messages.map((message) => ({ ...message, parts: [...message.parts] })) },
    };
  },
  async askAssistant(asked) {
    const { text, id, version } = asked.body;
    const thread = await opened(asked, withoutUndefined({ version }));
    return answered(asked, thread.send({ text, ...withoutUndefined({ id }) }));
  },
  async decideForAssistant(asked) {
    const { approvalId, ...decision } = asked.body;
    const thread = await opened(asked);
    return answered(asked, thread.decide(approvalId, withoutUndefined(decision)));
  },
  stopAssistant: async (asked) => ({ body: { isStopped: await (await opened(asked)).stop() } }),
  streamAssistant: async (asked) =>
    (await opened(asked)).respond(new Request(asked.request.url, { method: 'GET' })),
  async diffVersions(asked) {
    const { params, query } = asked;
    const [before, after] = await Promise.all([
      nativeDefinition(asked, params.id, query.from),
      nativeDefinition(asked, params.id, query.to),
    ]);
    const { equal, workflow, nodes, edges } = compareDefinitions(before, after);
    // It is JSON with narrower types.
    return { body: JSON.parse(JSON.stringify({ equal, workflow, nodes, edges })) };
  },
};

type AssistantRoute =
  | 'readAssistant'
  | 'askAssistant'
  | 'decideForAssistant'
  | 'stopAssistant'
  | 'streamAssistant';

async function opened(
  asked: Asked<AssistantRoute>,
  about: { readonly version?: string } = {},
): Promise<HostThread> {
  const { services, identity, params } = asked;
  if (services.assistant === undefined) throw new EngineError('NO_ASSISTANT', {});
  // What is said about a workflow is there for whoever has the workflow.
  await ownWorkflow(asked, params.id);
  return services.threads.open(engineFor(asked), {
    agent: assistantAgent,
    id: threadOf(params.id),
    ...whose(identity),
    stored: {
      id: assistantAgent,
      tools: [],
      type: assistantType,
      about: { workflow: params.id, ...about },
    },
  });
}

const threadIdMax = 120;

/** Ids of workflows may be longer than those of threads. */
function threadOf(workflow: string): string {
  if (workflow.length <= threadIdMax) return workflow;
  return createHash('sha256').update(workflow).digest('hex');
}

async function nativeDefinition(
  caller: Caller,
  id: string,
  version: string | undefined,
): Promise<JsonObject> {
  const { definition, dialect } = await ownWorkflow(caller, id, version);
  if (dialect === 'native' && isObject(definition)) return definition;
  const complaint = `"${id}" is written in the format ${dialect}; convert it to native first`;
  throw new EngineError('BAD_VALUE', { what: 'workflow', complaint });
}
