// Doors that a workflow opens
// A name that is misspelt opens nothing, and other programs hear no more than that there is no such workflow.
import { isObject, ownValue, type Json } from '@skein/kernel';
import type { Finding, Path } from '../../diagnostics/finding.ts';
import { quotedShort } from '../../shape/describe.ts';

/** The protocols by which other programs reach a workflow, as `metadata.publish` names them. */
export const doorNames = ['ai-sdk', 'openai', 'a2a', 'ag-ui'] as const;

const known = new Set<unknown>(doorNames);
const path: Path = ['metadata', 'publish'];

export function checkPublish(definition: Json): readonly Finding[] {
  const metadata = isObject(definition) ? ownValue(definition, 'metadata') : undefined;
  const open = isObject(metadata) ? ownValue(metadata, 'publish') : undefined;
  if (open === undefined) return [];
  if (!Array.isArray(open)) return [opensNothing(open, path)];
  return open.flatMap((door: Json, index) =>
    known.has(door) ? [] : [opensNothing(door, [...path, index])],
  );
}

function opensNothing(found: Json, place: Path): Finding {
  return {
    path: place,
    code: 'BAD_VALUE',
    severity: 'warning',
    message: `${quotedShort(JSON.stringify(found))} opens nothing to other programs.`,
    hint: `Write a list of these: ${doorNames.join(', ')}. Webhooks are triggers, and MCP clients need no entry.`,
  };
}
