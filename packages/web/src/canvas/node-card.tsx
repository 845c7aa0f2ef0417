import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { Pin, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import { StatusIcon } from '../design/status/status-icon.tsx';
import { statusLooks } from '../design/status/status.ts';
import { frameIdOf } from '../graph/frames/frame-ids.ts';
import { cardWidth } from '../graph/layout/layout-sketch.ts';
import { cardBorder } from './card-handles.ts';
import { portShift } from '../graph/layout/port-shift.ts';
import { portWords, subagentPort, type SketchNode, type SketchPort } from '../graph/sketch.ts';
import { useCardMark, type CardMark } from './card-marks.ts';
import { FoldButton } from './fold-button.tsx';
import { useFullCard } from './card-scheduler.ts';
import { KindTile } from './kind-tile.tsx';
import { StillPorts } from './still-ports.tsx';

export type CardNode = Node<{ readonly node: SketchNode; readonly isSubagent: boolean }, 'card'>;

export const NodeCard = memo(function NodeCard({ id, data, selected }: NodeProps<CardNode>) {
  const { node, isSubagent } = data;
  const mark = useCardMark(id, node.members);
  const { status } = mark;
  const isFull = useFullCard(id);
  return (
    <div className={cardClass({ node, isFull, isSelected: selected, mark })}>
      <KindTile
        family={node.family}
        type={node.type}
        isMuted={status === 'skipped'}
        isBlank={!isFull}
      />
      {isFull && <Words node={node} mark={mark} />}
      {isFull && node.members !== undefined && (
        <FoldButton group={frameIdOf(id) ?? id} title={node.title} isCollapsed />
      )}
      {status !== undefined && <StatusIcon status={status} size={18} />}
      {mark.isPinned === true && <PinMark />}
      {mark.change !== undefined && <ChangeMark change={mark.change} />}
      <Badge mark={mark} />
      {isFull ? (
        <CardPorts node={node} isSubagent={isSubagent} />
      ) : (
        <StillPorts node={node} isSubagent={isSubagent} />
      )}
    </div>
  );
});

function Words({ node, mark }: { readonly node: SketchNode; readonly mark: CardMark }): ReactNode {
  return (
    <span className="words min-w-0 flex-1">
      <span className="block truncate text-sm font-semibold">{node.title}</span>
      <span
        className={classNames(
          'num block truncate text-xs',
          mark.status === 'partly' ? statusLooks.partly.text : 'text-text-3',
        )}
      >
        {mark.time ?? node.subtitle}
      </span>
    </span>
  );
}

interface CardLook {
  readonly node: SketchNode;
  readonly isFull: boolean;
  readonly isSelected: boolean;
  readonly mark: CardMark;
}

function cardClass({
  node: { ports },
  isFull,
  isSelected,
  mark: { status, isPointedAt, change },
}: CardLook): string {
  return classNames(
    'node relative flex h-[60px] w-[224px] items-center gap-2.5 rounded-lg border bg-surface px-3',
    // The pills of ports lie on the lower edge: the words keep their distance.
    ports.some(({ label }) => label !== '') && 'pb-2.5',
    isFull && 'shadow-1 transition-shadow duration-100 hover:shadow-2',
    status === undefined ? 'border-line' : statusLooks[status].border,
    status === 'skipped' && 'bg-transparent! text-text-3 shadow-none!',
    isSelected && 'outline-2 outline-offset-2 outline-accent',
    change === 'added' && 'outline-2 outline-offset-2 outline-ok outline-dashed',
    change === 'changed' && 'outline-2 outline-offset-2 outline-accent outline-dashed',
    isPointedAt === true && 'text-text! outline-2 outline-offset-2 outline-accent outline-dashed',
  );
}

function ChangeMark({ change }: { readonly change: 'added' | 'changed' }): ReactNode {
  const isNew = change === 'added';
  return (
    <span
      className={classNames(
        'absolute -top-2 left-3 rounded-full px-1.5 text-xs',
        isNew ? 'bg-ok-soft text-ok-text' : 'bg-accent-soft text-accent-text',
      )}
    >
      {isNew ? 'new' : 'changed'}
    </span>
  );
}

function PinMark(): ReactNode {
  return (
    <span className="absolute -top-2 right-10 grid size-5 place-items-center rounded-full bg-accent-soft text-accent-text">
      <Pin size={12} role="img" aria-label="Pinned output" />
    </span>
  );
}

function Badge({ mark }: { readonly mark: CardMark }): ReactNode {
  if (mark.problem !== undefined) {
    const isError = mark.problem === 'error';
    return (
      <span
        className={classNames(
          'absolute -top-2 right-3 grid size-5 place-items-center rounded-full',
          isError ? 'bg-bad-soft text-bad-text' : 'bg-wait-soft text-wait-text',
        )}
      >
        <TriangleAlert
          size={12}
          role="img"
          aria-label={isError ? 'Has an error' : 'Has a warning'}
        />
      </span>
    );
  }
  if (mark.count === undefined || mark.count < 2) return null;
  return (
    <span className="num absolute -top-2 right-3 rounded-full border border-line bg-raised px-1.5 text-xs text-text-2">
      ×{mark.count}
      <span className="sr-only"> activations</span>
    </span>
  );
}

function CardPorts({ node, isSubagent }: CardNode['data']): ReactNode {
  return (
    <>
      {(node.hasInput || isSubagent) && (
        <Handle
          id="in"
          type="target"
          position={isSubagent ? Position.Left : Position.Top}
          isConnectable={node.members === undefined}
          className={isSubagent ? 'sub' : ''}
        />
      )}
      {node.isHub && (
        <Handle id={subagentPort} type="source" position={Position.Right} className="sub" />
      )}
      {!isSubagent && <Exits node={node} />}
    </>
  );
}

function Exits({ node: { ports, members } }: { readonly node: SketchNode }): ReactNode {
  return ports.map((port, index) => (
    <Handle
      key={port.id}
      id={port.id}
      type="source"
      position={Position.Bottom}
      // A collapsed group has no port of its own that an edge could be drawn from.
      isConnectable={members === undefined}
      className={port.label === '' ? '' : 'port'}
      title={port.label === '' ? undefined : portWords(port)}
      style={{
        // Counted from inside the border.
        left: `${portShift(index, ports.length) - cardBorder}px`,
        ...(ports.length > 2
          ? { maxWidth: `${cardWidth / ports.length - 4}px`, paddingInline: 4 }
          : {}),
      }}
    >
      {port.label === '' ? null : <PortLabel port={port} />}
    </Handle>
  ));
}

function PortLabel({ port }: { readonly port: SketchPort }): ReactNode {
  const words = portWords(port);
  const isShort = words !== port.label;
  return (
    <>
      <span aria-hidden={isShort} className="pointer-events-none block truncate">
        {port.label}
      </span>
      {isShort && <span className="sr-only">{words}</span>}
    </>
  );
}
