// chat
// One turn of a conversation: the message goes to the model together with the history, tools run in the loop of the agents,
// and message and reply are added to the history. What the tools said is in the journal only.
import {
  isObject,
  nonEmptyTextAt,
  ownValue,
  textOf,
  type JsonObject,
  type NodeResult,
} from '@skein/kernel';
import type { NodeBehaviour, NodeCall, NodeIo } from '@skein/ports';
import { acceptToolApproval } from '../../loop/approve-tool-call.ts';
import { historyOf } from '../../loop/conversation.ts';
import type { AgentPlan } from '../../loop/agent-plan.ts';
import { runAgentLoop } from '../../loop/run-agent-loop.ts';
import type { AgentResult } from '../../loop/agent-result.ts';
import { givenTools } from './given-tools.ts';
import { askingNeeds } from './flow-needs.ts';
import { modelName } from './model-name.ts';

const turnsMax = 20;

export const chatNode: NodeBehaviour = {
  description: 'Asks the model in a conversation, with tools.',
  run: runChat,
  needs: askingNeeds,
  asksInSteps: true,
  accept: acceptToolApproval,
};

async function runChat(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { settings } = io.context();
  const message = messageOf(call.inputs, settings);
  const history = historyOf(io, call.context);
  const answer = await runAgentLoop(
    {
      session: openSession(call, io, history.length),
      model: modelName(call.config, settings),
      system: nonEmptyTextAt(settings, 'systemInstructions'),
      history,
      messages: [{ role: 'user', content: message }],
      tools: await givenTools(io.tools, ownValue(call.inputs, 'tools'), call.node),
      maxTurns: turnsMax,
    },
    call,
    io,
  );
  const { text } = answer;
  return {
    value: text,
    ports: { result: text, data: text, response: text, context: null },
    context: {
      append: [
        { role: 'user', content: message },
        { role: 'assistant', content: text },
      ],
      // How the conversation was sent: as a whole, or only what the provider's session lacked.
      set: {
        currentOutput: text,
        historySent: answer.historySent ?? 'full',
        ...keepSession(answer, settings),
      },
    },
  };
}

/**
 * The session of this context, if it belongs to the same model and nothing was added since. Other chats and injected messages
 * are unknown to it; in that case the whole history is sent.
 */
function openSession({ config }: NodeCall, io: NodeIo, messages: number): AgentPlan['session'] {
  const { settings } = io.context();
  const kept = ownValue(settings, 'session');
  if (!isObject(kept) || ownValue(kept, 'messages') !== messages) return {};
  const { provider, name } = io.model(modelName(config, settings));
  const isSame = ownValue(kept, 'provider') === provider && ownValue(kept, 'model') === name;
  const id = ownValue(kept, 'id');
  return isSame && typeof id === 'string' ? { id, known: messages } : {};
}

/** Settings are never removed, so a session that is over is set to null. */
function keepSession(
  { session, provider, model, history }: AgentResult,
  settings: JsonObject,
): JsonObject {
  // The history, the message and the answer. Messages that others add meanwhile make the context longer than that.
  const messages = history + 2;
  if (session !== undefined) return { session: { id: session, provider, model, messages } };
  return isObject(ownValue(settings, 'session') ?? null) ? { session: null } : {};
}

/** `message`, else `data`, else the newest text of this context, else an empty text. */
function messageOf(inputs: JsonObject, settings: JsonObject): string {
  const given = ownValue(inputs, 'message') ?? ownValue(inputs, 'data');
  return textOf(given ?? ownValue(settings, 'currentOutput') ?? '');
}
