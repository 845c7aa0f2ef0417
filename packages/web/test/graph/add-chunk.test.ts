import { expect, it } from 'vitest';
import { addChunk, failureIn, textOfParts, type Parts } from '../../src/graph/chat/add-chunk.ts';

const added = (parts: Parts, chunks: readonly object[]) =>
  chunks.reduce<Parts>((all, chunk) => addChunk(all, chunk as never), parts);

it('[W1900] what streams becomes the parts that the server tells afterwards', () => {
  const parts = added(
    [],
    [
      { type: 'start', messageId: 'reply-1' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Let ' },
      { type: 'text-delta', id: 't', delta: 'me see.' },
      { type: 'tool-input-start', toolCallId: 'c', toolName: 'refund' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'refund', input: { amount: 3 } },
      { type: 'tool-approval-request', approvalId: 'w', toolCallId: 'c' },
    ],
  );
  expect(parts).toEqual([
    { type: 'text', text: 'Let me see.' },
    {
      type: 'tool-refund',
      toolCallId: 'c',
      state: 'approval-requested',
      input: { amount: 3 },
      approval: { id: 'w' },
    },
  ]);
  const decided = added(parts, [
    { type: 'tool-output-available', toolCallId: 'c', output: 'paid' },
    { type: 'text-start', id: 'u' },
    { type: 'text-delta', id: 'u', delta: 'Done.' },
    { type: 'error', errorText: 'The turn was cancelled.' },
  ]);
  expect(decided[1]).toMatchObject({ state: 'output-available', output: 'paid' });
  expect(textOfParts(decided)).toBe('Let me see.\n\nDone.');
  expect(failureIn(decided.at(-1) ?? {})?.message).toBe('The turn was cancelled.');
});
