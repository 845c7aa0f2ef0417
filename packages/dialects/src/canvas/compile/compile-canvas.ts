// Compiling a canvas
// All problems at once, in the terms of the canvas; the graph if there are none. The kernel checks the native form, whose nodes and
// edges have the places of the original ones (to-workflow T1), so that its findings only need other words.
import {
  compileGraphInParts,
  doAtOnce,
  isObject,
  pointer,
  type Diagnostic,
  type Graph,
  type Json,
  type JsonObject,
  type LongWork,
} from '@skein/kernel';
import { toDiagnostic, type Finding } from '../../diagnostics/finding.ts';
import { inertText } from '../../diagnostics/inert-text.ts';
import type { Compiled, CompileOptions } from '../../dialect/dialect.ts';
import { checkJson } from '../../json/check-json.ts';
import { quotedShort } from '../../shape/describe.ts';
import { withSource } from '../../dialect/source.ts';
import { canvasVersion } from './canvas-version.ts';
import { checkCanvas } from '../check/check-canvas.ts';
import { findOverfullPrompts } from '../check/find-overfull-prompts.ts';
import { readCanvas, toolNames, type Canvas } from '../read/read-canvas.ts';
import { toWorkflow } from './to-workflow.ts';

export function compileCanvas(definition: unknown, options: CompileOptions = {}): Compiled {
  return doAtOnce(compileCanvasInParts(definition, options));
}

export function* compileCanvasInParts(
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
  const canvas = readCanvas(isObject(json) ? json : {});
  yield;
  const overfull = findOverfullPrompts(canvas);
  yield;
  const found = [...checkCanvas(json, canvas), ...overfull].map(toInert);
  yield;
  const isSound = isObject(json) && ![...unsound, ...found].some(isError);
  const { version = overfull.length > 0 ? '' : canvasVersion(json) } = options;
  yield;
  const structure = isObject(json)
    ? yield* compileStructure(withoutBrokenPolicy(json, found), canvas, { options, isSound })
    : nothing;
  const diagnostics = [...unsound, ...found, ...structure.diagnostics];
  const graph = diagnostics.some(isError) ? null : structure.graph;
  return {
    workflow: graph === null && !isSound ? null : structure.workflow,
    graph,
    version,
    diagnostics,
    placeOf: (node, path = []) => placeIn(canvas, node, path),
  };
}

/** A setting has the same name in the data of a node and in the config that is made from it; a tool is a key there and an item here. */
function placeIn({ nodes }: Canvas, id: string, [key, item]: readonly (string | number)[]): string {
  const place = nodes.findIndex((node) => node.id === id);
  const node = nodes[place];
  if (node === undefined || key === undefined) return pointer('nodes', place);
  const tool = key === 'tools' && typeof item === 'number' ? toolNames(node)[item] : undefined;
  return pointer('nodes', place, 'data', key, ...(tool === undefined ? [] : [tool]));
}

/** An invalid policy is left out as a whole: the kernel trusts its input. */
function withoutBrokenPolicy(definition: JsonObject, found: readonly Diagnostic[]): JsonObject {
  if (!found.some((finding) => isError(finding) && finding.pointer.startsWith('/policy'))) {
    return definition;
  }
  const { policy: _, ...rest } = definition;
  return rest;
}

interface Structure {
  readonly workflow: Compiled['workflow'];
  readonly graph: Graph | null;
  readonly diagnostics: readonly Diagnostic[];
}

const nothing: Structure = { workflow: null, graph: null, diagnostics: [] };

/** Findings of the kernel; for a broken canvas, only those that its errors cannot have caused. */
const independentCodes: ReadonlySet<string> = new Set(['ENTRY_MISSING', 'LIMIT_NODE_MISSING']);

function* compileStructure(
  definition: JsonObject,
  canvas: Canvas,
  { options, isSound }: { readonly options: CompileOptions; readonly isSound: boolean },
): LongWork<Structure> {
  const read = isSound ? canvas : withoutData(canvas);
  const workflow = withSource(yield* toWorkflow(definition, read), 'canvas', definition);
  yield;
  const compiled = yield* compileGraphInParts(workflow, options);
  const diagnostics = compiled.diagnostics
    .filter(({ code }) => (isSound ? code !== 'PORT_NEVER_FIRES' : independentCodes.has(code)))
    .map((diagnostic) => inWordsOf(canvas, diagnostic));
  return { workflow, graph: compiled.graph, diagnostics };
}

/** What nodes hold has been found wrong already, and may be much. */
function withoutData(canvas: Canvas): Canvas {
  return { ...canvas, nodes: canvas.nodes.map((node) => ({ ...node, data: {} })) };
}

/** The place in the canvas, and a fix that can be written there. */
function inWordsOf(canvas: Canvas, diagnostic: Diagnostic): Diagnostic {
  const { code, pointer } = diagnostic;
  const [, list, place = ''] = /^\/(nodes|edges)\/(\d+)/.exec(pointer) ?? [];
  const words = wordsFor(code, canvas, Number(place));
  const moved = list === 'edges' ? `/${canvas.connectionsKey}/${place}` : pointer;
  return { ...diagnostic, ...words, pointer: moved };
}

function wordsFor(
  code: string,
  { nodes, connections }: Canvas,
  place: number,
): Partial<Pick<Diagnostic, 'message' | 'hint'>> {
  if (code === 'UNREACHABLE_NODE') {
    return {
      message: `No connection leads from the start to ${quotedShort(nodes[place]?.id ?? '')}.`,
      hint: 'Add a connection that leads to it, or remove it.',
    };
  }
  if (code === 'UNBOUNDED_LOOP') {
    const head = quotedShort(connections[place]?.target ?? '');
    return {
      message: `Every round of the loop at ${head} leads to the next one by this connection: it continues until a limit of the run stops it.`,
      hint: 'Let an "if" in the loop decide whether there is another round.',
    };
  }
  return {};
}

function toInert(finding: Finding): Diagnostic {
  const { message, hint, ...rest } = toDiagnostic(finding);
  return { ...rest, message: inertText(message), hint: inertText(hint) };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
