// Configs of node types that native does not know
// A type that a host registered, or that belongs to a dialect, checks its configs itself. In a native definition its
// complaints point at the config; in another one at what the node was compiled from, where the dialect can tell.
import { pointer, type Diagnostic, type JsonObject, type Workflow } from '@skein/kernel';
import { inertText } from '../diagnostics/inert-text.ts';
import type { CompiledDefinition } from './compiled-definition.ts';
import type { CheckableNode } from '../dialect/dialect.ts';
import { inlineWorkflow } from '../dialect/inline-workflow.ts';

/** What is wrong with the config of a node of that type, as written: templates are not resolved yet. */
export type CheckConfig = (type: string, config: JsonObject) => readonly ConfigComplaint[];

export interface ConfigComplaint {
  /** Path inside the config. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly hint: string;
}

export function checkConfigs(compiled: CompiledDefinition, check: CheckConfig): CompiledDefinition {
  const { workflow, dialect } = compiled;
  // What another dialect's document is compiled to is only whole when the document is sound.
  if (workflow === null || (dialect !== 'native' && compiled.graph === null)) {
    const { checkable = [] } = compiled;
    const more = checkable.flatMap((node) => checkUnsound(node, check));
    return { ...compiled, diagnostics: [...compiled.diagnostics, ...more] };
  }
  const found = checkNodes(workflow, check, '');
  if (found.length === 0) return compiled;
  const diagnostics = found.map(({ node, at, complaint }) =>
    dialect === 'native' ? inNative(at, complaint) : inOther(compiled, node, complaint),
  );
  return { ...compiled, graph: null, diagnostics: [...compiled.diagnostics, ...diagnostics] };
}

function checkUnsound({ id, type, config, placeOf }: CheckableNode, check: CheckConfig) {
  return check(type, config).map(({ path, message, hint }) =>
    problem(placeOf(path), { message: `${message} (node "${id}")`, hint }),
  );
}

interface FoundComplaint {
  /** The node of the outermost workflow. */
  readonly node: string;
  /** Pointer to the config in native form. */
  readonly at: string;
  readonly complaint: ConfigComplaint;
}

/** Recursion is safe: a compiled definition is at most 200 levels deep. */
function checkNodes(
  { nodes }: Workflow,
  check: CheckConfig,
  prefix: string,
): readonly FoundComplaint[] {
  return nodes.flatMap(({ id: node, type, config = {} }, i) => {
    const at = `${prefix}${pointer('nodes', i, 'config')}`;
    const own = check(type, config).map((complaint) => ({ node, at, complaint }));
    const inner = inlineWorkflow(type, config);
    if (inner === undefined) return own;
    // The shape of inline workflows has been checked together with the outer one's.
    const workflow = inner as unknown as Workflow;
    const below = checkNodes(workflow, check, `${at}/workflow`);
    return [...own, ...below.map((found) => ({ ...found, node }))];
  });
}

function inNative(at: string, { path, message, hint }: ConfigComplaint): Diagnostic {
  return problem(`${at}${pointer(...path)}`, { message, hint });
}

function inOther(
  { placeOf }: CompiledDefinition,
  node: string,
  { path, message, hint }: ConfigComplaint,
): Diagnostic {
  return problem(placeOf?.(node, path) ?? '', { message: `${message} (node "${node}")`, hint });
}

function problem(
  place: string,
  words: { readonly message: string; readonly hint: string },
): Diagnostic {
  const message = inertText(words.message);
  const hint = inertText(words.hint);
  return { code: 'BAD_CONFIG', severity: 'error', pointer: place, message, hint };
}
