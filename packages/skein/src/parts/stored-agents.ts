// Agents in the store
// A definition of the dialect agent-graph may only name its agents. They are looked up whenever a run starts, because they may be
// stored or changed after the workflow. What a run was started with is a version of its own, so it keeps it.
import { detectDialect, missingAgents, withAgents } from '@skein/dialects';
import type { Complete } from '@skein/engine';
import { isObject, type Json } from '@skein/kernel';
import type { AgentRecord, Store } from '@skein/ports';

export function storedAgents({ agents }: Pick<Store, 'agents'>): Complete {
  return (definition, { dialect, user = '' }) => {
    const isGraph = (dialect ?? detectDialect(definition)?.name) === 'agent-graph';
    // Anything that is not an object is refused by the compiler.
    const json = definition as Json;
    const missing = isGraph && isObject(json) ? missingAgents(json) : [];
    if (missing.length === 0 || !isObject(json)) return { definition, isFixed: true };
    return (async () => {
      const found = await Promise.all(missing.map(async (id) => agents.get(id, user)));
      const stored = found.filter((agent) => agent !== undefined).map(toAgent);
      return { definition: withAgents(json, stored), isFixed: false };
    })();
  };
}

function toAgent({ id, name, systemPrompt, model, tools }: AgentRecord) {
  // The tools of an agent are a list of descriptions; one that is broken is named by the diagnostics.
  return { id, name, systemPrompt, model, tools: tools as never };
}
