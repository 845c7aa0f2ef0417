// Workflows that several tests run.
import type { Json } from '@skein/kernel';

export const hello: Json = {
  skein: 1,
  id: 'hello',
  name: 'Hello',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'transform', config: { value: { text: 'Hello, ${trigger.name|you}!' } } },
  ],
  edges: [{ from: 'start', to: 'greet' }],
};

/** One approval; what was approved comes out, a rejection stops the run. */
export const review: Json = {
  skein: 1,
  id: 'review-flow',
  nodes: [
    { id: 'draft', type: 'llm', config: { prompt: 'Write about ${trigger|nothing}' } },
    { id: 'review', type: 'approval', config: { prompt: 'Publish?' } },
    { id: 'publish', type: 'transform', config: { value: '${draft.output}' } },
    { id: 'drop', type: 'stop', config: { reason: 'rejected' } },
  ],
  edges: [
    { from: 'draft', to: 'review' },
    { from: 'review', out: 'approved', to: 'publish' },
    { from: 'review', out: 'rejected', to: 'drop' },
  ],
};

/** Three approvals at once, joined at the end. */
export const threeApprovals: Json = {
  skein: 1,
  id: 'three',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'a', type: 'approval', config: { prompt: 'a?' } },
    { id: 'b', type: 'approval', config: { prompt: 'b?' } },
    { id: 'c', type: 'approval', config: { prompt: 'c?' } },
    { id: 'done', type: 'transform', config: { value: 'all approved' } },
  ],
  edges: ['a', 'b', 'c'].flatMap((id) => [
    { from: 'start', to: id },
    { from: id, out: 'approved', to: 'done', in: id },
  ]),
};

export const failing: Json = {
  skein: 1,
  nodes: [{ id: 'break', type: 'function', config: { name: 'test.fail', args: { never: true } } }],
};

export const endless: Json = {
  skein: 1,
  policy: { maxSteps: 20 },
  nodes: [
    { id: 'begin', type: 'function', config: { name: 'math.add', args: { a: 1, b: 2 } } },
    { id: 'again', type: 'transform', join: 'each', config: { value: 1 } },
  ],
  edges: [
    { from: 'begin', to: 'again' },
    { from: 'again', to: 'again', loop: true },
  ],
};

export const stalled: Json = {
  skein: 1,
  policy: { onUnresolved: 'pend' },
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'lacks', type: 'transform', config: { value: '${trigger.nothing.there}' } },
  ],
  edges: [{ from: 'start', to: 'lacks' }],
};

/** Takes an hour unless somebody ends it. */
export const slow: Json = {
  skein: 1,
  nodes: [
    { id: 'sleep', type: 'function', config: { name: 'time.sleep', args: { ms: 3_600_000 } } },
  ],
};
