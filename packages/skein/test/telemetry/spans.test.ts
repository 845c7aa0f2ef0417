// Goal: a collector that speaks OTLP sees what ran, as the conventions say it, whatever happened to the processes.
import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine } from 'skein';
import { describe, expect, it } from 'vitest';
import {
  open,
  collector,
  timeoutMs,
  environment,
  example,
  named,
  runOf,
  flow,
  flakyFunctions,
} from './observed-run.ts';

describe('spans', () => {
  it('[OT2][OT4] runs, activations, children and retries are one trace', async () => {
    const { url, spans, resource } = await collector();
    const telemetry = { endpoint: url, serviceName: 'shop', timeoutMs };
    const run = await runOf(flow, { config: { telemetry }, functions: flakyFunctions() });
    expect(run.status).toBe('failed');
    expect(resource()).toMatchObject({ 'service.name': 'shop' });
    const root = named(spans, 'invoke_workflow Flow');
    expect(root).toMatchObject({
      traceId: run.id.replaceAll('-', ''),
      isError: true,
      attributes: {
        'skein.run.id': run.id,
        'skein.run.status': 'failed',
        'skein.workflow.id': 'flow',
        'gen_ai.operation.name': 'invoke_workflow',
        'gen_ai.workflow.name': 'Flow',
        'error.type': 'NO_PAPER',
      },
    });
    expect(root).not.toHaveProperty('parentSpanId');
    const tried = named(spans, 'function try');
    expect(tried).toMatchObject({
      parentSpanId: root.spanId,
      attributes: {
        'skein.node.type': 'function',
        'skein.attempt': 2,
        'skein.outcome': 'completed',
      },
      events: [{ name: 'skein.retry' }],
    });
    const child = named(spans, 'subworkflow child');
    const inner = spans.find(({ attributes }) => attributes['skein.run.root'] === run.id);
    expect(inner).toMatchObject({ traceId: root.traceId, parentSpanId: child.spanId });
    expect(named(spans, 'llm say').parentSpanId).toBe(inner?.spanId);
    expect(named(spans, 'function break')).toMatchObject({
      isError: true,
      attributes: { 'error.type': 'NO_PAPER', 'skein.outcome': 'failed' },
    });
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    for (const { startMs, endMs } of spans) expect(endMs).toBeGreaterThanOrEqual(startMs);
  });

  it('[OT3] models, tools, agents and subagents follow the conventions', async () => {
    const { url, spans, text } = await collector();
    const script = example('19-research-team.script.json');
    const run = await runOf(example('19-research-team.json'), {
      config: { telemetry: { endpoint: url, timeoutMs } },
      script,
      input: 'the river Lys',
    });
    expect(run.status).toBe('completed');
    const editor = named(spans, 'invoke_agent Editor');
    const researcher = named(spans, 'invoke_agent Researcher');
    const archivist = named(spans, 'invoke_agent Archivist');
    expect(editor.parentSpanId).toBe(named(spans, 'invoke_workflow Research team').spanId);
    expect(researcher.parentSpanId).toBe(editor.spanId);
    expect(archivist.parentSpanId).toBe(researcher.spanId);
    expect(editor.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Editor',
    });
    const search = named(spans, 'execute_tool archive-search');
    expect(search).toMatchObject({
      parentSpanId: archivist.spanId,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'archive-search',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': expect.any(String),
      },
    });
    const chats = spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat');
    expect(chats.length).toBeGreaterThan(4);
    const parents = new Set(chats.map(({ parentSpanId }) => parentSpanId));
    for (const { spanId } of [editor, researcher, archivist]) expect(parents).toContain(spanId);
    expect(chats[0]).toMatchObject({
      kind: 3,
      attributes: {
        'gen_ai.provider.name': 'scripted',
        'gen_ai.request.model': expect.any(String),
        'gen_ai.usage.input_tokens': expect.any(Number),
        'gen_ai.usage.output_tokens': expect.any(Number),
        'gen_ai.response.finish_reasons': ['tool_calls'],
        'skein.run.id': run.id,
      },
    });
    expect(chats[0]?.name).toBe(`chat ${String(chats[0]?.attributes['gen_ai.request.model'])}`);
    expect(text()).not.toContain('river Lys');
  });

  it('[OT7] what was said goes along only when content is on', async () => {
    const { url, spans } = await collector();
    await runOf(example('19-research-team.json'), {
      config: { telemetry: { endpoint: url, content: true, timeoutMs } },
      script: example('19-research-team.script.json'),
      input: 'the river Lys',
    });
    const chat = spans.find(
      ({ attributes }) =>
        attributes['gen_ai.operation.name'] === 'chat' && attributes['skein.node.id'] === 'editor',
    );
    const input = JSON.parse(String(chat?.attributes['gen_ai.input.messages'])) as unknown;
    expect(input).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Write about: the river Lys' }] },
    ]);
    expect(chat?.attributes['gen_ai.system_instructions']).toContain('You write one sentence.');
    expect(chat?.attributes['gen_ai.output.messages']).toContain('"tool_call"');
    const search = named(spans, 'execute_tool archive-search');
    expect(search.attributes['gen_ai.tool.call.arguments']).toContain('Lys');
    expect(search.attributes).toHaveProperty(['gen_ai.tool.call.result']);
  });

  it('[OT7] no message of an error, no key and no header is sent', async () => {
    const { url, text, headers } = await collector();
    const canary = 'CANARY-5b0a6a54';
    await runOf(flow, {
      config: {
        telemetry: {
          endpoint: url,
          timeoutMs,
          headers: { authorization: 'Bearer ${COLLECTOR_KEY}' },
        },
      },
      environment: { COLLECTOR_KEY: canary },
      functions: flakyFunctions(canary),
    });
    expect(headers[0]?.authorization).toBe(`Bearer ${canary}`);
    expect(text()).toContain('NO_PAPER');
    expect(text()).not.toContain('CANARY');
  });

  it('[OT4][OT5] a run that another engine continues with keeps its trace, parents and times', async () => {
    const { url, spans } = await collector();
    const folder = mkdtempSync(path.join(tmpdir(), 'skein-telemetry-'));
    open.push(() => rmSync(folder, { recursive: true, force: true }));
    const options = {
      environment,
      store: `sqlite:${path.join(folder, 'runs.db')}`,
      config: { telemetry: { endpoint: url, timeoutMs } },
    };
    const first = await createEngine(options);
    const { id } = await first.runs.start({
      skein: 1,
      id: 'asking',
      nodes: [
        { id: 'before', type: 'transform', config: { value: 1 } },
        { id: 'boss', type: 'approval', config: { prompt: 'Go on?' } },
        { id: 'after', type: 'transform', config: { value: 2 } },
      ],
      edges: [
        { from: 'before', to: 'boss' },
        { from: 'boss', out: 'approved', to: 'after' },
      ],
    });
    const { createdAt, waits } = await first.runs.settled(id);
    await first.close();
    expect(spans.map(({ name }) => name)).toEqual(['transform before']);
    const second = await createEngine(options);
    await second.waits.answer({ run: id }, 'yes');
    await second.runs.finished(id);
    await second.close();
    const root = named(spans, 'invoke_workflow asking');
    expect(root.startMs).toBe(Date.parse(createdAt));
    for (const name of ['transform before', 'approval boss', 'transform after']) {
      expect(named(spans, name)).toMatchObject({
        traceId: root.traceId,
        parentSpanId: root.spanId,
      });
    }
    const boss = named(spans, 'approval boss');
    expect(boss.startMs).toBe(Date.parse(waits[0]?.createdAt ?? ''));
    expect(boss.events.map(({ name }) => name)).toEqual(['skein.wait.opened', 'skein.wait.closed']);
    expect(boss.events[1]?.attributes).toMatchObject({ 'skein.wait.outcome': 'answered' });
    expect(boss.events[0]?.attributes).toMatchObject({
      'skein.wait.kind': 'approval',
      'skein.wait.id': waits[0]?.id,
    });
  });
});
