// A dataflow as its compiled form, for tests.
import type { JsonObject, Workflow, WorkflowEdge } from '@skein/kernel';
import { compileDefinition } from '../../src/index.ts';

export function compile(definition: unknown, more: JsonObject = {}) {
  return compileDefinition(definition, { dialect: 'dataflow', ...more });
}

export function workflowOf(definition: unknown): Workflow {
  const { workflow, diagnostics } = compile(definition);
  if (workflow === null) throw new Error(JSON.stringify(diagnostics));
  return workflow;
}

export function edgesOf(definition: unknown): readonly WorkflowEdge[] {
  return workflowOf(definition).edges ?? [];
}

export function problems(definition: unknown): readonly string[] {
  return compile(definition).diagnostics.map(({ code, pointer }) => `${code} ${pointer}`);
}
