// A turn in the UI message stream of the AI SDK (`ai` 5 to 7)
// C1. A step is one model call with the results of its tools; it ends where the next one begins.
// C2. Text and thoughts are blocks with ids of their own; a block ends before anything else comes.
// C3. After a failed attempt the step begins anew: `reset-step` would also take away the results of earlier calls, so a block that was
//     begun is ended, and what follows is a block of its own.
import type { PlainPart } from './read-parts.ts';
import type { UiChunk } from './ui-response.ts';

export async function* uiChunks(
  parts: AsyncIterable<PlainPart>,
  messageId: string | undefined,
): AsyncGenerator<UiChunk> {
  yield messageId === undefined ? { type: 'start' } : { type: 'start', messageId };
  const encode = chunkEncoder();
  for await (const part of parts) yield* encode(part);
}

/** The chunks of one part after the other. */
function chunkEncoder(): (part: PlainPart) => readonly UiChunk[] {
  let isInStep = false;
  let block: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined;
  let blocks = 0;
  const inputs = new Set<string>();
  const endBlock = (): readonly UiChunk[] => {
    const ended = block === undefined ? [] : [{ type: `${block.kind}-end`, id: block.id }];
    block = undefined;
    return ended;
  };
  const endStep = (): readonly UiChunk[] => {
    const ended = [...endBlock(), ...(isInStep ? [{ type: 'finish-step' }] : [])];
    isInStep = false;
    return ended;
  };
  const say = (kind: 'text' | 'reasoning', delta: string): readonly UiChunk[] => {
    const ended = block?.kind === kind ? [] : endBlock();
    const begun =
      block === undefined ? [{ type: `${kind}-start`, id: `${kind}-${blocks + 1}` }] : [];
    if (block === undefined) block = { kind, id: `${kind}-${++blocks}` };
    return [...ended, ...begun, { type: `${kind}-delta`, id: block.id, delta }];
  };
  const writeInput = (part: Extract<PlainPart, { type: 'tool-input-delta' }>) => {
    const { toolCallId, toolName, text: inputTextDelta } = part;
    const isNew = !inputs.has(toolCallId);
    inputs.add(toolCallId);
    const begun = isNew ? [...endBlock(), { type: 'tool-input-start', toolCallId, toolName }] : [];
    return inputTextDelta === ''
      ? begun
      : [...begun, { type: 'tool-input-delta', toolCallId, inputTextDelta }];
  };
  return (part): readonly UiChunk[] => {
    switch (part.type) {
      case 'step-start': {
        const ended = endStep();
        isInStep = true;
        return [...ended, { type: 'start-step' }];
      }
      case 'text-delta':
        return say('text', part.text);
      case 'reasoning-delta':
        return say('reasoning', part.text);
      case 'tool-input-delta':
        return writeInput(part);
      case 'tool-call':
        return [...endBlock(), callChunk(part)];
      case 'retry':
        return endBlock();
      case 'finish':
        return [...endStep(), { type: 'finish', finishReason: finishReasons[part.reason] }];
      case 'tool-result':
      case 'tool-error':
      case 'approval-request':
      case 'question':
      case 'error':
        return [...endBlock(), otherChunk(part)];
    }
  };
}

const finishReasons = {
  stop: 'stop',
  approval: 'tool-calls',
  question: 'other',
  error: 'error',
} as const;

function callChunk({ toolCallId, toolName, input }: Extract<PlainPart, { type: 'tool-call' }>) {
  return { type: 'tool-input-available', toolCallId, toolName, input };
}

type OtherPart = Extract<
  PlainPart,
  { type: 'tool-result' | 'tool-error' | 'approval-request' | 'question' | 'error' }
>;

function otherChunk(part: OtherPart): UiChunk {
  switch (part.type) {
    case 'tool-result':
      return { type: 'tool-output-available', toolCallId: part.toolCallId, output: part.output };
    case 'tool-error': {
      const { toolCallId, error: errorText, isRejected } = part;
      return isRejected
        ? { type: 'tool-output-denied', toolCallId }
        : { type: 'tool-output-error', toolCallId, errorText };
    }
    case 'approval-request': {
      const { approvalId, toolCallId } = part;
      return { type: 'tool-approval-request', approvalId, toolCallId };
    }
    case 'question': {
      const { questionId: id, prompt } = part;
      return { type: 'data-question', id, data: { prompt } };
    }
    case 'error':
      return { type: 'error', errorText: part.error };
  }
}
