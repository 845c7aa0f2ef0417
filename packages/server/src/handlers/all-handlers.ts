import { accountHandlers } from './account-handlers.ts';
import { agentHandlers } from './agent-handlers.ts';
import { bundleHandlers } from './bundle-handlers.ts';
import { catalogueHandlers } from './catalogue-handlers.ts';
import { destinationHandlers } from './destination-handlers.ts';
import type { Handlers } from './handler.ts';
import { hostHandlers } from './host-handlers.ts';
import { memoryHandlers } from './memory-handlers.ts';
import { moveHandlers } from './move-handlers.ts';
import { outboxHandlers } from './outbox-handlers.ts';
import { ownHandlers } from './own-handlers.ts';
import { pipelineHandlers } from './pipeline-handlers.ts';
import { runHandlers } from './run-handlers.ts';
import { startHandlers } from './start-handlers.ts';
import { systemHandlers } from './system-handlers.ts';
import { threadHandlers } from './thread-handlers.ts';
import { triggerHandlers } from './trigger-handlers.ts';
import { waitHandlers } from './wait-handlers.ts';
import { workflowHandlers } from './workflow-handlers.ts';

/** The handlers of all routes. `metrics` gives the figures of the server that they answer for. */
export function allHandlers(options: { readonly metrics: () => string }): Handlers {
  return {
    ...workflowHandlers,
    ...startHandlers,
    ...runHandlers,
    ...bundleHandlers,
    ...moveHandlers,
    ...waitHandlers,
    ...outboxHandlers,
    ...destinationHandlers,
    ...catalogueHandlers,
    ...pipelineHandlers,
    ...triggerHandlers,
    ...agentHandlers,
    ...threadHandlers,
    ...memoryHandlers,
    ...accountHandlers,
    ...hostHandlers,
    ...ownHandlers,
    ...systemHandlers(options),
  };
}
