import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { KindTile } from '../../../canvas/kind-tile.tsx';
import type { RunJson } from '../../../data/runs.ts';
import { classNames } from '../../../design/class-names.ts';
import { StatusPill } from '../../../design/status/status-pill.tsx';
import { Tabs, type Tab } from '../../../design/controls/tabs.tsx';
import { failedItemWords } from '../../../graph/run/failed-items.ts';
import type { NodeOverlay, Overlay } from '../../../graph/run/overlay-run.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { hasState } from '../../../graph/run/state-history.ts';
import { hasLog } from '../../../graph/run/log-of.ts';
import { titlesOf, type RunSketch } from '../../../graph/run/sketch-graph.ts';
import type { SketchNode } from '../../../graph/sketch.ts';
import { countWords } from '../../../text/time-words.ts';
import { Chat } from '../chat/chat.tsx';
import { firstTab } from '../first-tab.ts';
import { CompareRuns } from '../compare/compare-runs.tsx';
import { itemsTabs } from '../items/items-tabs.tsx';
import { lookOf } from '../marks-of.ts';
import { DialectLog } from './dialect-log.tsx';
import { Journal } from './journal.tsx';
import { OpenWaits } from './open-waits.tsx';
import { StateHistory } from './state-history.tsx';
import { StepDetails } from './step-details.tsx';
import { Why } from '../why/why.tsx';

interface RunSideProps {
  readonly run: RunJson;
  readonly dialect: string;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  readonly overlay: Overlay;
  readonly streaming: ReadonlyMap<string, string>;
  readonly selected: string | null;
  readonly className?: string;
}

export function RunSide(props: RunSideProps): ReactNode {
  const { run, replay, sketch, overlay, selected, className } = props;
  const navigate = useNavigate();
  const node = sketch.nodes.find(({ id }) => id === selected);
  const mark = selected === null ? undefined : overlay.nodes.get(selected);
  const first = firstTab(replay.state.status, mark?.status);
  const { tab = first, ...search } = useSearch({ from: '/runs/$id' });
  const titles = useMemo(() => titlesOf(sketch), [sketch]);
  const tabs = tabsOf(props, titles, search.event ?? null);
  const show = (next: string) =>
    void navigate({
      to: '/runs/$id',
      params: { id: run.id },
      search: { ...search, tab: next },
      replace: true,
    });
  return (
    <aside
      aria-label="Step"
      className={classNames(
        'flex w-full flex-col border-line bg-surface max-md:overflow-auto md:w-[400px] md:shrink-0 md:border-l',
        className,
      )}
    >
      {node !== undefined && <StepHeader node={node} mark={mark} />}
      <OpenWaits replay={replay} titles={titles} selected={selected} />
      <Tabs
        // On a phone all of it scrolls as one: no button is cut off by what is below it.
        className="flex-1 max-md:flex-[1_0_auto]"
        // Not every node has all of them.
        value={tabs.some(({ id }) => id === tab) ? tab : 'details'}
        onChange={show}
        tabs={tabs}
      />
    </aside>
  );
}

/** What can be shown of a run; `event` is the journal row to begin with. */
function tabsOf(
  { run, dialect, replay, sketch, streaming, selected }: RunSideProps,
  titles: ReadonlyMap<string, string>,
  event: number | null,
): readonly Tab[] {
  const state = {
    id: 'state',
    label: 'State',
    panel: <StateHistory replay={replay} titles={titles} />,
  };
  return [
    {
      id: 'chat',
      label: 'Chat',
      panel: <Chat replay={replay} titles={titles} streaming={streaming} />,
    },
    {
      id: 'details',
      label: 'Details',
      panel:
        selected === null ? (
          <ChooseNode />
        ) : (
          <StepDetails
            key={selected}
            run={run}
            dialect={dialect}
            replay={replay}
            sketch={sketch}
            node={selected}
            titles={titles}
          />
        ),
    },
    ...itemsTabs(replay, selected),
    {
      id: 'why',
      label: 'Why?',
      panel:
        selected === null ? (
          <ChooseNode />
        ) : (
          <div className="p-4">
            <Why run={run.id} replay={replay} sketch={sketch} node={selected} />
          </div>
        ),
    },
    ...(hasState(replay) ? [state] : []),
    ...(hasLog(dialect)
      ? [
          {
            id: 'log',
            label: 'Log',
            panel: <DialectLog dialect={dialect} replay={replay} titles={titles} />,
          },
        ]
      : []),
    {
      id: 'journal',
      label: 'Journal',
      panel: <Journal key={event} replay={replay} event={event} />,
    },
    {
      id: 'compare',
      label: 'Compare',
      panel: <CompareRuns key={run.id} run={run} titles={titles} />,
    },
  ];
}

function ChooseNode(): ReactNode {
  return <p className="p-4 text-sm text-text-3">Select a node.</p>;
}

interface StepHeaderProps {
  readonly node: SketchNode;
  readonly mark: NodeOverlay | undefined;
}

function StepHeader({ node, mark }: StepHeaderProps): ReactNode {
  return (
    <header className="flex shrink-0 items-center gap-3 py-3 pr-4 pl-4">
      <KindTile family={node.family} type={node.type} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-md font-semibold">{node.title}</h2>
        <p className="num truncate text-xs text-text-3">
          {countWords(mark?.count ?? 0, 'activation')} · {node.subtitle}
        </p>
      </div>
      {mark !== undefined && (
        <StatusPill status={lookOf(mark)}>
          {mark.failedItems === undefined ? undefined : failedItemWords(mark.failedItems)}
        </StatusPill>
      )}
    </header>
  );
}
