import { accountHandlers } from './account-handlers.ts';
import { agentDoorHandlers } from './doors/agent-door-handlers.ts';
import { agentHandlers } from './agent-handlers.ts';
import { assistantHandlers } from './threads/assistant-handlers.ts';
import { bundleHandlers } from './bundle-handlers.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import { connectionHandlers } from './settings/connection-handlers.ts';
import { mailboxHandlers } from './mailbox-handlers.ts';
import { destinationHandlers } from './destination-handlers.ts';
import { evaluationHandlers } from './evaluation-handlers.ts';
import type { Handlers } from './handler.ts';
import { doorHandlers } from './doors/door-handlers.ts';
import { hostHandlers } from './settings/host-handlers.ts';
import { memoryHandlers } from './memory-handlers.ts';
import { moveHandlers } from './move-handlers.ts';
import { openaiHandlers } from './doors/openai-handlers.ts';
import { outboxHandlers } from './outbox-handlers.ts';
import { ownHandlers } from './settings/own-handlers.ts';
import { pipelineHandlers } from './pipeline-handlers.ts';
import { providerHandlers } from './settings/provider-handlers.ts';
import { retentionHandlers } from './settings/retention-handlers.ts';
import { runHandlers } from './run-handlers.ts';
import { shareHandlers } from './share-handlers.ts';
import { startHandlers } from './start-handlers.ts';
import { systemHandlers } from './system-handlers.ts';
import { threadHandlers } from './threads/thread-handlers.ts';
import { triggerHandlers } from './trigger-handlers.ts';
import { waitHandlers } from './wait-handlers.ts';
import { workflowHandlers } from './workflow-handlers.ts';

/** The handlers of all routes. `metrics` gives the figures of the server that they answer for. */
export function allHandlers(options: { readonly metrics: () => string }): Handlers {
  return {
    ...workflowHandlers,
    ...assistantHandlers,
    ...startHandlers,
    ...runHandlers,
    ...bundleHandlers,
    ...moveHandlers,
    ...shareHandlers,
    ...waitHandlers,
    ...outboxHandlers,
    ...destinationHandlers,
    ...mailboxHandlers,
    ...catalogueHandlers,
    ...pipelineHandlers,
    ...triggerHandlers,
    ...agentHandlers,
    ...threadHandlers,
    ...doorHandlers,
    ...openaiHandlers,
    ...agentDoorHandlers,
    ...evaluationHandlers,
    ...memoryHandlers,
    ...accountHandlers,
    ...hostHandlers,
    ...providerHandlers,
    ...retentionHandlers,
    ...ownHandlers,
    ...connectionHandlers,
    ...systemHandlers(options),
  };
}
