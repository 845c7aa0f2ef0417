// Our client, as the conformance suite starts it: lists the tools of the server whose address is the last argument, and calls them.
import process from 'node:process';
import { createVault, mcpTools } from '@skein/agents';
import { runId, type NodeId } from '@skein/kernel';

const url = process.argv.at(-1) ?? '';
const tools = mcpTools({ suite: { url } }, { vault: createVault({ find: () => undefined }) });
const args: Readonly<Record<string, object>> = { 'suite-add_numbers': { a: 5, b: 3 } };
try {
  for (const tool of await tools.list()) {
    const call = {
      signal: AbortSignal.timeout(20_000),
      idempotencyKey: tool.name,
      callId: tool.name,
      run: runId('run'),
      // Any name will do.
      node: 'node' as NodeId,
      emit: () => {},
    };
    const result = await tool.run(args[tool.name] ?? {}, call);
    process.stdout.write(`${tool.name}: ${JSON.stringify(result)}\n`);
  }
  for (const { name, state, error } of await tools.servers())
    if (state === 'failed') throw new Error(`${name}: ${error}`);
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
} finally {
  await tools.close();
}
