// The client of AG-UI, which checks every event and its order, against a real server.
import { HttpAgent, type RunAgentResult } from '@ag-ui/client';
import { describe, expect, it } from 'vitest';
import { bearer, serveDoors, type Doors } from './door-flows.ts';

type Loose = ReturnType<typeof JSON.parse>;

function agentOf(
  { url, keys }: Doors,
  workflow: string,
  threadId = 't1',
  key = keys.ann,
): HttpAgent {
  return new HttpAgent({
    url: `${url}/api/v1/ag-ui/${workflow}`,
    headers: bearer(key),
    threadId,
  });
}

async function run(agent: HttpAgent, given: Loose = {}) {
  const events: Loose[] = [];
  const failures: string[] = [];
  const result = await agent.runAgent(given, {
    onEvent: ({ event }) => {
      events.push(event);
    },
    onRunFailed: ({ error }) => {
      failures.push(error.message);
    },
  });
  expect(failures).toEqual([]);
  return { result: result as RunAgentResult, events, last: events.at(-1) };
}

const say = (agent: HttpAgent, content: string) => {
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
  return run(agent);
};

const textOf = (events: Loose[]) =>
  events.flatMap(({ type, delta }) => (type === 'TEXT_MESSAGE_CONTENT' ? [delta] : [])).join('');

describe('AG-UI', () => {
  it('[V2040] a run streams, is interrupted, resumed and finished, without an event that the client refuses', async () => {
    const doors = await serveDoors();
    const agent = agentOf(doors, 'shop');
    const asked = await say(agent, 'My money back');
    expect(textOf(asked.events)).toBe('One moment.');
    const [interrupt] = asked.last.outcome.interrupts;
    expect(interrupt).toMatchObject({ reason: 'approval', toolCallId: 'r1' });
    expect(interrupt.responseSchema.required).toEqual(['approved']);
    expect(doors.paid()).toBe(0);
    const resume = [{ interruptId: interrupt.id, status: 'resolved', payload: { approved: true } }];
    const paid = await run(agent, { resume });
    expect(textOf(paid.events)).toBe('Paid back.');
    expect(paid.events.map(({ type }) => type)).toContain('TOOL_CALL_RESULT');
    expect(paid.last).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } });
    expect(doors.paid()).toBe(1);
    const looked = await say(agent, 'Where is it?');
    expect(textOf(looked.events)).toBe('Let me look.It is on its way.');
    const again = await say(agent, 'My money back');
    const cancelled = [{ interruptId: again.last.outcome.interrupts[0].id, status: 'cancelled' }];
    expect(textOf((await run(agent, { resume: cancelled })).events)).toBe('As you wish.');
    expect(doors.paid()).toBe(1);
  });

  it('[V2040] a form is an interrupt with its schema; one that is cancelled stays open', async () => {
    const doors = await serveDoors();
    const agent = agentOf(doors, 'trip');
    const asked = await say(agent, 'A trip');
    const [form] = asked.last.outcome.interrupts;
    expect(form).toMatchObject({ message: 'Where to?', responseSchema: { required: ['city'] } });
    const left = await run(agent, { resume: [{ interruptId: form.id, status: 'cancelled' }] });
    expect(left.last.outcome.interrupts[0].id).toBe(form.id);
    const filled = [{ interruptId: form.id, status: 'resolved', payload: { city: 'Rome' } }];
    const next = await run(agent, { resume: filled });
    const [approval] = next.last.outcome.interrupts;
    expect(approval.message).toBe('Book it?');
    const done = await run(agent, {
      resume: [{ interruptId: approval.id, status: 'resolved', payload: { approved: true } }],
    });
    expect(done.last).toMatchObject({ result: 'Booked: Rome.', outcome: { type: 'success' } });
    expect(textOf(done.events)).toBe('Booked: Rome.');
  });

  it('[V2041] a failed run is RUN_ERROR; interrupts of others lead nowhere', async () => {
    const doors = await serveDoors();
    const broken = {
      skein: 1,
      id: 'broken',
      metadata: { publish: ['ag-ui'] },
      nodes: [{ id: 'no', type: 'fail', config: { message: 'It cannot be.', code: 'NO' } }],
    };
    await doors.engine.workflows.save(broken, { user: 'ann' });
    const agent = agentOf(doors, 'broken');
    agent.addMessage({ id: 'm', role: 'user', content: 'x' });
    const events: Loose[] = [];
    const onEvent = ({ event }: Loose) => {
      events.push(event);
    };
    await agent.runAgent({}, { onEvent }).catch(() => {});
    expect(events.at(-1)).toMatchObject({
      type: 'RUN_ERROR',
      message: 'It cannot be.',
      code: 'NO',
    });
    const asked = await say(agentOf(doors, 'shop'), 'My money back');
    const [interrupt] = asked.last.outcome.interrupts;
    const resume = [{ interruptId: interrupt.id, status: 'resolved', payload: { approved: true } }];
    const post = async (key: string, threadId: string) =>
      (
        await fetch(`${doors.url}/api/v1/ag-ui/shop`, {
          method: 'POST',
          headers: { ...bearer(key), 'content-type': 'application/json' },
          body: JSON.stringify({ threadId, runId: crypto.randomUUID(), messages: [], resume }),
        })
      ).status;
    expect(await post(doors.keys.bob, 't1')).toBe(404);
    expect(await post(doors.keys.ann, 't2')).toBe(404);
    await say(agentOf(doors, 'shop', 't2'), 'My money back');
    expect(await post(doors.keys.ann, 't2')).toBe(404);
    expect(await post(doors.keys.reader, 't1')).toBe(403);
    expect(doors.paid()).toBe(0);
    expect(await post(doors.keys.ann, 't1')).toBe(200);
  });
});
