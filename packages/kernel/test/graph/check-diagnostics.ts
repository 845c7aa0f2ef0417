import { expect } from 'vitest';
import { compileGraph, type CompileOptions } from '../../src/graph/compile-graph.ts';
import type { Workflow } from '../../src/definition.ts';

export type Row = [
  title: string,
  workflow: Workflow,
  found: readonly string[],
  options?: CompileOptions,
];

/** `CODE /pointer` for each diagnostic; the whole of them would repeat the source. */
export function checkDiagnostics(
  workflow: Workflow,
  expected: readonly string[],
  {
    severity,
    options,
  }: { readonly severity: 'error' | 'warning'; readonly options: CompileOptions | undefined },
): void {
  const { graph, diagnostics } = compileGraph(workflow, options);
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(expected);
  expect(graph === null).toBe(severity === 'error');
  for (const { message, hint, ...rest } of diagnostics) {
    expect(rest.severity).toBe(severity);
    expect(message).toMatch(/\.$/);
    expect(hint).toMatch(/\.$/);
  }
}
