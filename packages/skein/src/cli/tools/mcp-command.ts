// `skein mcp`: workflows as tools for any MCP client that can start a process
import process from 'node:process';
import { Writable } from 'node:stream';
import type { Engine } from '@skein/engine';
import type { McpStdioOptions } from '@skein/server';
import { createEngine } from '../../embedding/create-engine.ts';
import type { CommandCall } from '../arguments/command.ts';
import { loadConfig, type ConfiguredOptions } from '../inputs/load-config.ts';
import { packageVersion } from '../../package-version.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { requireDefinition } from '../inputs/read-definition.ts';
import { readScriptOption } from '../inputs/read-script.ts';
import { storeUrl } from '../inputs/store-url.ts';
import type { Terminal } from '../output/terminal.ts';
import { visibleLine } from '../output/visible-text.ts';
import { withoutUndefined } from '../../without-undefined.ts';

export async function mcpCommand({ arguments: given, terminal }: CommandCall): Promise<number> {
  const output = ownStdout();
  const user = given.one('user');
  const configured = await loadConfig(given);
  const engine = await createEngine({
    ...configured,
    store: storeUrl(given),
    script: await readScriptOption(given),
    onProblem: (error) => note(terminal, error),
  });
  try {
    await saveFiles(engine, given, user);
    const onProblem = (error: unknown) => note(terminal, error);
    const pipes = { version: packageVersion(), input: process.stdin, output };
    const served = given.has('build')
      ? await serveBuilding(engine, { configured, user, onProblem, pipes })
      : await serveWorkflows(engine, { user, onProblem, pipes });
    terminal.note(`Serving ${served.what} over stdin and stdout.\n`);
    await Promise.race([served.ended, signalled()]);
    await served.close();
    return 0;
  } finally {
    await engine.close();
  }
}

interface Serving {
  readonly user: string | undefined;
  readonly onProblem: (error: unknown) => void;
  readonly pipes: Pick<McpStdioOptions, 'version' | 'input' | 'output'>;
}

async function serveWorkflows(engine: Engine, { user, onProblem, pipes }: Serving) {
  const { mcpStdio } = await import('@skein/server');
  const served = await mcpStdio(withoutUndefined({ engine, onProblem, user, ...pipes }));
  return { ...served, what: 'workflows' };
}

async function serveBuilding(
  engine: Engine,
  { configured, pipes, ...rest }: Serving & { readonly configured: ConfiguredOptions },
) {
  const { buildingStdio } = await import('@skein/server');
  const { createBuildingHost } = await import('../building/create-building-host.ts');
  const host = createBuildingHost(engine, { configured, ...rest });
  const served = await buildingStdio({ host, ...pipes });
  const close = async () => {
    await served.close();
    await host.close();
  };
  return { ended: served.ended, close, what: 'tools that build workflows' };
}

/** What functions of users print would break the protocol: from now on only this writes to stdout, and all others to stderr. */
function ownStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
}

async function saveFiles(
  engine: Engine,
  given: ParsedArguments,
  user: string | undefined,
): Promise<void> {
  for (const file of given.all('workflows')) {
    // Anything that is not an object is refused with the other diagnostics of the definition.
    const definition = (await requireDefinition(file, undefined)) as object;
    await engine.workflows.save(definition, user === undefined ? {} : { user });
  }
}

function note(terminal: Terminal, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  terminal.note(`${visibleLine(message, noteMax)}\n`);
}

const noteMax = 500;

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
