// Placeholders of a prompt
// `<<trigger_output>>`, `<<step_output.ID>>`, `<<CURRENT_DATE>>` and `<<CURRENT_DATE.Zone/City>>`. Everything else between
// such brackets is text.
//
// P1. One pass from left to right, linear also in texts that are nothing but brackets.
// P2. What stands between two placeholders is text and is given back as it is.

export type PromptPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'trigger' }
  | { readonly kind: 'step'; readonly uuid: string }
  | { readonly kind: 'date'; readonly zone: string | null }
  /** Looks like a placeholder but is not one. */
  | { readonly kind: 'other'; readonly text: string };

/** A prompt with more placeholders than this is refused: no author writes them, and each costs time in every run. */
export const placeholdersMax = 10_000;

export interface ReadPrompt {
  readonly parts: readonly PromptPart[];
  /** Set when reading stopped at the limit; `parts` then are those before. */
  readonly isTooLong: boolean;
}

const opening = '<<';
const closing = '>>';
const triggerName = 'trigger_output';
const stepPrefix = 'step_output.';
const dateName = 'CURRENT_DATE';

export function readPrompt(text: string): ReadPrompt {
  const parts: PromptPart[] = [];
  let found = 0;
  let copied = 0;
  let end = -1;
  let start = text.indexOf(opening);
  while (start !== -1) {
    // The end that was found for an earlier bracket is the next one for this bracket too.
    if (end < start + opening.length) end = text.indexOf(closing, start + opening.length);
    if (end === -1) break;
    const inner = text.indexOf(opening, start + 1);
    const part = readPlaceholder(text, start + opening.length, end);
    if (part === null && inner !== -1 && inner < end) {
      start = inner;
      continue;
    }
    if (++found > placeholdersMax) return { parts, isTooLong: true };
    if (start > copied) parts.push({ kind: 'text', text: text.slice(copied, start) });
    copied = end + closing.length;
    parts.push(part ?? { kind: 'other', text: text.slice(start, copied) });
    start = text.indexOf(opening, copied);
  }
  if (copied < text.length) parts.push({ kind: 'text', text: text.slice(copied) });
  return { parts, isTooLong: false };
}

function readPlaceholder(text: string, from: number, end: number): PromptPart | null {
  const isName = (name: string) => end - from === name.length && text.startsWith(name, from);
  if (isName(triggerName)) return { kind: 'trigger' };
  if (isName(dateName)) return { kind: 'date', zone: null };
  if (text.startsWith(`${dateName}.`, from)) {
    return { kind: 'date', zone: text.slice(from + dateName.length + 1, end) };
  }
  if (!text.startsWith(stepPrefix, from)) return null;
  return { kind: 'step', uuid: text.slice(from + stepPrefix.length, end) };
}

export function writePlaceholder(part: Exclude<PromptPart, { kind: 'text' | 'other' }>): string {
  switch (part.kind) {
    case 'trigger':
      return `${opening}${triggerName}${closing}`;
    case 'step':
      return `${opening}${stepPrefix}${part.uuid}${closing}`;
    case 'date':
      return `${opening}${dateName}${part.zone === null ? '' : `.${part.zone}`}${closing}`;
  }
}
