/** The groups of routes, in the order of the OpenAPI document, with what each is for. */
export const tags = {
  workflows: 'Definitions of workflows, with their versions.',
  assistant: 'A conversation about each workflow, with an assistant that builds it.',
  pipelines: 'Steps of pipelines, and steps that stand alone.',
  triggers: 'What starts workflows: schedules, webhooks, events, mails.',
  runs: 'Runs: started, read, streamed, cancelled, forked and compared.',
  shares: 'Pages on which people without a key start a workflow.',
  waits: 'Questions of runs to people, and their answers.',
  outbox: 'Messages that tell others of waits and runs.',
  destinations: 'Webhooks and mail servers that these messages go to.',
  agents: 'Agents that workflows name.',
  threads: 'Conversations with the agents of the host.',
  doors: 'Workflows for programs that speak another protocol: AI SDK, OpenAI, A2A, AG-UI.',
  evaluations: 'Cases to measure workflows with, and what the measurements found.',
  memory: 'What workflows remember across runs.',
  models: 'Providers of models, and the model that answers where none is named.',
  catalogue: 'What the server has to build workflows from.',
  keys: 'Who may use the server, and who did what.',
  views: 'Saved filters of run lists.',
  secrets: 'Secrets of the server and of its users; their values are never returned.',
  'mcp servers': 'MCP servers whose tools workflows call.',
  'own settings': 'Secrets and MCP servers that users set up for themselves.',
  connections: 'Services that people sign in to, for the requests and tools of their runs.',
  mcp: 'The server as an MCP server: workflows are its tools.',
  system: 'The state of the server, and this document.',
} as const;

export type Tag = keyof typeof tags;
