import { isOver, type Graph } from '@skein/kernel';
import { useSearch } from '@tanstack/react-router';
import { ReactFlowProvider } from '@xyflow/react';
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { createMarkStore, MarkContext, setMarks, type MarkStore } from '../../canvas/card-marks.ts';
import { RunCanvas } from '../../canvas/run-canvas.tsx';
import type { RunJson } from '../../data/runs.ts';
import { classNames } from '../../design/class-names.ts';
import { readFrames } from '../../graph/frames/frame.ts';
import { overlayRun, type Overlay } from '../../graph/run/overlay-run.ts';
import { createReplay, type Replay } from '../../graph/run/rebuild-run.ts';
import {
  sketchGraph,
  titlesOf,
  type Drawn,
  type RunSketch,
  type RunSketchEdge,
} from '../../graph/run/sketch-graph.ts';
import { ErrorState } from '../../viewers/error-state.tsx';
import { useDifferingNodes } from './compare/use-differing-nodes.ts';
import { firstNodeToShow } from './first-node.ts';
import { marksOf } from './marks-of.ts';
import { useFinding } from './find/use-finding.ts';
import { RunHeader } from './header/run-header.tsx';
import { TimeTravel } from './past/time-travel.tsx';
import { usePast } from './past/use-past.ts';
import { RunSide } from './side/run-side.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { useSelection } from './use-selection.ts';
import { useShownGraph } from './use-shown-graph.ts';
import { useLiveRun } from './use-live-run.ts';
import { EdgeCard } from './why/edge-card.tsx';
import { WaitingBar } from './waiting-bar.tsx';
import { WhyCard } from './why/why-card.tsx';

interface RunScreenProps {
  readonly run: RunJson;
  readonly graph: Graph;
  /** What it was compiled from. */
  readonly source: Drawn;
  /** Whether it was started from a draft. */
  readonly isDraft: boolean;
}

const RunFind = lazy(async () => ({
  default: (await import('./find/run-find.tsx')).RunFind,
}));

const unrun: ReadonlySet<string> = new Set(['skipped', 'idle', 'uncalled']);

type View = 'graph' | 'timeline' | 'chat';

export function RunScreen({ run, graph, source, isDraft }: RunScreenProps): ReactNode {
  const search = useSearch({ from: '/runs/$id' });
  const live = useLiveRun(run.id, graph);
  const now = useMemo(() => live.replay ?? createReplay(graph), [live.replay, graph]);
  const [at, setAt] = useState<number | null>(null);
  const replay = usePast(now, at);
  const sketch = useMemo(() => sketchGraph(graph, source), [graph, source]);
  const frames = useMemo(() => readFrames({ studio: graph.workflow.studio ?? {} }), [graph]);
  const overlay = useMemo(() => overlayRun(replay, sketch), [replay, sketch]);
  const titles = useMemo(() => titlesOf(sketch), [sketch]);
  const [view, setView] = useState<View>('graph');
  const selected = search.node ?? firstNodeToShow(sketch, overlay);
  const { select } = useSelection(run.id);
  if (live.error !== null) return <ErrorState error={live.error} />;
  return (
    <>
      <RunHeader
        run={run}
        isDraft={isDraft}
        replay={now}
        isLost={live.isLost}
        selected={selected}
        titles={titles}
        onTravel={() => setAt(now.moments.length)}
      />
      {at !== null && <TimeTravel replay={now} at={at} titles={titles} onMove={setAt} />}
      <ViewTabs view={view} onChange={setView} />
      {view !== 'chat' && (
        <WaitingBar replay={replay} titles={titles} onOpen={() => setView('chat')} />
      )}
      <div className="flex min-h-0 flex-1">
        <div
          className={classNames('flex min-w-0 flex-1 flex-col', view === 'chat' && 'max-md:hidden')}
        >
          <RunGraph
            run={run.id}
            replay={replay}
            sketch={sketch}
            source={source}
            overlay={overlay}
            frames={frames}
            selected={selected}
            className={view === 'graph' ? '' : 'max-md:hidden'}
          />
          <Timeline
            replay={replay}
            sketch={sketch}
            selected={selected}
            onSelect={select}
            isLive={at === null && !isOver(replay.state)}
            className={view === 'timeline' ? '' : 'max-md:hidden'}
          />
        </div>
        <RunSide
          run={run}
          dialect={source.dialect}
          replay={replay}
          sketch={sketch}
          overlay={overlay}
          streaming={at === null ? live.streaming : nothingStreams}
          selected={selected}
          className={view === 'chat' ? '' : 'max-md:hidden'}
        />
      </div>
    </>
  );
}

