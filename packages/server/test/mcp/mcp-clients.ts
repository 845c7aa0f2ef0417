// The official client, over both transports, as an older and as a newer one.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import {
  Client,
  StreamableHTTPClientTransport,
  type ElicitRequest,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { hostFile, neededServer } from '@skein/testkit';
import type { FlowFolder } from './tool-flows.ts';

const program = await neededServer('program');
const hostProgram = hostFile('packages/server/test/mcp/mcp-host-main.ts');
const flags = ['--disallow-code-generation-from-strings'];

export type Era = 'newer' | 'older';
export type Elicit = (params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>;

export interface ConnectOptions {
  readonly era: Era;
  /** What the user of the client does with a form; without it the client cannot show any. */
  readonly elicit?: Elicit;
}

export interface Connected {
  readonly client: Client;
  /** Everything on stderr so far. */
  readonly stderr: () => string;
  /** Ends the server as a power cut would. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

function makeClient({ era, elicit }: ConnectOptions): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      versionNegotiation: { mode: era === 'newer' ? { pin: '2026-07-28' } : 'legacy' },
      capabilities: elicit === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  if (elicit !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => elicit(params));
  }
  return client;
}

/** `skein mcp` as a client starts it. */
export async function connectStdio(
  folder: FlowFolder,
  options: ConnectOptions & { readonly args?: readonly string[] },
): Promise<Connected> {
  const client = makeClient(options);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...flags, program, 'mcp', ...(options.args ?? [])],
    cwd: folder.path,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await client.connect(transport);
  return {
    client,
    stderr: () => stderr,
    kill: async () => {
      const closed = new Promise<void>((resolve) => {
        client.onclose = () => resolve();
      });
      process.kill(transport.pid ?? 0, 'SIGKILL');
      await closed;
    },
    close: () => client.close(),
  };
}

export interface HttpHost {
  readonly url: string;
  readonly child: ChildProcess;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
}

/** A process that serves the handler on node:http. */
export async function startHttpHost(folder: FlowFolder, store = 'memory'): Promise<HttpHost> {
  const child = spawn(process.execPath, [...flags, hostProgram, store], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error('The host ended before it said its address.');
  });
  const said = once(child.stdout, 'data') as Promise<[Buffer]>;
  const [first] = await Promise.race([said, failed]);
  failed.catch(() => {});
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  return {
    url: first.toString().trim(),
    child,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

export async function connectHttp(
  { url }: HttpHost,
  options: ConnectOptions & { readonly user?: string },
): Promise<Connected> {
  const client = makeClient(options);
  const headers = options.user === undefined ? {} : { authorization: `Bearer ${options.user}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport);
  return { client, stderr: () => '', kill: async () => {}, close: () => client.close() };
}

/** The files of a folder as `--workflows` names them. */
export function workflowArguments(folder: FlowFolder, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => [
    '--workflows',
    path.join(folder.path, `flow-${i}.json`),
  ]).flat();
}
