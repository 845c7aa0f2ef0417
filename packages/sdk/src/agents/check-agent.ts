import { isStandard, schemaComplaint } from '@skein/agents';
import { EngineError } from '@skein/ports';
import type { AgentSource } from './agent-source.ts';
import { isSdkSchema, schemaOf } from './to-port-tool.ts';
import type { AnyTool } from './tool.ts';

/** What providers take as the name of a tool, and paths and journals as that of an agent. */
const namePattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Refuses an agent that could never answer, when it is made and not when somebody asks it. */
export function checkAgent(source: AgentSource): void {
  const { id, tools, output, history } = source;
  const problems: string[] = [];
  if (!namePattern.test(id)) problems.push(`its id ${JSON.stringify(id)} ${badName}`);
  for (const [name, tool] of Object.entries(tools)) {
    if (!namePattern.test(name)) problems.push(`the name of the tool "${name}" ${badName}`);
    problems.push(...toolComplaints(name, tool));
  }
  const complaint = output === undefined ? null : schemaComplaint(output, { isForModels: true });
  if (complaint !== null) problems.push(`"output" ${complaint}`);
  for (const [key, value] of Object.entries<number>(history ?? {})) {
    if (!Number.isInteger(value) || value < 1)
      problems.push(`"history.${key}" is ${String(value)}, not a whole number from 1 on`);
  }
  if (problems.length > 0) throw new EngineError('AGENT_INVALID', { agent: String(id), problems });
}

const badName = 'is not 1 to 64 letters, digits, "_" and "-"';

function toolComplaints(name: string, tool: AnyTool): readonly string[] {
  if (typeof tool.execute !== 'function')
    return [
      `the tool "${name}" has no "execute": tools of providers and of browsers are not run here`,
    ];
  const schema = schemaOf(tool.inputSchema);
  if (!isStandard(schema) && isSdkSchema(schema)) return [];
  const described = 'jsonSchema' in tool ? tool.jsonSchema : undefined;
  const complaint = schemaComplaint(schema, { described, isForModels: true });
  return complaint === null ? [] : [`"inputSchema" of the tool "${name}" ${complaint}`];
}
