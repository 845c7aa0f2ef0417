// Requests for the matrix of routes: every route with a body has a sample by its type, so one that is missing does not compile.
import { randomUUID } from 'node:crypto';
import { basePath, routes, type Owner, type Route, type RouteName, type Routes } from '@skein/api';
import { hello } from './serving.ts';

/** Ids of things, by kind: those of Ann, or ones that nobody has. */
export interface Things extends Readonly<Record<Owner, string>> {
  readonly version: string;
  readonly otherRun: string;
  readonly pipeline: string;
  /** A step of the pipeline, and a node of the workflow. */
  readonly node: string;
}

/** What a request has besides its path. */
interface Sample {
  /** In place of those that the table says. */
  readonly params?: { readonly [name: string]: string };
  readonly query?: string;
  readonly body?: unknown;
}

type MakeSample = (things: Things) => Sample;
type WithBody = {
  [Name in RouteName]: Routes[Name] extends { readonly body: unknown } ? Name : never;
}[RouteName];

const samples: { readonly [Name in WithBody]: MakeSample } & {
  readonly [Name in RouteName]?: MakeSample;
} = {
  createWorkflow: () => ({ body: { ...hello, id: `w-${randomUUID()}` } }),
  importWorkflow: () => ({ body: { ...hello, id: `w-${randomUUID()}` } }),
  previewImport: () => ({ body: { text: '{"StartAt":"A","States":{}}', name: 'machine' } }),
  validateWorkflow: () => ({ body: hello }),
  convertWorkflow: () => ({ query: '?to=native', body: hello }),
  createFromTemplate: () => ({ body: { template: 'unheard-of' } }),
  copyWorkflow: () => ({ body: { name: 'Another' } }),
  putWorkflow: () => ({ body: hello }),
  keepDraft: () => ({ body: hello }),
  makeSecret: () => ({ body: {} }),
  testTrigger: () => ({ body: {} }),
  patchWorkflow: () => ({ body: { name: 'taken over' } }),
  runWorkflow: () => ({ body: {} }),
  runNode: () => ({ body: {} }),
  listRuns: ({ workflow, run }) => ({ query: `?workflow=${workflow}&parent=${run}` }),
  cancelRuns: ({ run }) => ({ body: { filter: { ids: [run] } } }),
  explainNode: () => ({ query: '?node=review' }),
  cancelRun: () => ({}),
  retryNode: () => ({ body: { node: 'review' } }),
  forkRun: () => ({ body: {} }),
  replayRun: () => ({ body: {} }),
  continueRun: () => ({ body: {} }),
  migrateRun: () => ({ body: { version: 'sha256:unheard-of', dryRun: true } }),
  migrateRuns: () => ({ body: { dryRun: true } }),
  importRuns: ({ run }) => ({
    body: { format: 'skein-runs-1', root: run, runs: [], definitions: [] },
  }),
  diffRuns: ({ otherRun }) => ({ params: { b: otherRun } }),
  listWaits: ({ run }) => ({ query: `?run=${run}` }),
  answerWait: () => ({ body: 'yes' }),
  linkWait: () => ({ body: { for: 'ana@example.org' } }),
  resumeRun: ({ wait }) => ({ body: { wait, input: 'yes' } }),
  mcp: () => ({ body: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
  addStep: ({ pipeline }) => ({
    params: { id: pipeline },
    body: { type: 'custom_llm', name: 'Another' },
  }),
  orderSteps: ({ pipeline, step }) => ({
    params: { id: pipeline },
    body: { ordered_step_uuids: [step] },
  }),
  putStep: ({ pipeline, step }) => ({
    params: { id: pipeline, step },
    body: { name: 'taken over' },
  }),
  deleteStep: ({ pipeline, step }) => ({ params: { id: pipeline, step } }),
  createStep: () => ({ body: { type: 'custom_llm', name: 'Alone' } }),
  changeStep: () => ({ body: { name: 'taken over' } }),
  setTrigger: ({ pipeline }) => ({
    params: { id: pipeline },
    body: { trigger_type_id: 'manual' },
  }),
  setTriggers: ({ pipeline }) => ({
    params: { id: pipeline },
    body: { triggers: [{ trigger_type_id: 'manual' }] },
  }),
  addTrigger: () => ({ body: { trigger_type_id: 'manual' } }),
  removeTrigger: ({ pipeline }) => ({ params: { id: pipeline } }),
  previewTrigger: () => ({ body: { trigger_type_id: 'manual' } }),
  listTriggers: ({ workflow }) => ({ query: `?workflow=${workflow}` }),
  putTrigger: () => ({ body: { config: {} } }),
  receiveHook: () => ({ body: { a: 1 } }),
  sendEvent: ({ run }) => ({ body: { name: 'ping', run } }),
  createKey: () => ({ body: { name: 'another' } }),
  signIn: () => ({ body: { key: 'skein_forged' } }),
  listAudit: ({ workflow }) => ({ query: `?subject=${workflow}` }),
  putSecret: () => ({ body: { value: 'x' } }),
  putDestination: () => ({ body: { kind: 'webhook', url: 'https://hooks.example.org/' } }),
  testDestination: () => ({ body: {} }),
  putMailbox: () => ({ body: { host: 'imap.example.org', user: 'ada', password: 'secret' } }),
  confirmMcpServer: () => ({ body: {} }),
  putOwnSecret: () => ({ body: { value: 'x' } }),
  putOwnMcpServer: () => ({ body: { url: 'https://mcp.example.org/mcp', disabled: true } }),
  createView: () => ({ body: { name: 'v', filter: {} } }),
  sendToThread: () => ({ body: { text: 'Hello' } }),
  addCase: () => ({ body: { id: 'taken-over', input: 1 } }),
  startEvaluation: ({ workflow, dataset }) => ({
    body: { workflow, dataset, scorers: [{ check: 'true' }] },
  }),
  askAssistant: () => ({ body: { text: 'Hello' } }),
  decideForAssistant: ({ wait }) => ({ body: { approvalId: wait, approved: true } }),
  stopThread: () => ({ body: {} }),
  createShare: () => ({ body: {} }),
  putConnection: () => ({
    body: { preset: 'github', clientId: 'c', clientSecret: 's' },
  }),
  putProvider: () => ({ body: { type: 'openai', key: 'k' } }),
  testProvider: () => ({ body: {} }),
  setDefaultModel: () => ({ body: { model: null } }),
  createAccess: () => ({ body: { user: 'carol', name: 'k', scopes: ['read'] } }),
  putRetention: () => ({ body: { days: null } }),
  putMcpServer: () => ({ body: { url: 'https://mcp.example.com/mcp' } }),
  forkThread: () => ({ body: { before: 'm1', to: 'other' } }),
  decideInThread: ({ wait }) => ({ body: { approvalId: wait, approved: true } }),
  postCompletion: () => ({ body: { model: 'shop', messages: [{ role: 'user', content: 'x' }] } }),
  postResponse: () => ({ body: { model: 'shop', input: 'x' } }),
  postA2a: () => ({ body: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } } }),
  postAgUi: () => ({
    body: { threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: 'x' }] },
  }),
  postUiChat: () => ({ body: { id: 'mine', messages: [] } }),
  chat: () => ({ body: { id: 'mine', messages: [] } }),
  getMemory: () => ({ query: '?key=k' }),
  putMemory: () => ({ query: '?key=k', body: { value: 'taken over' } }),
  addMemory: () => ({ query: '?key=k', body: { value: 1 } }),
  deleteMemory: () => ({ query: '?key=k' }),
  createAgent: () => ({ body: { id: `a-${randomUUID()}` } }),
  putAgent: () => ({ body: { name: 'taken over' } }),
};

/** With the ids that the table says the path names: parts of a workflow by their own name, all others by their kind. */
export function requestOf(
  name: RouteName,
  things: Things,
): { readonly method: string; readonly path: string; readonly body?: unknown } {
  const route: Route = routes[name];
  const { params = {}, query = '', ...rest } = samples[name]?.(things) ?? {};
  const { version, node } = things;
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, param: string) => {
    const kind = route.owner?.[param] ?? 'server';
    return encodeURIComponent({ version, node, ...params }[param] ?? things[kind]);
  });
  return { method: route.method.toUpperCase(), path: `${basePath}${path}${query}`, ...rest };
}
