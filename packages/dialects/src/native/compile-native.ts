// Compiling native definitions
// The one entry point for a native definition: reports all problems at once, and compiles valid definitions.
//
// P1. There is a graph only if there is no error, in the workflow or in one inside it.
// P2. Nothing here throws, whatever its input (Dialects D1).
// P3. Each part is checked once: the work is near linear in the definition's size.
import {
  compileGraph,
  compileGraphInParts,
  doAtOnce,
  isObject,
  pointer,
  triggerStarts,
  type Diagnostic,
  type Graph,
  type Json,
  type LongWork,
  type Workflow,
} from '@skein/kernel';
import { cutDiagnostics } from '../diagnostics/cut-diagnostics.ts';
import { toDiagnostic, type Finding, type Path } from '../diagnostics/finding.ts';
import { inertText } from '../diagnostics/inert-text.ts';
import type { Compiled, CompileOptions } from '../dialect/dialect.ts';
import { checkJson } from '../json/check-json.ts';
import { checkFunctions } from './check/check-functions.ts';
import { checkWorkflow, inlineWorkflows } from './check/check-workflow.ts';
import { contentHash } from '../dialect/content-hash.ts';
import { isWorthHashing } from '../dialect/is-worth-hashing.ts';
import { soundParts } from './check/sound-parts.ts';

export function compileNative(definition: unknown, options: CompileOptions = {}): Compiled {
  return doAtOnce(compileNativeInParts(definition, options));
}

export function* compileNativeInParts(
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
  const { graph, isShaped, diagnostics } = yield* compileAt(json, { options, path: [] });
  yield;
  const all = [...unsound, ...diagnostics];
  return {
    // Its shape has been checked, so it is what its type says.
    workflow: isShaped ? (json as unknown as Workflow) : null,
    graph: hasError(all) ? null : graph,
    version: options.version ?? (isWorthHashing(json, !hasError(all)) ? contentHash(json) : ''),
    diagnostics: all,
  };
}

interface Place {
  readonly options: CompileOptions;
  /** The way to this workflow from the file's top. */
  readonly path: Path;
}

interface CompiledPart {
  readonly graph: Graph | null;
  readonly isShaped: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

function* compileAt(definition: Json, { options, path }: Place): LongWork<CompiledPart> {
  const place = path.length === 0 ? 'file' : 'inline';
  const findings = yield* checkWorkflow(definition, { place, isStored: options.isStored });
  const isShaped = !hasError(findings);
  const structure = yield* checkStructure(definition, findings, options);
  const functions =
    options.functions === undefined ? [] : checkFunctions(definition, options.functions);
  const prefix = pointer(...path);
  const own = [
    ...findings.map(toDiagnostic),
    ...structure.diagnostics,
    ...functions.map(toDiagnostic),
  ];
  // What is not shown is not made safe to show.
  const diagnostics = cutDiagnostics(own).map((found) => below(prefix, found));
  for (const inner of inlineWorkflows(definition)) {
    // A start node belongs to the run that was asked for, not to its children.
    const { start: _, ...innerOptions } = options;
    const innerPath = [...path, ...inner.path];
    const compiled = yield* compileAt(inner.workflow, { options: innerOptions, path: innerPath });
    for (const found of compiled.diagnostics) diagnostics.push(found);
  }
  return { graph: structure.graph, isShaped, diagnostics };
}

/** Findings about the graph as a whole are only true of a whole graph. */
const wholeGraphCodes: ReadonlySet<string> = new Set([
  'EMPTY_WORKFLOW',
  'LOOP_AMBIGUOUS',
  'LOOP_IMPOSSIBLE',
  'LOOPS_TOO_DEEP',
  'N_OUT_OF_RANGE',
  'NO_ENTRY',
]);

function* checkStructure(
  definition: Json,
  findings: readonly Finding[],
  options: CompileOptions,
): LongWork<{ readonly graph: Graph | null; readonly diagnostics: readonly Diagnostic[] }> {
  if (!hasError(findings)) {
    // Its shape has been checked; the format's number may be missing, which nothing reads.
    const workflow = definition as unknown as Workflow;
    const main = yield* compileGraphInParts(workflow, options);
    const others = yield* checkOtherStarts(workflow, main.graph, options);
    return others.length === 0
      ? main
      : { graph: null, diagnostics: [...main.diagnostics, ...others] };
  }
  // Where not all errors were told, nobody knows which parts are sound.
  const isTold = findings.every(({ hidesErrors }) => hidesErrors !== true);
  const sound = isTold && isObject(definition) ? soundParts(definition, findings) : null;
  if (sound === null) return { graph: null, diagnostics: [] };
  const diagnostics = compileGraph(sound.workflow, options)
    .diagnostics.filter(({ severity, code }) => severity === 'error' && !wholeGraphCodes.has(code))
    .map(sound.restore);
  return { graph: null, diagnostics };
}

/** Beyond these, a start that cannot be compiled is told when a run is started there. */
const startsCheckedMax = 20;

/** Errors that only runs of other triggers have: loops, for example, are found from where a run starts. */
function* checkOtherStarts(
  workflow: Workflow,
  graph: Graph | null,
  options: CompileOptions,
): LongWork<readonly Diagnostic[]> {
  if (graph === null || options.start !== undefined) return [];
  const own = graph.entries.length === 1 ? graph.entries[0]?.id : undefined;
  const starts = new Set(triggerStarts(workflow).flatMap(({ start }) => start ?? []));
  const errors: Diagnostic[] = [];
  for (const start of [...starts].slice(0, startsCheckedMax)) {
    if (start === own) continue;
    yield;
    const { diagnostics } = yield* compileGraphInParts(workflow, { ...options, start });
    errors.push(...diagnostics.filter(({ severity }) => severity === 'error'));
  }
  return errors;
}

function hasError(found: readonly { readonly severity: 'error' | 'warning' }[]): boolean {
  return found.some(({ severity }) => severity === 'error');
}

/** The pointer stays exact, for programs; what people read quotes ids, and must not act on their terminals. */
function below(
  prefix: string,
  { code, severity, pointer: place, message, hint }: Diagnostic,
): Diagnostic {
  const words = { message: inertText(message), hint: inertText(hint) };
  return { code, severity, pointer: prefix + place, ...words };
}
