// Whether the tools that agents name, and those that edges of an executor wait for, are there
// Warnings, because the process that validates need not be the one that runs.
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { createSuggester } from '../../diagnostics/suggester.ts';
import type { CompileOptions } from '../../dialect/dialect.ts';
import { isKnownTool } from '../../dialect/known-tools.ts';
import type { StoredAgent } from '../../dialect/stored-agent.ts';
import { quotedShort } from '../../shape/describe.ts';
import { isAlways } from '../read/definition.ts';
import { findAgent, knownAgents, type KnownAgents } from '../read/find-agent.ts';
import type { ReadDefinition } from '../read/read-definition.ts';

export function checkTools(
  read: ReadDefinition,
  { agents: stored, tools }: Pick<CompileOptions, 'agents' | 'tools'>,
): readonly Finding[] {
  const hasTool = tools === undefined ? undefined : (name: string) => isKnownTool(tools, name);
  const known = knownAgents(read.agents?.map(({ item }) => item) ?? null, stored);
  return [
    ...(hasTool === undefined ? [] : checkAgentTools(read, known, hasTool)),
    ...checkToolEdges(read, known, hasTool),
  ];
}

type HasTool = (name: string) => boolean;

function checkAgentTools(
  { agents, nodes }: ReadDefinition,
  known: KnownAgents,
  hasTool: HasTool,
): readonly Finding[] {
  const own = (agents ?? []).flatMap(({ item, at }) =>
    missingTools(item, hasTool).map(({ name, place }) =>
      notRegistered(['agents', at, 'tools', place, 'name'], item, name),
    ),
  );
  // A stored agent has no place in the definition but the nodes that name it.
  const stored = nodes.flatMap(({ item, at }) => {
    const agent = item.nodeType === 'AGENT' ? findAgent(known, item) : undefined;
    if (agent === undefined || known.own?.get(agent.id) === agent) return [];
    return missingTools(agent, hasTool).map(({ name }) =>
      notRegistered(['nodes', at, 'agentId'], agent, name),
    );
  });
  return [...own, ...stored];
}

function missingTools({ tools }: StoredAgent, hasTool: HasTool) {
  return (tools ?? []).flatMap(({ name }, place) => (hasTool(name) ? [] : [{ name, place }]));
}

function notRegistered(path: Path, { id }: StoredAgent, name: string): Finding {
  return {
    path,
    code: 'TOOL_NOT_REGISTERED',
    severity: 'warning',
    message: `The agent ${quotedShort(id)} has the tool ${quotedShort(name)}, which nobody has registered.`,
    hint: 'Register the tool, add its server to the configuration, or correct the name.',
  };
}

/** A suggestion compares all of them. */
const suggestedMax = 100;

/** An edge of an executor is only followed after a tool of this name, so some agent must be able to call it. */
function checkToolEdges(
  { edges, nodes, typeOf }: ReadDefinition,
  known: KnownAgents,
  hasTool: HasTool | undefined,
): readonly Finding[] {
  const agents = nodes.filter(({ item }) => item.nodeType === 'AGENT');
  const described = agents.map(({ item }) => findAgent(known, item));
  const names = described.flatMap((agent) => (agent?.tools ?? []).map(({ name }) => name));
  const callable = new Set(names);
  const suggested = [...callable].slice(0, suggestedMax);
  const suggest = createSuggester();
  // An agent that nobody described may call whatever the host has.
  const isOpen = described.includes(undefined);
  if (isOpen && hasTool === undefined) return [];
  return edges.flatMap(({ item, at }): readonly Finding[] => {
    const { conditionValue, sourceNodeId } = item;
    if (isAlways(item) || typeOf.get(sourceNodeId) !== 'TOOL_EXECUTOR') return [];
    if (!conditionValue || callable.has(conditionValue)) return [];
    if (isOpen && hasTool?.(conditionValue) === true) return [];
    const meant = suggest(conditionValue, suggested);
    return [
      {
        path: ['edges', at, 'conditionValue'],
        code: 'EDGE_TOOL_UNKNOWN',
        severity: 'warning',
        message: `No agent can call a tool ${quotedShort(conditionValue)}, so this edge is never followed.`,
        hint:
          meant === null
            ? 'Name a tool of an agent, or give an agent this tool.'
            : `Did you mean ${quotedShort(meant)}?`,
      },
    ];
  });
}
