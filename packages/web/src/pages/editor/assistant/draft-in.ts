import { isObject, type JsonObject } from '@skein/kernel';
import { textAt } from '../../../graph/own-keys.ts';

const writing = ['tool-save_workflow', 'tool-patch_workflow'];

/** The last draft of a workflow that these parts of an answer have saved; null: none. */
export function draftIn(parts: readonly JsonObject[], workflow: string): string | null {
  const saved = parts.findLast((part) => {
    const output = part['output'];
    return (
      writing.includes(textAt(part, 'type')) &&
      part['state'] === 'output-available' &&
      isObject(output) &&
      textAt(output, 'id') === workflow
    );
  });
  const output = saved?.['output'];
  return isObject(output) ? textAt(output, 'version') || null : null;
}
