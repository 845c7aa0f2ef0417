import type { DialectName } from '@skein/dialects';
import type { DocumentForm } from './document-form.ts';
import { withHostTypes, type HostTypes } from './host-types.ts';
import { agentGraphForm } from './agent-graph-form.ts';
import { canvasForm } from './canvas-form.ts';
import { dataflowForm } from './dataflow-form.ts';
import { nativeForm } from './native-form.ts';
import { sessionForm } from './session-form.ts';

const forms: Readonly<Record<Exclude<DialectName, 'pipeline'>, DocumentForm>> = {
  native: nativeForm,
  canvas: canvasForm,
  dataflow: dataflowForm,
  'agent-graph': agentGraphForm,
  'session-graph': sessionForm,
};

export const documentForms: readonly DocumentForm[] = Object.values(forms);

/** Undefined for pipelines, which are lists, not graphs. */
export function findForm(dialect: string, host?: HostTypes): DocumentForm | undefined {
  const form = documentForms.find((each) => each.dialect === dialect);
  return form === undefined || host === undefined ? form : withHostTypes(form, host);
}
