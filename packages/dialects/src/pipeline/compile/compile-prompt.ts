// A prompt in native form
// Literal text is escaped, so that a native reference written in a prompt stays text.
import { escapeTemplate } from '@skein/kernel';
import { readPrompt, type PromptPart } from '../read/read-prompt.ts';

/** `markdown` puts outputs in whole; `brief` puts large ones in as their summary and id. */
export type PromptForm = 'markdown' | 'brief';

export function compilePrompt(prompt: string, form: PromptForm): string {
  const { parts } = readPrompt(prompt);
  return parts
    .map((part, i) =>
      part.kind === 'text' || part.kind === 'other'
        ? escapeTemplate(part.text, { beforeReference: isReference(parts[i + 1]) })
        : writeReference(part, form),
    )
    .join('');
}

function isReference(part: PromptPart | undefined): boolean {
  return part !== undefined && part.kind !== 'text' && part.kind !== 'other';
}

type Placeholder = Exclude<PromptPart, { kind: 'text' | 'other' }>;

function writeReference(part: Placeholder, form: PromptForm): string {
  switch (part.kind) {
    case 'trigger':
      return `\${trigger:${form}}`;
    case 'step':
      return reference(part.uuid, `:${form}`);
    case 'date':
      return part.zone === null ? '${now.date}' : `\${now.date(${JSON.stringify(part.zone)})}`;
  }
}

/** A reference to the output of a step, whatever its id is. */
export function reference(uuid: string, suffix = ''): string {
  return `\${[${JSON.stringify(uuid)}].output${suffix}}`;
}

/** The outputs that a prompt refers to, each once: whose they are, their ids and their values. */
export function referredOutputs(
  prompt: string,
): readonly { readonly step: string; readonly id: string; readonly value: string }[] {
  const { parts } = readPrompt(prompt);
  const uuids = new Set(parts.flatMap((part) => (part.kind === 'step' ? [part.uuid] : [])));
  const outputs = [...uuids].map((uuid) => ({
    step: escapeTemplate(uuid),
    id: reference(uuid, ':id'),
    value: reference(uuid),
  }));
  if (!parts.some(({ kind }) => kind === 'trigger')) return outputs;
  return [{ step: 'trigger_output', id: '${trigger:id}', value: '${trigger}' }, ...outputs];
}
