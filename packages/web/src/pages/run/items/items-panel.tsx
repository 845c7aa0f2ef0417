import { TriangleAlert } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { ToggleGroup } from '../../../design/controls/toggle-group.tsx';
import { activationsOf } from '../../../graph/run/activations-of.ts';
import { failedItemWords } from '../../../graph/run/failed-items.ts';
import { itemsOf, type ItemRow } from '../../../graph/run/items-of.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { countWords } from '../../../text/time-words.ts';
import { JsonView } from '../../../viewers/json/json-view.tsx';
import { FailureNote } from '../outcome/failure-note.tsx';
import { ActivationStepper } from '../activation-stepper.tsx';
import { ItemList } from './item-list.tsx';

interface ItemsPanelProps {
  readonly replay: Replay;
  readonly node: string;
}

/** What a node with `each`, or a map, did with every item of its list. */
export function ItemsPanel({ replay, node }: ItemsPanelProps): ReactNode {
  const activations = useMemo(() => activationsOf(replay.moments, node), [replay.moments, node]);
  const [turn, setTurn] = useState<number | null>(null);
  const [shown, setShown] = useState<'all' | 'failed'>('all');
  const [chosen, setChosen] = useState<number | null>(null);
  const place = turn ?? activations.length - 1;
  const activation = activations[place]?.n ?? null;
  const rows = useMemo(
    () => (activation === null ? [] : itemsOf(replay, { node, activation })),
    [replay, node, activation],
  );
  const failed = rows.filter(({ status }) => status === 'failed');
  const row = chosen === null ? undefined : rows[chosen];
  if (activation === null)
    return <p className="p-4 text-sm text-text-3">This node has not run. "Why?" explains it.</p>;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="grid shrink-0 gap-2 border-b border-line px-4 py-3 text-sm">
        <ActivationStepper count={activations.length} place={place} onMove={setTurn} />
        <p role="status" className="num flex flex-wrap gap-x-2">
          {failed.length > 0 && (
            <span className="flex items-center gap-1.5 font-medium text-wait-text">
              <TriangleAlert size={14} aria-hidden />
              {failedItemWords({ failed: failed.length, of: rows.length })}
            </span>
          )}
          {countsOf(rows)}
        </p>
        {failed.length > 0 && (
          <ToggleGroup
            label="Which items"
            choices={[
              { value: 'all', label: 'All' },
              { value: 'failed', label: 'Failed' },
            ]}
            value={shown}
            onChange={setShown}
          />
        )}
      </div>
      <ItemList rows={shown === 'failed' ? failed : rows} chosen={chosen} onChoose={setChosen} />
      {row !== undefined && <ItemDetail key={row.index} row={row} />}
    </div>
  );
}

const statusWords: Readonly<Record<ItemRow['status'], string>> = {
  completed: 'completed',
  failed: 'failed',
  running: 'running',
  retrying: 'retrying',
  waiting: 'waiting',
  cancelled: 'not finished',
  idle: 'not started',
};

/** "3 items: 2 completed, 1 running"; those that failed are told before. */
function countsOf(rows: readonly ItemRow[]): string {
  const others = rows.filter(({ status }) => status !== 'failed');
  const groups = Map.groupBy(others, ({ status }) => status);
  const parts = [...groups].map(([status, list]) => `${list.length} ${statusWords[status]}`);
  return `${countWords(rows.length, 'item')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

function ItemDetail({ row }: { readonly row: ItemRow }): ReactNode {
  return (
    <section
      aria-label={`Item ${row.index}`}
      className="grid max-h-[60%] shrink-0 grid-cols-[minmax(0,1fr)] gap-3 overflow-auto border-t border-line p-4 text-sm"
    >
      {row.error !== undefined && <FailureNote failure={{ ...row.error, hint: null }} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        <h3 className="font-medium">Input of item {row.index}</h3>
        <JsonView label="input" value={row.input} className="max-h-48" />
      </div>
      {row.output !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
          <h3 className="font-medium">Output of item {row.index}</h3>
          <JsonView label="output" value={row.output} className="max-h-48" />
        </div>
      )}
    </section>
  );
}
