// The route table
// Everything that the server answers to, by the names of its operations.
import { accountRoutes } from './account-routes.ts';
import { agentDoorRoutes } from './doors/agent-door-routes.ts';
import { agentRoutes } from './agent-routes.ts';
import { assistantRoutes } from './building/assistant-routes.ts';
import { bundleRoutes } from './bundle-routes.ts';
import { catalogueRoutes } from './catalogue-routes.ts';
import { connectionRoutes } from './connection-routes.ts';
import { mailboxRoutes } from './messages/mailbox-routes.ts';
import { destinationRoutes } from './messages/destination-routes.ts';
import { doorRoutes } from './doors/door-routes.ts';
import { evaluationRoutes } from './building/evaluation-routes.ts';
import { hostRoutes } from './host-routes.ts';
import { memoryRoutes } from './memory-routes.ts';
import { moveRoutes } from './move-routes.ts';
import { openaiRoutes } from './doors/openai-routes.ts';
import { outboxRoutes } from './messages/outbox-routes.ts';
import { ownRoutes } from './own-routes.ts';
import { pipelineRoutes } from './pipeline-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { retentionRoutes } from './retention-routes.ts';
import { runRoutes } from './run-routes.ts';
import { shareRoutes } from './share-routes.ts';
import { startRoutes } from './start-routes.ts';
import { systemRoutes } from './system-routes.ts';
import { threadRoutes } from './thread-routes.ts';
import { triggerRoutes } from './trigger-routes.ts';
import { waitRoutes } from './wait-routes.ts';
import { workflowRoutes } from './workflow-routes.ts';

export const basePath = '/api/v1';

export const routes = {
  ...workflowRoutes,
  ...assistantRoutes,
  ...startRoutes,
  ...runRoutes,
  ...bundleRoutes,
  ...moveRoutes,
  ...shareRoutes,
  ...waitRoutes,
  ...outboxRoutes,
  ...destinationRoutes,
  ...mailboxRoutes,
  ...catalogueRoutes,
  ...pipelineRoutes,
  ...triggerRoutes,
  ...agentRoutes,
  ...threadRoutes,
  ...doorRoutes,
  ...openaiRoutes,
  ...agentDoorRoutes,
  ...evaluationRoutes,
  ...memoryRoutes,
  ...accountRoutes,
  ...hostRoutes,
  ...providerRoutes,
  ...retentionRoutes,
  ...ownRoutes,
  ...connectionRoutes,
  ...systemRoutes,
};

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The names of the routes in each file of the table; a server has a file of handlers for each. */
export interface RouteGroups {
  readonly workflow: keyof typeof workflowRoutes;
  readonly assistant: keyof typeof assistantRoutes;
  readonly evaluation: keyof typeof evaluationRoutes;
  readonly start: keyof typeof startRoutes;
  readonly run: keyof typeof runRoutes;
  readonly bundle: keyof typeof bundleRoutes;
  readonly move: keyof typeof moveRoutes;
  readonly share: keyof typeof shareRoutes;
  readonly wait: keyof typeof waitRoutes;
  readonly outbox: keyof typeof outboxRoutes;
  readonly connection: keyof typeof connectionRoutes;
  readonly destination: keyof typeof destinationRoutes;
  readonly mailbox: keyof typeof mailboxRoutes;
  readonly catalogue: keyof typeof catalogueRoutes;
  readonly pipeline: keyof typeof pipelineRoutes;
  readonly trigger: keyof typeof triggerRoutes;
  readonly agent: keyof typeof agentRoutes;
  readonly thread: keyof typeof threadRoutes;
  readonly door: keyof typeof doorRoutes;
  readonly openai: keyof typeof openaiRoutes;
  readonly agentDoor: keyof typeof agentDoorRoutes;
  readonly memory: keyof typeof memoryRoutes;
  readonly account: keyof typeof accountRoutes;
  readonly host: keyof typeof hostRoutes;
  readonly provider: keyof typeof providerRoutes;
  readonly retention: keyof typeof retentionRoutes;
  readonly own: keyof typeof ownRoutes;
  readonly system: keyof typeof systemRoutes;
}
