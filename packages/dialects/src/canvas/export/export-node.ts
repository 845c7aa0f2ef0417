// Native nodes as nodes of a canvas.
import { ownValue, setOwn, type Json, type JsonObject, type WorkflowNode } from '@skein/kernel';
import type { Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';
import { filledTextOf, literalOf } from './export-text.ts';
import { noteTemplate } from '../read/approval-notes.ts';
import { exportChoice } from './export-choice.ts';
import { previousPlaceholder } from '../read/read-canvas.ts';
import { defaultAgentName, defaultSystemPrompt, inputReference } from '../compile/to-workflow.ts';
import type { ExportedNode, ReportLoss } from './exported-node.ts';

export interface NodeRole {
  readonly isStart: boolean;
  readonly isSubagent: boolean;
  readonly hasSubagents: boolean;
  /** Whose notes it gets. */
  readonly approvals: readonly string[];
  /** Flow edges that lead to it. */
  readonly incoming: number;
}

const plainHandles: ReadonlyMap<string, string> = new Map([['output', 'output']]);
const approvalHandles: ReadonlyMap<string, string> = new Map([
  ['approved', 'approve'],
  ['rejected', 'reject'],
]);

/** Null when a canvas has no such node. */
export function exportNode(
  node: WorkflowNode,
  role: NodeRole,
  report: ReportLoss,
): ExportedNode | null {
  const made = convert(node, role, report);
  if (made !== null) reportSettings(node, role, report);
  return made;
}

function convert(node: WorkflowNode, role: NodeRole, report: ReportLoss): ExportedNode | null {
  if (role.isStart) return exportStart(node, report);
  switch (node.type) {
    case 'agent':
    case 'llm':
      return exportAgent(node, role, report);
    case 'if':
    case 'switch':
      return exportChoice(node, report);
    case 'approval':
      return exportApproval(node, role, report);
    default:
      return null;
  }
}

function exportStart({ id, type, config = {} }: WorkflowNode, report: ReportLoss): ExportedNode {
  const value = type === 'start' ? inputReference : ownValue(config, 'value');
  if (type === 'start') reportKeys(config, [], report);
  const isInput = value === inputReference || value === '${trigger}' || value === '${previous}';
  const initialInput = isInput ? undefined : startValue(value, report);
  const data = initialInput === undefined ? {} : { data: { initialInput } };
  return { json: { id, type: 'start', ...data }, handles: plainHandles };
}

function startValue(value: Json | undefined, report: ReportLoss): Json | undefined {
  const literal = value === undefined ? undefined : literalOf(value);
  if (literal === undefined || literal === null || literal === '') {
    report(
      ['config', 'value'],
      'A start gives a fixed value or the input of the run, and nothing else.',
    );
    return undefined;
  }
  return literal;
}

const agentKeys = ['system', 'prompt', 'note', 'model', 'reasoningEffort', 'tools', 'maxTurns'];

function exportAgent(node: WorkflowNode, role: NodeRole, report: ReportLoss): ExportedNode {
  const { id, config = {} } = node;
  const inConfig: ReportLoss = (path, message) => report(['config', ...path], message);
  reportKeys(config, agentKeys, report);
  const name = node.name ?? id;
  const data: { [key: string]: Json } = {
    ...(name === defaultAgentName ? {} : { agentName: name }),
    ...((node.description ?? '') !== '' && { description: node.description }),
    ...systemOf(config, role, inConfig),
    ...userPromptOf(config, role, inConfig),
  };
  for (const key of ['model', 'reasoningEffort']) {
    const value = ownValue(config, key);
    if (value !== undefined) data[key] = literalText(value, [key], inConfig);
  }
  reportNote(config, { role, hasOwnPrompt: data['userPrompt'] !== undefined }, inConfig);
  const tools = toolsOf(config, role, inConfig);
  if (tools !== null) data['tools'] = tools;
  const maxTurns = ownValue(config, 'maxTurns') ?? 20;
  if (maxTurns !== 20) inConfig(['maxTurns'], 'An agent of a canvas has 20 turns.');
  return {
    json: { id, type: 'agent', ...(Object.keys(data).length === 0 ? {} : { data }) },
    name,
    handles: plainHandles,
  };
}

/** An agent without a prompt of its own gets the notes below its message, and no other agent does. */
function reportNote(
  config: JsonObject,
  { role, hasOwnPrompt }: { readonly role: NodeRole; readonly hasOwnPrompt: boolean },
  report: ReportLoss,
): void {
  const { isSubagent, approvals } = role;
  const expected = hasOwnPrompt || isSubagent ? '' : noteTemplate(approvals);
  if ((ownValue(config, 'note') ?? '') === expected) return;
  report(
    ['note'],
    'An agent of a canvas without a user prompt gets the notes of the approvals before it, and no others.',
  );
}

function systemOf(config: JsonObject, { approvals }: NodeRole, report: ReportLoss): JsonObject {
  const system = ownValue(config, 'system');
  const text =
    system === undefined
      ? ''
      : filledText(system, approvals, (_, message) => report(['system'], message));
  if (text === '') {
    report([], `An agent of a canvas without a system prompt gets "${defaultSystemPrompt}"`);
  }
  return text === '' || text === defaultSystemPrompt ? {} : { systemPrompt: text };
}

function userPromptOf(
  config: JsonObject,
  { isSubagent, approvals }: NodeRole,
  report: ReportLoss,
): JsonObject {
  const prompt = ownValue(config, 'prompt');
  if (isSubagent) {
    if (prompt !== undefined) report(['prompt'], 'A subagent has no prompt of its own.');
    return {};
  }
  const written = typeof prompt === 'string' ? filledTextOf(prompt, approvals) : undefined;
  // Without a prompt, the message is the previous output.
  const text = written === previousPlaceholder ? '' : written;
  if (text === undefined || (text.trim() === '' && written !== previousPlaceholder)) {
    report(
      ['prompt'],
      'The prompt of an agent of a canvas can only read the previous output and the notes of approvals.',
    );
    return typeof prompt === 'string' ? { userPrompt: prompt } : {};
  }
  return text === '' ? {} : { userPrompt: text };
}

const onlyNames =
  'An agent of a canvas has the tools that it names; "subagents" means the agents connected to it.';

function toolsOf(
  config: JsonObject,
  { hasSubagents }: NodeRole,
  report: ReportLoss,
): JsonObject | null {
  const tools = ownValue(config, 'tools') ?? [];
  const names: readonly Json[] = Array.isArray(tools) ? tools : [tools];
  const chosen: { [name: string]: Json } = {};
  for (const [index, name] of names.entries()) {
    const literal = literalOf(name);
    const isName = Array.isArray(tools) && typeof literal === 'string' && literal !== 'subagents';
    if (isName) setOwn(chosen, literal, true);
    else report(['tools', ...(Array.isArray(tools) ? [index] : [])], onlyNames);
  }
  if (hasSubagents) chosen['subagents'] = true;
  return Object.keys(chosen).length === 0 ? null : chosen;
}

function exportApproval(
  { id, config = {} }: WorkflowNode,
  { approvals }: NodeRole,
  report: ReportLoss,
): ExportedNode {
  reportKeys(config, ['prompt', 'otherText'], report);
  const prompt = ownValue(config, 'prompt');
  const data: { [key: string]: Json } = {};
  if (prompt !== undefined) {
    const text = filledText(prompt, approvals, (_, message) =>
      report(['config', 'prompt'], message),
    );
    if (text !== '') data['prompt'] = text;
  }
  const otherText = ownValue(config, 'otherText');
  if (otherText !== undefined && otherText !== null) data['otherText'] = otherText;
  const given = Object.keys(data).length === 0 ? {} : { data };
  return { json: { id, type: 'approval', ...given }, handles: approvalHandles };
}

/** A text in which only placeholders are filled; else the text as it is written, and a loss. */
function filledText(value: Json, approvals: readonly string[], report: ReportLoss): string {
  const text = typeof value === 'string' ? filledTextOf(value, approvals) : undefined;
  if (text !== undefined) return text;
  report(
    [],
    'In a canvas, texts can only refer to the previous output and the notes of approvals.',
  );
  return typeof value === 'string' ? value : '';
}

/** A text without references; else the text as it is written, and a loss. */
function literalText(value: Json, path: Path, report: ReportLoss): string {
  const literal = literalOf(value);
  if (typeof literal === 'string') return literal;
  report(path, 'In a canvas, references can only be used in prompts.');
  return typeof value === 'string' ? value : '';
}

function reportKeys(config: JsonObject, known: readonly string[], report: ReportLoss): void {
  for (const [key, value] of Object.entries(config)) {
    if (known.includes(key) || value === null) continue;
    report(['config', key], `A canvas cannot express the setting ${quotedShort(key)}.`);
  }
}

/** Settings that every native node may have and no node of a canvas has. */
function reportSettings(node: WorkflowNode, { incoming }: NodeRole, report: ReportLoss): void {
  const { join = 'all', name, id, type } = node;
  if (join !== 'each' && incoming > 1) {
    report(
      ['join'],
      `In a canvas ${quotedShort(id)} runs once for every token that reaches it; here its join is "${join}".`,
    );
  }
  if (name !== undefined && type !== 'agent' && type !== 'llm') {
    report(['name'], 'Only agents of a canvas have a name.');
  }
  if (node.description !== undefined && type !== 'agent' && type !== 'llm')
    report(['description'], 'Only agents of a canvas have a description.');
  const others = [
    'input',
    'requireOneOf',
    'retry',
    'timeoutMs',
    'effect',
    'mutex',
    'concurrency',
    'rate',
    'priority',
  ] as const;
  for (const key of others) {
    if (node[key] === undefined || node[key] === null) continue;
    report([key], `A node of a canvas cannot express ${quotedShort(key)}.`);
  }
  if ((node.cancels ?? []).length > 0) report(['cancels'], 'A node of a canvas cancels no others.');
}
