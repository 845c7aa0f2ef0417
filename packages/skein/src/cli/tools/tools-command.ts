// `skein tools`: the tools that agents can call, one call by hand, and the confirmation of changed tools
import process from 'node:process';
import { checkArguments, failureIn, findTool } from '@skein/agents';
import { runId, type Json, type JsonObject } from '@skein/kernel';
import { composeTools, type ComposedTools } from '../../parts/compose-tools.ts';
import { asCommandError } from '../errors/as-command-error.ts';
import type { CommandCall } from '../arguments/command.ts';
import { CommandFailure, usageError } from '../errors/command-error.ts';
import { loadConfig } from '../inputs/load-config.ts';
import { printJson } from '../output/print-json.ts';
import { readInput } from '../inputs/read-input.ts';
import { readScriptOption } from '../inputs/read-script.ts';
import { visibleLine } from '../output/visible-text.ts';
import { remoteCall, type RemoteCall } from '../inputs/remote-call.ts';
import { listTools } from './list-tools.ts';
import { addServer, removeServer } from './own-servers.ts';
import { ownTools, remoteTools, type ToolsPlace } from './tools-place.ts';

export async function toolsCommand(call: CommandCall): Promise<number> {
  const { arguments: given } = call;
  const [action = '', ...names] = given.positionals;
  const ask = remoteCall(given);
  try {
    switch (action) {
      case 'ls':
        return await inPlace(call, ask, (place) => listTools(call, place, names));
      case 'confirm':
        return await inPlace(call, ask, (place) => confirmTools(call, place, names));
      case 'add':
        return await addServer(call, ask, names);
      case 'rm':
        return await removeServer(call, ask, names);
      case 'call':
        if (ask !== null) throw notThere();
        return await withTools(call, (tools) => callTool(call, tools, names));
      default:
        throw usageError(
          `There is no \`skein tools ${action}\`.`,
          'Choose from: ls, call, confirm, add, rm.',
        );
    }
  } catch (error) {
    throw asCommandError(error, (code) => exitCodes.get(code) ?? 1);
  }
}

function inPlace(
  call: CommandCall,
  ask: RemoteCall | null,
  perform: (place: ToolsPlace) => Promise<number>,
): Promise<number> {
  if (ask !== null) return perform(remoteTools(ask));
  return withTools(call, (tools) => perform(ownTools(tools)));
}

async function withTools(
  { arguments: given, terminal }: CommandCall,
  perform: (tools: ComposedTools) => Promise<number>,
): Promise<number> {
  const tools = composeTools({
    ...(await loadConfig(given)),
    script: await readScriptOption(given),
    onToolProblem: (message) => terminal.note(`${visibleLine(message, 500)}\n`),
  });
  try {
    return await perform(tools);
  } finally {
    await tools.close();
  }
}

/** A call outside a run would not be in any journal, and nobody could say who made it. */
function notThere(): Error {
  return usageError(
    'A server calls tools only in runs.',
    'Run a workflow with a node of type "tool" there, or leave out --server.',
  );
}

async function callTool(
  { arguments: given, terminal, isJson }: CommandCall,
  tools: ComposedTools,
  [name, ...more]: readonly string[],
): Promise<number> {
  if (name === undefined || more.length > 0)
    throw usageError('`skein tools call` needs the id of one tool.', 'See `skein tools ls`.');
  const written = given.one('args');
  const args: Json = written === undefined ? {} : await readInput(written, terminal);
  const tool = await findTool(tools, name);
  const checked = checkArguments(tool, args);
  if (!checked.ok) throw badArguments(name, checked.problems, tool.parameters);
  if (tool.ask !== undefined)
    throw usageError(`"${name}" asks a person, which only works inside a run.`);
  const interrupted = new AbortController();
  const stop = () => interrupted.abort();
  process.once('SIGINT', stop);
  try {
    const about = { callId: 'cli', idempotencyKey: crypto.randomUUID(), run: runId(''), node: '' };
    // What a tool gives is JSON, or nothing.
    const result = (await tool.run(checked.args, {
      ...about,
      signal: interrupted.signal,
      emit: () => {},
    })) as Json | undefined;
    if (isJson) printJson(terminal, { tool: name, result: result ?? null });
    else if (typeof result === 'string') terminal.foreignData(`${result}\n`);
    else terminal.foreignData(`${JSON.stringify(result ?? null, undefined, 2)}\n`);
    return 0;
  } catch (error) {
    throw failureIn(error) === undefined ? toolFailed(name, error) : error;
  } finally {
    process.off('SIGINT', stop);
  }
}

async function confirmTools(
  { terminal, isJson }: CommandCall,
  place: ToolsPlace,
  [server, ...names]: readonly string[],
): Promise<number> {
  if (server === undefined)
    throw usageError('`skein tools confirm` needs the name of a server.', 'See `skein tools ls`.');
  await place.confirm(server, names);
  const { tools = [] } = (await place.servers()).find(({ name }) => name === server) ?? {};
  const named = (...states: readonly string[]) =>
    tools.filter(({ state }) => states.includes(state)).map(({ name }) => name);
  const [confirmed, unconfirmed] = [named('ready'), named('changed', 'new')];
  if (isJson) printJson(terminal, { server, confirmed, unconfirmed });
  else terminal.data(`${server}: ${confirmed.length} confirmed, ${unconfirmed.length} not\n`);
  return 0;
}

const exitCodes = new Map([
  ['TOOL_NOT_FOUND', 5],
  ['TOOL_UNCONFIRMED', 4],
  ['TOOL_AMBIGUOUS', 6],
  ['SECRET_REFUSED', 4],
  ['HTTP_REFUSED', 4],
  ['MCP_FAILED', 8],
  ['HTTP_FAILED', 8],
  ['OPENAPI_INVALID', 2],
  ['BAD_CONFIG', 2],
]);

function badArguments(
  name: string,
  problems: readonly string[],
  parameters: JsonObject,
): CommandFailure {
  return new CommandFailure({
    code: 'TOOL_ARGS_INVALID',
    message: `The arguments of "${name}" are invalid: ${problems.join('; ')}.`,
    hint: `Give --args '{ … }' that match its schema; \`skein tools ls ${name} --json\` shows it.`,
    details: { problems: [...problems], parameters },
    exitCode: 2,
  });
}

function toolFailed(name: string, error: unknown): CommandFailure {
  const message = error instanceof Error ? error.message : String(error);
  return new CommandFailure({
    code: 'TOOL_FAILED',
    message: `The tool "${name}" failed: ${message}`,
    hint: 'Read the error of the tool; the call is not retried.',
    exitCode: 1,
  });
}
