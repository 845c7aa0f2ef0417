import { ownValue, textAt, type JsonObject } from '@skein/kernel';
import { textOf } from './dify-graph.ts';
import { lose } from '../draft/draft.ts';
import type { DifyScope } from './scope.ts';

/** What starts the workflow, where the app says it; several triggers are more than one workflow can have. */
export function triggerOf({ app, draft }: DifyScope): JsonObject | null {
  const triggers = app.graph.nodes.filter(({ type }) => type.startsWith('trigger-'));
  const [first] = triggers;
  for (const node of triggers) {
    if (node === first && node.type !== 'trigger-plugin') continue;
    lose(draft.report, {
      node: node.id,
      kind: 'trigger',
      pointer: node.pointer,
      message: `"${node.title}" starts the app in a way that is not imported (${node.type}).`,
      hint: 'Set up a trigger of the workflow that does the same, or start runs over the API.',
      native: app.ids.get(node.id) ?? null,
    });
  }
  if (first === undefined) return null;
  if (first.type === 'trigger-webhook') return { type: 'webhook' };
  const cron = textOf(ownValue(first.data, 'cron_expression'));
  if (first.type !== 'trigger-schedule' || cron === '') return null;
  return { type: 'schedule', config: { cron, timezone: textAt(first.data, 'timezone') || 'UTC' } };
}
