import { ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { textOf, type DifyNode } from './dify-graph.ts';
import { lose } from '../draft/draft.ts';
import type { DifyScope } from './scope.ts';

/** What starts the workflow, where the app says it: one trigger, or several, each with its own start. */
export function triggersOf({ app, draft }: DifyScope): JsonObject {
  const nodes = app.graph.nodes.filter(({ type }) => type.startsWith('trigger-'));
  const found = nodes.flatMap((node) => {
    const trigger = triggerOf(node);
    if (trigger !== null) return [{ node, trigger }];
    lose(draft.report, {
      node: node.id,
      kind: 'trigger',
      pointer: node.pointer,
      message: `"${node.title}" starts the app in a way that is not imported (${node.type}).`,
      hint: 'Set up a trigger of the workflow that does the same, or start runs over the API.',
      native: app.ids.get(node.id) ?? null,
    });
    return [];
  });
  const [first] = found;
  if (first === undefined) return {};
  if (found.length === 1 && nodes.length === 1) return { trigger: first.trigger };
  const names = new Set<string>();
  const triggers: readonly Json[] = found.map(({ node, trigger }) => {
    const name = freeName(names, node.title === '' ? node.id : node.title);
    const start = app.ids.get(node.id);
    return start === undefined ? { name, ...trigger } : { name, start, ...trigger };
  });
  return { triggers };
}

function freeName(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted} ${n}`;
  taken.add(name);
  return name;
}

function triggerOf({ type, data }: DifyNode): JsonObject | null {
  // Dify answers with what the workflow gives.
  if (type === 'trigger-webhook') return { type: 'webhook', config: { respond: true } };
  const cron = textOf(ownValue(data, 'cron_expression'));
  if (type !== 'trigger-schedule' || cron === '') return null;
  return { type: 'schedule', config: { cron, timezone: textAt(data, 'timezone') || 'UTC' } };
}