interface RunGraphProps {
  readonly run: string;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  readonly source: Drawn;
  readonly overlay: Overlay;
  readonly frames: ReturnType<typeof readFrames>;
  readonly selected: string | null;
  readonly className: string;
}

function RunGraph(props: RunGraphProps): ReactNode {
  const { run, replay, sketch, source, overlay, frames, selected, className } = props;
  const search = useSearch({ from: '/runs/$id' });
  const shown = useShownGraph(replay, { sketch, overlay });
  const marks = useMarks(shown.overlay, useDifferingNodes(run, search));
  const { select, selectEdge } = useSelection(run);
  const finding = useFinding();
  // Its calls are shown with the function that made them.
  const show = (node: string | null) => select(shown.node ?? node);
  const status = selected === null ? undefined : overlay.nodes.get(selected)?.status;
  const line = sketch.edges.find(({ key }) => key === search.line);
  const isUnrun = line === undefined && search.node !== undefined && unrun.has(status ?? '');
  // On a phone the graph and what is beside it are not seen at once.
  const isToldBeside = isUnrun && search.tab === 'why';
  return (
    <MarkContext value={marks}>
      <div className={classNames('relative min-h-0 flex-1', className)}>
        <ReactFlowProvider>
          <RunCanvas
            sketch={shown.sketch}
            frames={frames}
            edges={shown.overlay.edges}
            selected={selected}
            onSelect={show}
            selectedEdge={line?.key ?? null}
            onSelectEdge={selectEdge}
            onFind={finding.begin}
          />
          {finding.isOpen && (
            <Suspense>
              <RunFind
                sketch={shown.sketch}
                source={source}
                onSelect={show}
                onClose={finding.close}
              />
            </Suspense>
          )}
        </ReactFlowProvider>
        <div className={isToldBeside ? 'md:hidden' : undefined}>
          <Explained
            run={run}
            replay={replay}
            sketch={sketch}
            node={isUnrun ? selected : null}
            line={line}
            onClose={() => select(null)}
          />
        </div>
      </div>
    </MarkContext>
  );
}

const nothingStreams: ReadonlyMap<string, string> = new Map();

function useMarks(overlay: Overlay, differing: ReadonlySet<string>): MarkStore {
  const [marks] = useState(createMarkStore);
  useEffect(() => setMarks(marks, marksOf(overlay, differing)), [marks, overlay, differing]);
  return marks;
}

interface ExplainedProps {
  readonly run: string;
  readonly replay: Replay;
  readonly sketch: RunSketch;
  /** A selected node that did not run. */
  readonly node: string | null;
  readonly line: RunSketchEdge | undefined;
  readonly onClose: () => void;
}

/** Next to the graph: why a node did not run, or why an edge was taken or not. */
function Explained({ node, line, ...rest }: ExplainedProps): ReactNode {
  if (line !== undefined) return <EdgeCard line={line} {...rest} />;
  return node === null ? null : <WhyCard node={node} {...rest} />;
}

interface ViewTabsProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

const views: readonly (readonly [View, string])[] = [
  ['graph', 'Graph'],
  ['timeline', 'Timeline'],
  ['chat', 'Chat'],
];

function ViewTabs({ view, onChange }: ViewTabsProps): ReactNode {
  return (
    <div
      role="group"
      aria-label="View"
      className="grid shrink-0 grid-cols-3 border-b border-line bg-surface md:hidden"
    >
      {views.map(([name, label]) => (
        <button
          key={name}
          type="button"
          aria-pressed={view === name}
          onClick={() => onChange(name)}
          className="h-10 border-b-2 border-transparent text-sm font-medium text-text-2 aria-pressed:border-accent aria-pressed:text-text"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
