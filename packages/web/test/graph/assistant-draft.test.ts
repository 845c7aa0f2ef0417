import { expect, it } from 'vitest';
import { callWords } from '../../src/pages/editor/assistant/call-words.ts';
import { draftIn } from '../../src/pages/editor/assistant/draft-in.ts';

const saved = (id: string, version: string, state = 'output-available') => ({
  type: 'tool-save_workflow',
  state,
  input: {},
  output: { id, version, valid: true, diagnostics: [] },
});

it('[W2550] the last draft of this workflow is the one that is shown', () => {
  const parts = [saved('mine', 'v1'), saved('mine', 'v2'), saved('other', 'v3')];
  expect(draftIn(parts, 'mine')).toBe('v2');
  expect(draftIn([saved('mine', 'v1', 'input-available')], 'mine')).toBeNull();
});

it('[W2550] what it did is told in words, with what came of it', () => {
  expect(callWords(saved('mine', 'v1')).words).toBe('Wrote a draft: no problems');
  const wrong = { ...saved('mine', 'v1'), output: { valid: false, diagnostics: [{}, {}] } };
  expect(callWords(wrong).words).toBe('Wrote a draft: 2 problems, cannot run yet');
  const failed = { type: 'tool-try_workflow', state: 'output-error', errorText: 'No.', input: {} };
  expect(callWords(failed)).toEqual({ words: 'Tried it: No.', status: 'failed' });
  const live = { type: 'tool-try_workflow', state: 'approval-requested', input: { live: true } };
  expect(callWords(live)).toEqual({ words: 'Run it for real', status: 'waiting' });
});
