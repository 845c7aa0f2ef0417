import type { Node } from '@xyflow/react';
import type { ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';
import { FoldButton } from './fold-button.tsx';
import type { Frame, FrameColour } from '../graph/frames/frame.ts';
import { visibleText } from '../text/visible-text.ts';

export type FrameNode = Node<{ readonly frame: Frame }, 'frame'>;

/** The colours of the node kinds: tokens with enough contrast to each other in both themes. */
export const frameLooks: Readonly<Record<FrameColour, { soft: string; strong: string }>> = {
  slate: { soft: 'bg-k-logic-soft', strong: 'border-k-logic text-k-logic' },
  violet: { soft: 'bg-k-agent-soft', strong: 'border-k-agent text-k-agent' },
  teal: { soft: 'bg-k-tool-soft', strong: 'border-k-tool text-k-tool' },
  orange: { soft: 'bg-k-human-soft', strong: 'border-k-human text-k-human' },
  olive: { soft: 'bg-k-data-soft', strong: 'border-k-data text-k-data' },
  pink: { soft: 'bg-k-trigger-soft', strong: 'border-k-trigger text-k-trigger' },
};

interface FrameCardProps {
  readonly frame: Frame;
  readonly isSelected?: boolean;
}

/** A note, or the frame and the title of a group. */
export function FrameCard({ frame, isSelected = false }: FrameCardProps): ReactNode {
  const { soft, strong } = frameLooks[frame.colour];
  const chosen = isSelected && 'outline-2 outline-offset-2 outline-accent';
  if (frame.kind === 'note')
    return (
      <div
        className={classNames('size-full overflow-hidden rounded-md p-3 shadow-1', soft, chosen)}
      >
        <p className="text-sm break-words whitespace-pre-wrap text-text">
          {visibleText(frame.text) || 'Empty note'}
        </p>
      </div>
    );
  return (
    <div className={classNames('size-full rounded-xl border border-dashed', strong, chosen)}>
      <div
        className={classNames(
          'inline-flex max-w-full items-center gap-1 rounded-tl-xl rounded-br-md py-0.5 pr-1 pl-3 align-top',
          soft,
        )}
      >
        <p className="truncate text-sm font-medium">{visibleText(frame.text) || 'Group'}</p>
        <FoldButton group={frame.id} title={frame.text} isCollapsed={false} />
      </div>
    </div>
  );
}
