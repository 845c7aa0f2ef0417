import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, type ReactNode } from 'react';
import { classNames } from '../../../design/class-names.ts';
import { nodeStatusLook, statusLooks } from '../../../design/status/status.ts';
import { StatusIcon } from '../../../design/status/status-icon.tsx';
import { functionNodeOf } from '../../../graph/run/function-calls.ts';
import type { Replay } from '../../../graph/run/rebuild-run.ts';
import { titlesOf } from '../../../graph/run/sketch-graph.ts';
import { foldLabels } from '../../../graph/timeline/fold-labels.ts';
import { ticksOf } from '../../../graph/timeline/ticks-of.ts';
import { scaleOf, spansOf, type Scale, type Span } from '../../../graph/timeline/timeline.ts';
import type { Sketch } from '../../../graph/sketch.ts';
import { durationWords } from '../../../text/time-words.ts';
import { useNow } from './use-now.ts';

interface TimelineProps {
  readonly replay: Replay;
  readonly sketch: Sketch;
  readonly selected: string | null;
  readonly onSelect: (node: string) => void;
  readonly isLive: boolean;
  readonly className?: string;
}

export function Timeline(props: TimelineProps): ReactNode {
  const { replay, sketch, selected, onSelect, isLive, className } = props;
  const now = useNow(isLive);
  const titles = useMemo(() => titlesOf(sketch), [sketch]);
  const spans = useMemo(() => {
    const last = replay.moments.at(-1)?.event.at ?? 0;
    const nowMs = isLive ? Math.max(now, last) : last;
    const titleOf = (node: string) => titles.get(node) ?? node;
    const functionNode = functionNodeOf(replay.graph);
    const all = spansOf(replay.moments, { nowMs, titleOf, functionNode });
    return all.filter(({ node }) => titles.has(node));
  }, [replay, titles, now, isLive]);
  const scale = useMemo(() => scaleOf(spans), [spans]);
  return (
    <section
      aria-label="Timeline"
      className={classNames(
        'flex min-h-0 flex-col bg-surface max-md:flex-1 md:h-[252px] md:border-t md:border-line',
        className,
      )}
    >
      <TimelineHead scale={scale} />
      <TimelineRows spans={spans} scale={scale} selected={selected} onSelect={onSelect} />
    </section>
  );
}

interface TimelineRowsProps extends Pick<TimelineProps, 'selected' | 'onSelect'> {
  readonly spans: readonly Span[];
  readonly scale: Scale;
}

const rowHeight = 26;

/** Only visible rows are rendered: a long run has thousands. */
function TimelineRows({ spans, scale, selected, onSelect }: TimelineRowsProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: spans.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-auto py-1"
      role="region"
      tabIndex={0}
      aria-label="Steps over time"
    >
      <div className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const span = spans[index];
          return span === undefined ? null : (
            <TimelineRow
              key={span.key}
              span={span}
              scale={scale}
              top={start}
              isOn={selected === span.node}
              onSelect={() => onSelect(span.node)}
            />
          );
        })}
        <Folds scale={scale} />
      </div>
    </div>
  );
}

function percent(share: number): string {
  return `${share * 100}%`;
}

/** Never clipped at the edges. */
function labelPlace(share: number): string {
  return `clamp(48px, ${percent(share)}, calc(100% - 48px))`;
}

/** From this share on, a label would be clipped on a phone. */
const phoneShareMax = 0.7;

function TimelineHead({ scale }: { readonly scale: Scale }): ReactNode {
  const isFolded = scale.folds.length > 0;
  return (
    <div className="flex h-9 shrink-0 items-center border-b border-line text-xs text-text-3">
      <h2 className="w-36 shrink-0 pl-4 text-sm font-semibold text-text md:w-60">Timeline</h2>
      <div className="num relative h-full flex-1 overflow-hidden">
        {ticksOf(scale).map(({ share, ms, isAfterFold }, index) => (
          <span
            key={share}
            className={classNames(
              'absolute top-2.5 whitespace-nowrap',
              (isFolded || index % 2 === 1 || share > phoneShareMax) && 'max-md:hidden',
            )}
            style={{ left: percent(share) }}
          >
            {isAfterFold && '+'}
            {durationWords(ms).replace('.0 s', ' s')}
          </span>
        ))}
        {foldLabels(scale).map(({ fold, share }) => (
          <span
            key={fold.fromMs}
            className="absolute top-2 -translate-x-1/2 rounded-full bg-sunken px-2 py-0.5 whitespace-nowrap text-text-2"
            style={{ left: labelPlace(share) }}
          >
            {durationWords(fold.toMs - fold.fromMs)} idle
          </span>
        ))}
      </div>
      <span className="w-20 shrink-0 pr-3 text-right whitespace-nowrap md:w-24">Time</span>
    </div>
  );
}

interface TimelineRowProps {
  readonly span: Span;
  readonly scale: Scale;
  readonly top: number;
  readonly isOn: boolean;
  readonly onSelect: () => void;
}

function TimelineRow({ span, scale, top, isOn, onSelect }: TimelineRowProps): ReactNode {
  const status = nodeStatusLook(span.status);
  return (
    <button
      type="button"
      onClick={onSelect}
      aria-pressed={isOn}
      className={classNames(
        'absolute inset-x-0 flex h-[26px] items-center text-left text-sm outline-offset-[-2px] hover:bg-sunken',
        isOn && 'bg-accent-soft hover:bg-accent-soft',
      )}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span
        className="flex w-36 shrink-0 items-center gap-2 pr-2 md:w-60"
        style={{ paddingLeft: 16 + span.depth * 20 }}
      >
        <StatusIcon status={status} size={14} />
        <span
          className={classNames('truncate', span.depth > 0 ? 'text-xs text-text-2' : 'font-medium')}
        >
          {span.label}
        </span>
      </span>
      <span className="relative block h-full min-w-0 flex-1">
        <Bar span={span} scale={scale} />
      </span>
      <span className="num w-20 shrink-0 pr-3 text-right text-xs whitespace-nowrap text-text-2 md:w-24">
        {durationWords(span.toMs - span.fromMs)}
      </span>
    </button>
  );
}

function Bar({ span, scale }: { readonly span: Span; readonly scale: Scale }): ReactNode {
  const status = nodeStatusLook(span.status);
  const queued = scale.place(span.fromMs);
  const from = scale.place(span.fromMs + span.queuedMs);
  const to = scale.place(span.toMs);
  return (
    <>
      {from > queued && (
        <i
          className="absolute top-1/2 h-px bg-control"
          style={{ left: percent(queued), width: percent(from - queued) }}
        />
      )}
      <i
        className={classNames(
          'absolute top-1/2 h-3.5 -translate-y-1/2 rounded-sm',
          statusLooks[status].bar,
          status === 'running' && 'animate-pulse',
          span.depth > 0 && 'opacity-70',
        )}
        style={{
          left: `min(${percent(from)}, calc(100% - 4px))`,
          width: `max(4px, ${percent(to - from)})`,
        }}
      />
    </>
  );
}

function Folds({ scale }: { readonly scale: Scale }): ReactNode {
  return (
    <div className="pointer-events-none absolute inset-y-0 right-20 left-36 md:right-24 md:left-60">
      {scale.folds.map((fold) => (
        <i
          key={fold.fromMs}
          className="fold absolute inset-y-0"
          style={{
            left: percent(scale.place(fold.fromMs)),
            width: percent(scale.place(fold.toMs) - scale.place(fold.fromMs)),
          }}
        />
      ))}
    </div>
  );
}
