import { readFileSync } from 'node:fs';
import { compileDefinition } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { createEngine } from 'skein';
import { beforeAll, describe, expect, it } from 'vitest';
import { conversationOf } from '../../src/graph/run/conversation.ts';
import { advanceReplay, createReplay, type Replay } from '../../src/graph/run/rebuild-run.ts';
import { isWithin, subagentCalls } from '../../src/graph/run/subagents/subagent-calls.ts';
import { spansOf } from '../../src/graph/timeline/timeline.ts';

// An agent asks two others at the same time: their steps are recorded in turns.
describe('agents that other agents call', () => {
  let replay: Replay;

  beforeAll(async () => {
    const template = new URL('../../../skein/templates/support-agent.json', import.meta.url);
    const { definition, input } = JSON.parse(readFileSync(template, 'utf8')) as {
      readonly definition: JsonObject;
      readonly input: JsonObject;
    };
    const engine = await createEngine();
    try {
      const { id } = await engine.runs.start(definition, { input });
      await engine.runs.settled(id);
      replay = advanceReplay(
        createReplay(compileDefinition(definition).graph!),
        await engine.runs.journal(id),
      );
    } finally {
      await engine.close();
    }
  });

  it('[W3930] say what they were asked, what they gave back and what it cost', () => {
    expect(subagentCalls(replay.moments, 'orders')).toMatchObject([
      {
        node: 'agent',
        activation: 1,
        caller: 'agent',
        input: 'Which order of Mara Lind has a grinder?',
        output: 'Order 2291 of 3 May: one hand grinder, 49 €, delivered on 6 May.',
        error: null,
        usage: { input: 66, output: 28 },
      },
    ]);
    expect(subagentCalls(replay.moments, 'agent')).toEqual([]);
  });

  it('[W3930] own the requests of their calls, and no others', () => {
    const [call] = subagentCalls(replay.moments, 'orders');
    const keys = ['model#1', `${call!.callId}/model#1`, 'agent-1-12/model#1', 'model#2'];
    expect(keys.filter((key) => isWithin(key, call!.callId))).toEqual([keys[1]]);
  });

  it('[W3931] are right above what they do, also when two work at once', () => {
    const spans = spansOf(replay.moments, { nowMs: 0, titleOf: (node) => node });
    const inner = spans.filter(({ depth }) => depth > 0);
    expect(inner.map(({ label, depth }) => `${depth} ${label}`)).toEqual([
      '1 offline model',
      '1 Orders desk (subagent)',
      '2 offline model',
      '2 find-orders',
      '2 offline model',
      '1 House rules (subagent)',
      '2 offline model',
      '1 offline model',
    ]);
  });

  it('[W3932] are called by their names in the conversation', () => {
    const calls = conversationOf(replay.moments).filter(({ kind }) => kind === 'call');
    expect(calls).toMatchObject([
      { title: 'Orders desk' },
      { title: 'House rules' },
      { name: 'find-orders', title: undefined },
    ]);
  });
});
