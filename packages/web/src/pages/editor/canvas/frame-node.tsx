import { NodeResizer, type NodeProps } from '@xyflow/react';
import { memo, type ReactNode } from 'react';
import { FrameCard, type FrameNode as FrameOnCanvas } from '../../../canvas/frame-card.tsx';
import { changeFrame, frameMin } from '../../../graph/frames/edit-frames.ts';
import { change, useEditorStore } from '../state/editor-store.ts';

/** A frame that can be resized while it is selected. */
export const FrameNode = memo(function FrameNode({
  data,
  selected,
}: NodeProps<FrameOnCanvas>): ReactNode {
  const store = useEditorStore();
  const { frame } = data;
  return (
    <>
      <NodeResizer
        isVisible={selected}
        minWidth={frameMin.width}
        minHeight={frameMin.height}
        onResizeEnd={(_, { x, y, width, height }) => {
          const box = { x, y, width: Math.round(width), height: Math.round(height) };
          change(store, (definition) => changeFrame(definition, frame.id, box));
        }}
      />
      <FrameCard frame={frame} isSelected={selected} />
    </>
  );
});
