import type { N8nNode } from '../read/n8n-workflow.ts';

/** Types that start runs although their names do not say so. */
const STARTS: ReadonlySet<string> = new Set([
  'start',
  'webhook',
  'cron',
  'interval',
  'emailReadImap',
]);

/** Whether runs start at a node of this type. */
export function isTrigger({ type }: N8nNode): boolean {
  return /Trigger$/i.test(type) || STARTS.has(type);
}
