// Compiling session-graph documents
// In one pass: shapes, references, conditions, structure; then the native workflow and its graph. What the kernel could report about
// the workflow has been reported before, in the document's terms.
import {
  compileGraphInParts,
  doAtOnce,
  isObject,
  nativeKinds,
  ownValue,
  partLength,
  pointer,
  setOwn,
  type Diagnostic,
  type Json,
  type LongWork,
  type NodeKind,
  type Workflow,
} from '@skein/kernel';
import { toDiagnostic } from '../../diagnostics/finding.ts';
import { inertText } from '../../diagnostics/inert-text.ts';
import type { Compiled, CompileOptions } from '../../dialect/dialect.ts';
import { checkJson } from '../../json/check-json.ts';
import { contentHash } from '../../dialect/content-hash.ts';
import { checkShape, createWalk } from '../../shape/check-shape.ts';
import { withSource } from '../../dialect/source.ts';
import {
  checkFunctions,
  checkIds,
  checkReached,
  checkReferences,
  checkSchemas,
  checkStart,
  ROOT,
} from './check-steps.ts';
import { compilePaths } from './compile-paths.ts';
import { compilePolicy } from './compile-policy.ts';
import { compileStep } from './compile-step.ts';
import type { Compilation } from '../read/findings.ts';
import { formatSessionText } from '../text/format-session-text.ts';
import { keepRest } from '../read/kept-keys.ts';
import { readDocument, type SessionDocument } from '../read/session-document.ts';
import { sessionKinds } from '../shape/session-steps.ts';
import { sessionShape } from '../shape/session-shape.ts';

const ownKinds: ReadonlyMap<string, NodeKind> = new Map([
  ...nativeKinds,
  ...sessionKinds.map((kind) => [kind.type, kind] as const),
]);

export function compileSessionGraph(definition: unknown, options: CompileOptions = {}): Compiled {
  return doAtOnce(compileSessionGraphInParts(definition, options));
}

export function* compileSessionGraphInParts(
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
  const walk = createWalk({ isStored: options.isStored });
  checkShape(sessionShape, json, walk);
  yield;
  const isShaped = !walk.findings.some(({ severity }) => severity === 'error');
  const document = readDocument(isObject(json) ? json : {});
  const compilation: Compilation = {
    document,
    findings: walk.findings,
    references: [],
    isTooMuch: false,
  };
  yield;
  const workflow = yield* compileWorkflow(compilation);
  yield;
  checkSchemas(compilation, walk);
  yield;
  checkStructure(compilation, options);
  yield;
  const found = [...unsound, ...compilation.findings.map(toDiagnostic).map(inert)];
  const placeOf: Compiled['placeOf'] = (node, path) => placeOfStep(document, node, path);
  // Hashing megabytes that are refused anyway would take longer than everything else.
  const { version = compilation.isTooMuch ? '' : contentHash(json) } = options;
  const base = { version, placeOf };
  yield;
  if (!isShaped) return { ...base, workflow: null, graph: null, diagnostics: found };
  const whole = withSource(workflow, 'session-graph', json);
  if (hasError(found)) return { ...base, workflow: whole, graph: null, diagnostics: found };
  const { graph, diagnostics } = yield* compileGraphInParts(whole, {
    kinds: ownKinds,
    ...options,
    sayReference: (reference) => formatSessionText([reference], document.names) ?? reference.text,
  });
  // Warnings of the kernel speak of nodes and edges; what they could say has been said above.
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return { ...base, workflow: whole, graph, diagnostics: [...found, ...errors.map(inOwnPlace)] };
}

function* compileWorkflow(compilation: Compilation): LongWork<Workflow> {
  const { document } = compilation;
  const { written, names } = document;
  const head: { [key: string]: Json } = {};
  for (const key of ['id', 'name', 'description']) {
    const value = ownValue(written, key);
    if (typeof value === 'string') setOwn(head, key, value);
  }
  const nodes: Workflow['nodes'][number][] = [];
  for (const step of document.steps) {
    if (nodes.length % partLength === 0) yield;
    nodes.push(compileStep(compilation, step));
  }
  const edges = compilePaths(compilation);
  const studio = ownValue(written, 'studio');
  return {
    skein: 1,
    ...head,
    ...(names.has(ROOT) ? { entry: [ROOT] } : {}),
    policy: compilePolicy(ownValue(written, 'policy')),
    nodes,
    edges,
    studio: { ...(isObject(studio) ? studio : {}), ...keepRest(document) },
  };
}

function checkStructure(compilation: Compilation, { start, functions }: CompileOptions): void {
  checkIds(compilation);
  const hasStart = checkStart(compilation, start);
  if (hasStart && start === undefined) checkReached(compilation);
  checkReferences(compilation);
  checkFunctions(compilation, functions);
}

function placeOfStep(
  { stepById }: SessionDocument,
  id: string,
  [key, ...rest]: readonly (string | number)[] = [],
): string | undefined {
  const step = stepById.get(id);
  if (step === undefined) return undefined;
  const input = key === 'input' || key === 'args' ? step.input : undefined;
  if (input === undefined) return pointer('steps', step.index);
  // There is no place inside an input that is a text.
  return pointer('steps', step.index, 'input', ...(isObject(input) ? rest : []));
}

function hasError(found: readonly Diagnostic[]): boolean {
  return found.some(({ severity }) => severity === 'error');
}

function inert(diagnostic: Diagnostic): Diagnostic {
  const { message, hint } = diagnostic;
  return { ...diagnostic, message: inertText(message), hint: inertText(hint) };
}

/** Only the policy can still be wrong, and it stands at the same place in both. */
function inOwnPlace(diagnostic: Diagnostic): Diagnostic {
  const isPolicy = diagnostic.pointer.startsWith(pointer('policy'));
  return inert(isPolicy ? diagnostic : { ...diagnostic, pointer: '' });
}
