// A native workflow as a pipeline
// Works on any workflow, even if it was edited or written by hand. A workflow that was compiled from a pipeline gets its original
// document back, including what only the document has (owners, times, unknown keys).
//
// E1. Differences between the result and the workflow are listed: the result is compiled again and compared, key by key.
// E2. No step of the result refers to one that does not come before it.
import {
  equalJson,
  isObject,
  ownValue,
  pointer,
  type Diagnostic,
  type Json,
  type JsonObject,
  type Workflow,
  type WorkflowNode,
} from '@skein/kernel';
import { triggerSettings } from '../../triggers/read-trigger.ts';
import { inertText } from '../../diagnostics/inert-text.ts';
import type { Exported } from '../../dialect/dialect.ts';
import { quotedShort } from '../../shape/describe.ts';
import { chainOf } from './chain-of.ts';
import { conditionsOf } from '../check/check-conditions.ts';
import { compilePipeline } from '../compile/compile-pipeline.ts';
import { compileStep } from '../compile/compile-step.ts';
import { exportStep } from './export-step.ts';
import { exportNames, type ExportNames } from './export-names.ts';
import { readPrompt } from '../read/read-prompt.ts';
import { hasOutput, readSteps, textOrEmpty, type Step } from '../read/read-steps.ts';
import type { Loss } from './loss.ts';

export function exportPipeline(workflow: Workflow): Exported {
  const source = sourceOf(workflow);
  const { nodes, losses: unchained } = chainOf(workflow);
  const names = exportNames(workflow, nodes);
  const losses: Loss[] = [...unchained, ...names.losses];
  const steps = exportSteps(nodes, { workflow, names, source, losses });
  const definition = { ...topOf(workflow, source), steps };
  losses.push(...compareTop(workflow, nodes));
  losses.push(...compareNodes(workflow, definition, names));
  return { definition, losses: losses.map(toWarning) };
}

interface Exporting {
  readonly workflow: Workflow;
  readonly names: ExportNames;
  readonly source: JsonObject;
  readonly losses: Loss[];
}

function exportSteps(
  nodes: readonly WorkflowNode[],
  { workflow, names, source, losses }: Exporting,
): readonly JsonObject[] {
  const originals = new Map(readSteps(source).map((step) => [step.uuid, step]));
  const places = new Map(workflow.nodes.map(({ id }, place) => [id, place]));
  const earlier = new Set<string>();
  let last: Step | null = null;
  return nodes.map((node) => {
    const original = originals.get(node.id);
    const place = places.get(node.id) ?? 0;
    const how = { names, losses, earlier, original: original?.written ?? {}, place };
    const isAsWritten =
      original !== undefined &&
      names.isFaithful &&
      refersBack(original, earlier) &&
      equalJson(asJson(compileStep(original, last)), asJson(node));
    const written = isAsWritten ? { ...original.written, uuid: node.id } : exportStep(node, how);
    const step = readSteps({ steps: [written] })[0];
    if (step !== undefined && hasOutput(step)) {
      earlier.add(node.id);
      last = step;
    }
    return written;
  });
}

/** A step that was moved may now stand before what it refers to. */
function refersBack(step: Step, earlier: ReadonlySet<string>): boolean {
  const { parts } = readPrompt(textOrEmpty(step.written, 'system_prompt'));
  const looked = conditionsOf(step).map((condition) =>
    isObject(condition) ? textOrEmpty(condition, 'step_definition_uuid') : '',
  );
  return (
    parts.every((part) => part.kind !== 'step' || earlier.has(part.uuid)) &&
    looked.every((uuid) => earlier.has(uuid))
  );
}

function asJson(node: WorkflowNode): Json {
  // A node is its own JSON.
  return node as unknown as Json;
}

/** The document that the workflow was compiled from, when it was a pipeline. */
function sourceOf({ studio }: Workflow): JsonObject {
  const source = ownValue(studio ?? {}, 'source');
  if (source === undefined || !isObject(source)) return {};
  if (ownValue(source, 'dialect') !== 'pipeline') return {};
  const definition = ownValue(source, 'definition');
  return definition !== undefined && isObject(definition) ? definition : {};
}

