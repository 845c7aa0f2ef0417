// A program that traces itself: its runs are part of its traces, and its own spans part of theirs.
import assert from 'node:assert/strict';
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { createEngine } from 'skein';

// As an SDK does when it starts, only that everything stays in memory.
const exporter = new InMemorySpanExporter();
const spanProcessors = [new SimpleSpanProcessor({ exporter })];
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const tracer = trace.getTracer('shop');

// #region host-telemetry
// Providers are registered already, as `node --import ./instrumentation.mjs` does.
const engine = await createEngine({
  functions: {
    'shop.price': () => tracer.startActiveSpan('SELECT price', (span) => (span.end(), 4)),
  },
});
await tracer.startActiveSpan('POST /orders', async (span) => {
  const run = await engine.runs.start({
    skein: 1,
    id: 'order',
    nodes: [{ id: 'price', type: 'function', config: { name: 'shop.price' } }],
  });
  await engine.runs.finished(run.id);
  span.end();
});
// POST /orders → invoke_workflow order → function price → SELECT price
// #endregion
await engine.close();

const spans = exporter.getFinishedSpans();
const path: string[] = [];
let at = spans.find(({ name }) => name === 'SELECT price');
while (at !== undefined) {
  path.unshift(at.name);
  const above = at.parentSpanContext?.spanId;
  at = spans.find((span) => span.spanContext().spanId === above);
}
assert.deepEqual(path, ['POST /orders', 'invoke_workflow order', 'function price', 'SELECT price']);
console.log(path.join(' → '));
