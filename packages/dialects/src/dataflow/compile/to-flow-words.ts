// What the kernel found, in the words of the definition
// Nodes and edges have the same places in both forms; keys have other names, and some findings are about what compiling
// made of a conversation.
import { type Diagnostic, type Workflow } from '@skein/kernel';
import { inertText } from '../../diagnostics/inert-text.ts';
import type { Flow } from '../read/read-flow.ts';

interface Compilation {
  readonly flow: Flow;
  readonly workflow: Workflow;
  /** Whether there are no broken parts, which were left out, and no circles. */
  readonly isWhole: boolean;
}

interface Places extends Compilation {
  /** Ids of the nodes that compiling added. */
  readonly added: ReadonlySet<string>;
}

/** Cycles and unknown types were reported already; a conversation is meant to continue. */
const silent: ReadonlySet<string> = new Set([
  'LOOP_AMBIGUOUS',
  'LOOP_IMPOSSIBLE',
  'LOOPS_TOO_DEEP',
  'NO_ENTRY',
  'UNBOUNDED_LOOP',
  'UNKNOWN_NODE_TYPE',
]);

const hints: { readonly [code: string]: string } = {
  EMPTY_WORKFLOW:
    'Add a node: { "id": "start", "nodeType": "defaultContextStart" } is a beginning.',
  SAME_PORT_TWICE: 'Give one of them another "targetInput".',
  UNREACHABLE_NODE: 'Lead an edge to it, or remove it.',
};

export function toFlowWords(
  diagnostics: readonly Diagnostic[],
  compilation: Compilation,
): readonly Diagnostic[] {
  const { isWhole, workflow } = compilation;
  const derived = workflow.nodes.filter((node) => node.derived === true);
  const places = { ...compilation, added: new Set(derived.map(({ id }) => id)) };
  return diagnostics.flatMap((diagnostic) => {
    const { code, severity, message } = diagnostic;
    // In a flow with broken parts only what exists can be judged, not what is missing.
    if (silent.has(code) || (!isWhole && (severity === 'warning' || code === 'EMPTY_WORKFLOW'))) {
      return [];
    }
    if (code === 'BAD_CONDITION' && isMissing(diagnostic.pointer, workflow)) return [];
    const place = placeOf(diagnostic.pointer, places);
    if (place === null) return [];
    const hint = Object.hasOwn(hints, code) ? (hints[code] as string) : diagnostic.hint;
    return [{ code, severity, pointer: place, message: inertText(message), hint: inertText(hint) }];
  });
}

/** A missing condition was reported already. */
function isMissing(where: string, { nodes }: Workflow): boolean {
  const [, , number] = where.split('/');
  return !Object.hasOwn(nodes[Number(number)]?.config ?? {}, 'condition');
}

const keyNames: { readonly [key: string]: string } = {
  from: 'source',
  to: 'target',
  out: 'sourceOutput',
  in: 'targetInput',
};

/** Null for what compiling added. */
function placeOf(where: string, { flow, workflow, added }: Places): string | null {
  const [, list, number, key, ...rest] = where.split('/');
  if (number === undefined || (list !== 'nodes' && list !== 'edges')) return where;
  const place = Number(number);
  const found = list === 'nodes' ? flow.nodes[place] : flow.edges[place];
  if (found === undefined) return null;
  if (list === 'edges' && added.has(workflow.edges?.[place]?.to ?? '')) return null;
  const own = `/${list}/${found.index}`;
  if (key === undefined || key === 'mutex') return own;
  return [own, Object.hasOwn(keyNames, key) ? keyNames[key] : key, ...rest].join('/');
}
