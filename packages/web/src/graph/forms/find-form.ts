import type { DocumentForm } from './document-form.ts';
import { agentGraphForm } from './agent-graph-form.ts';
import { canvasForm } from './canvas-form.ts';
import { dataflowForm } from './dataflow-form.ts';
import { nativeForm } from './native-form.ts';
import { sessionForm } from './session-form.ts';

export const documentForms: readonly DocumentForm[] = [
  nativeForm,
  canvasForm,
  dataflowForm,
  agentGraphForm,
  sessionForm,
];

/** Undefined for pipelines, which are lists and not drawings. */
export function findForm(dialect: string): DocumentForm | undefined {
  return documentForms.find((form) => form.dialect === dialect);
}
