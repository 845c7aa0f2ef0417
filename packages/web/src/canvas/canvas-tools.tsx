import { Panel, useReactFlow } from '@xyflow/react';
import { LayoutGrid, Maximize, Minus, Plus, Redo2, Search, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../design/controls/icon-button.tsx';

export interface EditTools {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onTidy: () => void;
  readonly onFind: () => void;
}

export function CanvasTools({ edit }: { readonly edit?: EditTools | undefined }): ReactNode {
  const flow = useReactFlow();
  return (
    <Panel
      position="bottom-left"
      className="flex items-center rounded-lg border max-md:hidden! border-line bg-surface p-1 shadow-1"
    >
      {edit !== undefined && (
        <>
          <IconButton
            size="sm"
            label="Undo"
            shortcut="Ctrl Z"
            icon={Undo2}
            disabled={!edit.canUndo}
            onClick={edit.onUndo}
          />
          <IconButton
            size="sm"
            label="Redo"
            shortcut="Ctrl Shift Z"
            icon={Redo2}
            disabled={!edit.canRedo}
            onClick={edit.onRedo}
          />
          <IconButton
            size="sm"
            label="Tidy up"
            shortcut="1"
            icon={LayoutGrid}
            onClick={edit.onTidy}
          />
          <IconButton
            size="sm"
            label="Find a node"
            shortcut="Ctrl F"
            icon={Search}
            onClick={edit.onFind}
          />
          <i className="mx-1 h-4 w-px bg-line" />
        </>
      )}
      <IconButton size="sm" label="Zoom out" icon={Minus} onClick={() => void flow.zoomOut()} />
      <IconButton size="sm" label="Zoom in" icon={Plus} onClick={() => void flow.zoomIn()} />
      <IconButton
        size="sm"
        label="Fit to view"
        shortcut="0"
        icon={Maximize}
        onClick={() => void flow.fitView({ padding: 0.1, maxZoom: 1, includeHiddenNodes: true })}
      />
    </Panel>
  );
}
