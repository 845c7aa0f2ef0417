// The assistant
// A conversation about one workflow. Each turn is a run of its own, in which an agent has the tools for building workflows and works with the
// rights of the run's user: it finds only their workflows and runs.
//
// A1. What it writes is a draft. Only a person publishes.
// A2. Nothing outside is reached by a trial, unless a person has agreed to that very call.
// A3. Whoever answers, a provider or the templates, uses the same tools, and every call is in the journal.
import { acceptToolApproval } from '@skein/agents';
import type { Engine } from '@skein/engine';
import { agentKind, isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { withoutUndefined, type NodeCall, type NodeIo, type NodeType } from '@skein/ports';
import { runTurn, type AskedAgent } from '@skein/sdk';
import { assistantAgent, assistantType } from '@skein/server';
import type { AssistantPart, AssistantSurroundings } from '../../../parts/assistant-part.ts';
import type { ConfiguredOptions } from '../../inputs/load-config.ts';
import type { createBuildingHost } from '../create-building-host.ts';
import { assistantInstructions } from './assistant-instructions.ts';
import { assistantTools } from './assistant-tools.ts';
import { assistantValue } from './assistant-value.ts';
import { liveTrial } from './live-trial.ts';
import { templateModel } from './template-model.ts';

/** Users whose trials can still be explained. */
const hostsMax = 20;

/** Model calls for one answer: reading, writing, some repairs, trials. */
const turnsMax = 40;

const refusesPublishing = 'only a person publishes: your user does it in the studio';

type Host = ReturnType<typeof createBuildingHost>;

export function createAssistant(
  configured: ConfiguredOptions,
  onProblem: (error: unknown) => void,
): AssistantPart {
  let opened: AssistantSurroundings | null = null;
  const hosts = new Map<string, Host>();
  const surroundings = () => {
    if (opened === null) throw new Error('The assistant is asked before its engine is there.');
    return opened;
  };
  const hostFor = async (user: string | undefined): Promise<Host> => {
    const known = hosts.get(user ?? '');
    if (known !== undefined) return known;
    const made = await hostOf(surroundings().engine, user);
    hosts.set(user ?? '', made);
    const [oldest] = hosts.keys();
    if (hosts.size > hostsMax && oldest !== undefined) {
      await hosts.get(oldest)?.close();
      hosts.delete(oldest);
    }
    return made;
  };
  const hostOf = async (engine: Engine, user: string | undefined): Promise<Host> => {
    // Loaded when somebody asks: a server starts without it.
    const { createBuildingHost: create } = await import('../create-building-host.ts');
    const host = create(engine, { configured, user, onProblem });
    return {
      ...host,
      refusesPublishing,
      tryOut: (trial) => (trial.isLive ? liveTrial(engine, user, trial) : host.tryOut(trial)),
    };
  };
  const plan = async (call: NodeCall, io: NodeIo): Promise<AskedAgent> => {
    const host = await hostFor(call.user);
    // Read once: a call that is made again after a crash asks the same.
    const about = await io.step('workflow', () => workflowOf(surroundings().engine, call));
    const [id, version] = [textAt(about, 'id'), textAt(about, 'version')];
    // What is on the canvas is what is worked on, whatever was drafted before.
    if (id !== undefined && version !== undefined) host.drafts.set(id, version);
    const named = textAt(call.config, 'model');
    const isOffline = named === undefined && surroundings().isOffline();
    const templates = isOffline ? templateModel(about) : undefined;
    return {
      agent: assistantAgent,
      system: assistantInstructions(about),
      tools: assistantTools(host),
      maxTurns: turnsMax,
      ...withoutUndefined({ ownModel: templates, model: templates?.name ?? named }),
    };
  };
  return {
    nodeType: {
      ...turnType,
      run: (call, io) => {
        const answerer = {
          id: assistantAgent,
          plan: () => plan(call, io),
          toValue: assistantValue,
        };
        return runTurn(answerer, call, io);
      },
    },
    open(parts) {
      opened = parts;
    },
    async close() {
      for (const host of hosts.values()) await host.close();
    },
  };
}

const turnType: NodeType = {
  kind: agentKind(assistantType, ['thread']),
  name: 'Assistant',
  description: 'One turn of a conversation with the assistant that builds workflows.',
  asksInSteps: true,
  accept: acceptToolApproval,
};

/** The workflow that the user has open, as the studio has it: `about` names the draft that is on the canvas. */
async function workflowOf(engine: Engine, { config, user }: NodeCall): Promise<JsonObject> {
  const agent = ownValue(config, 'agent');
  const about = isObject(agent) ? ownValue(agent, 'about') : undefined;
  const id = isObject(about) ? textAt(about, 'workflow') : undefined;
  if (id === undefined || !isObject(about)) return {};
  const version = textAt(about, 'version');
  const found = await engine.workflows.get(id, version, user).catch(() => null);
  if (found === null) return { id };
  // Definitions are stored as JSON.
  const definition = found.definition as Json;
  return { id, version: found.version, dialect: found.dialect, definition };
}
