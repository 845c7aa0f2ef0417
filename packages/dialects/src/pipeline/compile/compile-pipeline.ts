// Compiling a pipeline
// A chain: each step one node, in order, each with one edge to the next. Invariants:
// C1. Diagnostics point into the pipeline and are about steps; those of the kernel are translated.
// C2. Nothing here throws, whatever its input (Dialects D1).
import {
  compileGraphInParts,
  doAtOnce,
  isObject,
  ownValue,
  pointer,
  type Diagnostic,
  type Json,
  type JsonObject,
  type LongWork,
  type Reference,
  type Workflow,
} from '@skein/kernel';
import { toDiagnostic } from '../../diagnostics/finding.ts';
import { inertText } from '../../diagnostics/inert-text.ts';
import type { CheckableNode, Compiled, CompileOptions } from '../../dialect/dialect.ts';
import { checkJson } from '../../json/check-json.ts';
import { contentHash } from '../../dialect/content-hash.ts';
import { withSource } from '../../dialect/source.ts';
import { checkPipeline } from '../check/check-pipeline.ts';
import { compileStep } from './compile-step.ts';
import { checkerType } from '../shape/pipeline-kinds.ts';
import { withKinds } from './with-kinds.ts';
import { writePlaceholder } from '../read/read-prompt.ts';
import { hasOutput, readSteps, textOrEmpty, type Step } from '../read/read-steps.ts';
import { withoutBookkeeping, withoutTriggerBookkeeping } from '../read/without-bookkeeping.ts';

export function compilePipeline(definition: unknown, options: CompileOptions = {}): Compiled {
  return doAtOnce(compilePipelineInParts(definition, options));
}

export function* compilePipelineInParts(
  definition: unknown,
  options: CompileOptions = {},
): LongWork<Compiled> {
  const unsound = checkJson(definition);
  yield;
  if (unsound.some(({ code }) => code === 'TOO_DEEP' || code === 'NOT_JSON')) {
    return { workflow: null, graph: null, version: '', diagnostics: unsound };
  }
  // Every value in it has just been seen to be JSON.
  const json = definition as Json;
  const found = [...unsound, ...(yield* checkPipeline(json, options)).map(toDiagnostic)].map(inert);
  yield;
  // Hashing megabytes that were refused for their size would take longer than everything else.
  const isTooLarge = found.some(({ code }) => code === 'TOO_MANY_PLACEHOLDERS');
  const { version = isTooLarge ? '' : contentHash(withoutBookkeeping(json)) } = options;
  yield;
  if (!isObject(json) || found.some(stopsRuns)) {
    const checkable = isTooLarge ? [] : checkersOf(json);
    return { workflow: null, graph: null, version, diagnostics: found, checkable };
  }
  const steps = readSteps(json);
  yield;
  const workflow = toWorkflow(json, steps);
  yield;
  const compiled = yield* compileGraphInParts(workflow, {
    ...withKinds(options),
    sayReference,
  });
  const diagnostics = [...found, ...compiled.diagnostics.map(inStepWords)];
  const places = new Map(steps.map(({ uuid, index }) => [uuid, pointer('steps', index)]));
  return {
    workflow,
    graph: diagnostics.some(stopsRuns) ? null : compiled.graph,
    version,
    diagnostics,
    placeOf: (node, path = []) => {
      const place = places.get(node);
      return place === undefined ? undefined : place + placeInStep(path);
    },
  };
}

/** A reference of a compiled prompt as it stands in the prompt. */
function sayReference({ source, text }: Reference): string {
  if (source.kind === 'trigger') return writePlaceholder({ kind: 'trigger' });
  return source.kind === 'node' ? writePlaceholder({ kind: 'step', uuid: source.node }) : text;
}

/** The stop checkers of a document that is not sound: their conditions can be checked all the same. */
function checkersOf(json: Json): readonly CheckableNode[] {
  const steps = isObject(json) ? ownValue(json, 'steps') : undefined;
  if (!Array.isArray(steps)) return [];
  return (steps as readonly Json[]).flatMap((step, index): readonly CheckableNode[] => {
    if (!isObject(step) || ownValue(step, 'type') !== 'stop_checker') return [];
    const conditions = ownValue(step, 'stop_conditions');
    if (!Array.isArray(conditions)) return [];
    const id = textOrEmpty(step, 'uuid') || textOrEmpty(step, 'name');
    const placeOf: CheckableNode['placeOf'] = (path) => pointer('steps', index) + placeInStep(path);
    return [{ id, type: checkerType, config: { conditions }, placeOf }];
  });
}

/** What stands in a config as it was written: under its own name, or under another one. */
const writtenAs: ReadonlyMap<string | number | undefined, string> = new Map([
  ['conditions', 'stop_conditions'],
  ['model', 'model'],
  ['tools', 'tools'],
]);

function placeInStep([key, ...rest]: readonly (string | number)[]): string {
  const written = writtenAs.get(key);
  return written === undefined ? '' : pointer(written, ...rest);
}

function toWorkflow(definition: JsonObject, steps: readonly Step[]): Workflow {
  const id = textOrEmpty(definition, 'uuid') || textOrEmpty(definition, 'id');
  const trigger = ownValue(definition, 'trigger');
  const policy = ownValue(definition, 'policy');
  const workflow: Workflow = {
    skein: 1,
    ...(id !== '' && { id }),
    ...texts(definition, ['name', 'description']),
    // Its shape has been checked.
    ...(policy !== undefined && { policy: policy as NonNullable<Workflow['policy']> }),
    ...(isObject(trigger ?? null) && { trigger: withoutTriggerBookkeeping(trigger as JsonObject) }),
    nodes: compileSteps(steps),
    edges: steps.slice(1).map(({ uuid }, i) => ({ from: (steps[i] as Step).uuid, to: uuid })),
  };
  return withSource(workflow, 'pipeline', definition);
}

function compileSteps(steps: readonly Step[]): Workflow['nodes'] {
  let last: Step | null = null;
  return steps.map((step) => {
    const node = compileStep(step, last);
    if (hasOutput(step)) last = step;
    return node;
  });
}

function texts(object: JsonObject, keys: readonly string[]): JsonObject {
  const entries = keys.map((key) => [key, ownValue(object, key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')) as JsonObject;
}

/** The kernel's findings about a node apply to the step; the place inside the node would not help the author. */
function inStepWords(diagnostic: Diagnostic): Diagnostic {
  const place = diagnostic.pointer.replace(/^\/nodes\/(\d+).*$/s, (_, i: string) => `/steps/${i}`);
  return inert({ ...diagnostic, pointer: place });
}

function inert({ code, severity, pointer: place, message, hint }: Diagnostic): Diagnostic {
  return { code, severity, pointer: place, message: inertText(message), hint: inertText(hint) };
}

/** A trigger with errors starts nothing, and stops nobody from starting a run by hand. */
function stopsRuns({ severity, pointer: place }: Diagnostic): boolean {
  return severity === 'error' && !/^\/trigger(?:\/|$)/.test(place);
}
