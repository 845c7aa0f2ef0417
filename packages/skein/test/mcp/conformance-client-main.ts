// Our client, as the conformance suite starts it: a server of Skein whose operator adds the server at the address in the last argument, and runs a
// workflow for each of its tools. Whoever is asked to sign in does so; forms are sent back empty, so that their defaults count.
import process from 'node:process';
import { openStore } from '@skein/stores';
import { composeServer } from '../../src/server/compose-server.ts';

type Loose = ReturnType<typeof JSON.parse>;

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context: Loose = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const usesAccount = scenario.startsWith('auth/');
const roundsMax = 5;

const server = await composeServer({
  store: await openStore('memory'),
  environment: {},
  secretKey: new Uint8Array(32).fill(7),
  onProblem: (problem) => void process.stderr.write(`${String(problem)}\n`),
});
const { url: place } = await server.listen({ port: 0 });

async function ask(method: string, where: string, body?: unknown): Promise<Loose> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${place}/api/v1${where}`, { method, headers, ...sent });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${where}: ${text}`);
  return { body: JSON.parse(text), headers: response.headers };
}

/** What a browser does, at an authorization server that agrees at once. */
async function signIn(): Promise<void> {
  const begun = await ask('POST', '/connections/suite/sign-in');
  const cookie = begun.headers.get('set-cookie').split(';')[0];
  const agreed = await fetch(begun.body.url, { redirect: 'manual' });
  const back = await fetch(agreed.headers.get('location') ?? '', { headers: { cookie } });
  if (!back.ok) throw new Error(await back.text());
}

/** The arguments that the suite wants for a tool; for others the smallest that fit. */
function argumentsFor({ name, parameters }: Loose, tools: readonly Loose[]): object {
  const given = context.toolCalls?.find((each: Loose) => each.name === name)?.arguments;
  if (given !== undefined) return given;
  if (name === 'add_numbers') return { a: 5, b: 3 };
  // It wants to see the schema of the other tool as it has arrived.
  if (name === 'json_schema_echo')
    return { schema: tools.find((each) => each.name === 'json_schema_2020_12_tool')?.parameters };
  const required: readonly string[] = parameters.required ?? [];
  const samples: Loose = {
    string: 'text',
    number: 1,
    integer: 1,
    boolean: true,
    object: {},
    array: [],
  };
  return Object.fromEntries(
    required.map((key) => [key, samples[parameters.properties?.[key]?.type] ?? 'text']),
  );
}

/** When it has ended (a call that fails is an end like any other), or asks something else. */
async function settled(id: string, before?: string): Promise<Loose> {
  for (;;) {
    const { body } = await ask('GET', `/runs/${id}`);
    const asks = body.waits.some((wait: Loose) => wait.id !== before);
    if (asks || !['running', 'waiting'].includes(body.status)) return body;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function callTool(tool: Loose, tools: readonly Loose[]): Promise<void> {
  const config = { tool: tool.id, args: argumentsFor(tool, tools) };
  const flow = { skein: 1, id: tool.id, nodes: [{ id: 'call', type: 'tool', config }], edges: [] };
  await ask('POST', '/workflows', flow);
  const { run_id: id } = (await ask('POST', `/workflows/${tool.id}/run`, {})).body;
  let run = await settled(id);
  for (let round = 0; round < roundsMax && run.waits.length > 0; round++) {
    const [wait] = run.waits;
    if (wait.kind === 'auth') await signIn();
    else await ask('POST', `/waits/${wait.id}/answer`, {});
    run = await settled(id, wait.id);
  }
  process.stdout.write(`${tool.name}: ${JSON.stringify(run.output ?? run.error)}\n`);
}

try {
  if (usesAccount) {
    const { client_id: clientId, client_secret: clientSecret } = context;
    const cimd = 'https://conformance-test.local/client-metadata.json';
    const client = scenario === 'auth/basic-cimd' ? { clientId: cimd } : { clientId, clientSecret };
    await ask('PUT', '/connections/suite', { mcp: url, ...client });
    await signIn();
  }
  const auth = usesAccount ? { auth: { connection: 'suite' } } : {};
  const add = () => ask('PUT', '/mcp-servers/suite', { url, ...auth });
  let added = await add();
  for (
    let round = 0;
    round < roundsMax && /needs a sign-in/.test(added.body.error ?? '');
    round++
  ) {
    await signIn();
    added = await add();
  }
  if (added.body.state === 'failed') throw new Error(added.body.error);
  const { tools } = added.body;
  for (const tool of tools) if (tool.state === 'ready') await callTool(tool, tools);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
} finally {
  await server.close();
  process.exit();
}
