// An example with everything that a drawing can show.
import type { Workflow } from '@skein/kernel';

export const triage: Workflow = {
  skein: 1,
  name: 'Support triage',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'classify',
      type: 'llm',
      name: 'Classify the ticket',
      config: { prompt: 'Classify ${trigger.text}' },
    },
    {
      id: 'route',
      type: 'switch',
      name: 'Which kind?',
      config: {
        cases: [
          { name: 'billing', when: { left: '${classify.output}', op: 'eq', right: 'billing' } },
          { name: 'bug', when: { left: '${classify.output}', op: 'eq', right: 'bug' } },
        ],
      },
    },
    {
      id: 'invoices',
      type: 'function',
      name: 'Look up invoices',
      config: { name: 'invoices.find' },
    },
    {
      id: 'search',
      type: 'map',
      name: 'Search each log',
      config: {
        items: '${trigger.logs}',
        workflow: {
          name: 'One log',
          nodes: [
            { id: 'grep', type: 'function', config: { name: 'grep' } },
            { id: 'sum', type: 'transform', config: { value: '${grep.output}' } },
          ],
          edges: [{ from: 'grep', to: 'sum' }],
        },
      },
    },
    {
      id: 'draft',
      type: 'agent',
      name: 'Draft an answer',
      join: 'any',
      config: { prompt: 'Answer' },
    },
    { id: 'helper', type: 'agent', name: 'Knows the manual', config: {} },
    {
      id: 'good',
      type: 'if',
      name: 'Good enough?',
      config: { condition: { left: '${draft.output.score}', op: 'gte', right: 3 } },
    },
    { id: 'pause', type: 'delay', config: { ms: 1000 } },
    {
      id: 'review',
      type: 'approval',
      name: 'Review by a person',
      config: { prompt: 'Send it?', deadlineMs: 3_600_000 },
    },
    { id: 'send', type: 'tool', name: 'Send the mail', config: { tool: 'mail-send' } },
    { id: 'tell', type: 'emit', name: 'Tell the others', config: { name: 'answered' } },
    { id: 'alarm', type: 'stop', name: 'Give up', config: { reason: 'no mail' } },
    { id: 'done', type: 'end' },
  ],
  edges: [
    { from: 'start', to: 'classify' },
    { from: 'classify', to: 'route' },
    { from: 'route', out: 'billing', to: 'invoices' },
    { from: 'route', out: 'bug', to: 'search' },
    { from: 'route', out: 'default', to: 'draft' },
    { from: 'invoices', to: 'draft' },
    { from: 'search', to: 'draft', in: 'logs' },
    { from: 'draft', to: 'helper', kind: 'subagent' },
    { from: 'draft', to: 'good' },
    { from: 'good', out: 'false', to: 'pause' },
    { from: 'pause', to: 'draft', loop: true },
    { from: 'good', out: 'true', to: 'review' },
    { from: 'review', out: 'approved', to: 'send' },
    {
      from: 'review',
      out: 'rejected',
      to: 'draft',
      loop: true,
      when: {
        all: [{ left: '${review.output.note}', op: 'exists' }, { not: '${trigger.urgent}' }],
      },
    },
    { from: 'review', out: 'expired', to: 'alarm' },
    { from: 'send', to: 'tell' },
    { from: 'send', out: 'error', to: 'alarm' },
    { from: 'tell', to: 'done' },
  ],
};

/** Ids, names and ports that try to be more than texts. */
export const hostile: Workflow = {
  skein: 1,
  name: '</title><script>alert(1)</script>',
  nodes: [
    { id: '"];click n0 "javascript:alert(1)"', type: 'join', name: '<img src=x onerror=alert(1)>' },
    { id: '__proto__', type: '"><script>', name: '%%{init: {"securityLevel":"loose"}}%%' },
    { id: '\u001b[2J\u202e', type: 'join', name: '`**bold**` #quot; \u0000 & \uD800 ]]>' },
    { id: 'end', type: 'join', name: 'a\n\tb' },
  ],
  edges: [
    { from: '"];click n0 "javascript:alert(1)"', to: '__proto__', out: '"|<b>x</b>|' },
    { from: '__proto__', to: '\u001b[2J\u202e', when: '${["</text><script>"].output}' },
    { from: '\u001b[2J\u202e', to: 'end', in: "'&quot;" },
  ],
};
