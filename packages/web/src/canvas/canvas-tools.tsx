import { Panel, useReactFlow } from '@xyflow/react';
import { LayoutGrid, Maximize, Minus, Plus, Redo2, Search, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../design/controls/icon-button.tsx';
import { useFit } from './view/use-fit.ts';

export interface EditTools {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onTidy: () => void;
}

interface CanvasToolsProps {
  readonly edit?: EditTools | undefined;
  readonly onFind?: (() => void) | undefined;
}

export function CanvasTools({ edit, onFind }: CanvasToolsProps): ReactNode {
  const flow = useReactFlow();
  const fit = useFit();
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
        </>
      )}
      {onFind !== undefined && (
        <>
          <IconButton
            size="sm"
            label="Find a node"
            shortcut="Ctrl F"
            icon={Search}
            onClick={onFind}
          />
          <i className="mx-1 h-4 w-px bg-line" />
        </>
      )}
      <IconButton size="sm" label="Zoom out" icon={Minus} onClick={() => void flow.zoomOut()} />
      <IconButton size="sm" label="Zoom in" icon={Plus} onClick={() => void flow.zoomIn()} />
      <IconButton size="sm" label="Fit to view" shortcut="0" icon={Maximize} onClick={fit} />
    </Panel>
  );
}