function topOf(workflow: Workflow, source: JsonObject): JsonObject {
  const { id, name, description, policy } = workflow;
  const trigger = inOwnWords(workflow.trigger);
  const idKey = Object.hasOwn(source, 'id') && !Object.hasOwn(source, 'uuid') ? 'id' : 'uuid';
  const said = { [idKey]: id, name, description, policy: asValue(policy), trigger };
  const before = ['uuid', 'id', ...Object.keys(said), 'steps'];
  const kept = Object.entries(source).filter(([key]) => !before.includes(key));
  const others = Object.entries(said).filter(([, value]) => value !== undefined);
  const written = new Map<string, Json>([...(others as [string, Json][]), ...kept]);
  const old = ownValue(source, 'trigger');
  if (trigger === undefined && old === null) written.set('trigger', null);
  // Owner and times of the trigger are only in the document.
  if (isObject(trigger ?? null) && isObject(old ?? null)) {
    written.set('trigger', { ...(old as JsonObject), ...(trigger as JsonObject) });
  }
  return Object.fromEntries(written);
}

/** A pipeline names the settings of its trigger as the original API does. */
function inOwnWords(trigger: Json | undefined): Json | undefined {
  if (trigger === undefined || !isObject(trigger)) return trigger;
  if (Object.hasOwn(trigger, 'trigger_type_id')) return trigger;
  const { name: _, start: __, ...settings } = triggerSettings(trigger);
  return settings;
}

function asValue(policy: Workflow['policy']): Json | undefined {
  // A policy is plain data.
  return policy as unknown as Json | undefined;
}

const saidAtTop = new Set([
  'skein',
  'id',
  'name',
  'description',
  'policy',
  'trigger',
  'nodes',
  'edges',
  'studio',
  '$schema',
]);

function compareTop(workflow: Workflow, nodes: readonly WorkflowNode[]): readonly Loss[] {
  return Object.entries(workflow).flatMap(([key, value]: [string, unknown]): readonly Loss[] => {
    if (saidAtTop.has(key)) return [];
    const isFirst = key === 'entry' && equalJson(value as Json, [nodes[0]?.id ?? '']);
    if (isFirst) return [];
    return [{ path: [key], message: `A pipeline has nothing like the key ${quotedShort(key)}.` }];
  });
}

/** Keys that mean the same under another name, or are told of where they are turned into words. */
const explained = new Set([
  'system',
  'prompt',
  'model',
  'tools',
  'maxTurns',
  'conditions',
  // Made anew by compiling, from where the step stands.
  'outputs',
  'result',
]);
const ofCompiling = new Set(['id', 'type', 'config', 'join', 'derived', 'name']);

function compareNodes(
  workflow: Workflow,
  definition: JsonObject,
  names: ExportNames,
): readonly Loss[] {
  const back = compilePipeline(definition).workflow?.nodes ?? [];
  const compiled = new Map(back.map((node) => [node.id, node]));
  return workflow.nodes.flatMap((node, i): readonly Loss[] => {
    const other = compiled.get(names.uuidOf(node.id) ?? '');
    if (other === undefined) return [];
    const lost = (path: readonly string[], key: string): Loss => ({
      path: ['nodes', i, ...path],
      message: `A step of a pipeline has nothing like the key ${quotedShort(key)}.`,
    });
    const own = differing(node, other, ofCompiling).map((key) => lost([key], key));
    const config = differing(node.config ?? {}, other.config ?? {}, explained);
    return [...own, ...config.map((key) => lost(['config', key], key))];
  });
}

function differing(written: object, other: object, aside: ReadonlySet<string>): readonly string[] {
  return Object.keys(written).filter((key) => {
    if (aside.has(key)) return false;
    const [left, right] = [written, other].map((object) => ownValue(object as JsonObject, key));
    return left !== undefined && (right === undefined || !equalJson(left, right));
  });
}

function toWarning({ path, message, hint }: Loss): Diagnostic {
  return {
    code: 'EXPORT_LOSS',
    severity: 'warning',
    pointer: pointer(...path),
    message: inertText(message),
    hint: inertText(hint ?? 'Keep the workflow in native form if it needs this.'),
  };
}
