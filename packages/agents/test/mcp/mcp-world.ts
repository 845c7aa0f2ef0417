// MCP servers of a test: real processes, started as a configuration would, and ended with it.
import { runId } from '@skein/kernel';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createVault, environmentSecrets, mcpTools, type McpServerConfig } from '@skein/agents';
import type { ToolCall } from '@skein/ports';
import { expect, onTestFinished } from 'vitest';

type Options = Partial<Parameters<typeof mcpTools>[1]>;

const require = createRequire(import.meta.url);
/** Not what these tests are about, and a busy machine takes its time to start a process. */
const startTimeoutMs = 120_000;
const hostile = fileURLToPath(new URL('hostile-server.mjs', import.meta.url));

/** A server that behaves in this way. */
export function hostileServer(
  behaviour: string,
  { file, ...settings }: Partial<McpServerConfig> & { readonly file?: string } = {},
): McpServerConfig {
  const args = [hostile, behaviour, ...(file === undefined ? [] : [file])];
  return { command: process.execPath, args, startTimeoutMs, ...settings };
}

/** The program of a package from npm. */
export function packageServer(name: string, args: readonly string[]): McpServerConfig {
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  const [program = ''] = Object.values(bin);
  const file = path.join(path.dirname(manifest), program);
  return { command: process.execPath, args: [file, ...args], startTimeoutMs };
}

export function startMcp(
  servers: Readonly<Record<string, McpServerConfig>>,
  { environment = {}, ...options }: Options & { environment?: Record<string, string> } = {},
) {
  const vault = createVault(environmentSecrets(environment));
  const tools = mcpTools(servers, { vault, ...options });
  onTestFinished(() => tools.close());
  return tools;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function toolCall(changes: Partial<ToolCall> = {}): ToolCall {
  return {
    signal: new AbortController().signal,
    idempotencyKey: 'key',
    callId: 'call',
    run: runId('run'),
    node: 'node',
    emit: () => {},
    ...changes,
  };
}

/** Whether the process is there; one that ended but was not yet fetched by its parent is not. */
export function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${id}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Waits for the end of processes. */
export async function allGone(ids: readonly number[]): Promise<void> {
  await expect.poll(() => ids.filter(isAlive)).toEqual([]);
}
