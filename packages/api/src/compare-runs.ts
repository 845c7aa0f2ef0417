import { equalJson, type Json, type JsonObject } from '@skein/kernel';

/** What is compared of a run. */
export interface ComparedRun {
  readonly workflow: { readonly [key: string]: string };
  readonly status: string;
  readonly input: Json;
  readonly output: Json;
  readonly error: { readonly message: string } | null;
  readonly nodes: {
    readonly [node: string]: { readonly status: string; readonly activations: number };
  };
  readonly outputs: {
    readonly [node: string]: readonly { readonly value: Json; readonly ports: readonly string[] }[];
  };
}

export interface RunDifference {
  /** `status`, `output`, `node draft` … */
  readonly what: string;
  readonly before: Json;
  readonly after: Json;
}

/** How two runs differ, apart from times and ids. */
export function compareRuns(before: ComparedRun, after: ComparedRun): readonly RunDifference[] {
  const found: RunDifference[] = [];
  const compare = (what: string, was: Json, is: Json) => {
    if (!equalJson(was, is)) found.push({ what, before: was, after: is });
  };
  compare('workflow', { ...before.workflow }, { ...after.workflow });
  compare('status', before.status, after.status);
  compare('input', before.input, after.input);
  for (const node of new Set([...Object.keys(before.nodes), ...Object.keys(after.nodes)])) {
    compare(`node ${node}`, nodeOf(before, node), nodeOf(after, node));
  }
  compare('output', before.output, after.output);
  compare('error', before.error?.message ?? null, after.error?.message ?? null);
  return found;
}

function nodeOf({ nodes, outputs }: ComparedRun, id: string): JsonObject | null {
  const node = Object.hasOwn(nodes, id) ? nodes[id] : undefined;
  if (node === undefined) return null;
  const kept = Object.hasOwn(outputs, id) ? (outputs[id] ?? []) : [];
  const { status, activations } = node;
  return { status, activations, outputs: kept.map(({ value, ports }) => ({ value, ports })) };
}
