import type { Tab } from '../../../design/controls/tabs.tsx';
import { hasItems } from '../../../graph/run/items-of.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { ItemsPanel } from './items-panel.tsx';

/** One tab for a node with `each` and for a map, none for others. */
export function itemsTabs(replay: Replay, node: string | null): readonly Tab[] {
  if (node === null || !hasItems(replay, node)) return [];
  const panel = <ItemsPanel key={node} replay={replay} node={node} />;
  return [{ id: 'items', label: 'Items', panel }];
}
