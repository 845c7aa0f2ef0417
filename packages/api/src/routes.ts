// The route table
// Everything that the server answers to, by the names of its operations.
import { accountRoutes } from './routes/account-routes.ts';
import { agentRoutes } from './routes/agent-routes.ts';
import { catalogueRoutes } from './routes/catalogue-routes.ts';
import { hostRoutes } from './routes/host-routes.ts';
import { pipelineRoutes } from './routes/pipeline-routes.ts';
import { runRoutes } from './routes/run-routes.ts';
import { systemRoutes } from './routes/system-routes.ts';
import { triggerRoutes } from './routes/trigger-routes.ts';
import { workflowRoutes } from './routes/workflow-routes.ts';

export const basePath = '/api/v1';

export const routes = {
  ...workflowRoutes,
  ...runRoutes,
  ...catalogueRoutes,
  ...pipelineRoutes,
  ...triggerRoutes,
  ...agentRoutes,
  ...accountRoutes,
  ...hostRoutes,
  ...systemRoutes,
};

export type Routes = typeof routes;
export type RouteName = keyof Routes;
