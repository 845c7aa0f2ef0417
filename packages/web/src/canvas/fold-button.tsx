import { Maximize2, Minimize2 } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { IconButton } from '../design/controls/icon-button.tsx';
import { FoldContext } from './fold-context.ts';

interface FoldButtonProps {
  /** The id of the group. */
  readonly group: string;
  readonly title: string;
  readonly isCollapsed: boolean;
}

/** On the title of a group, and on the card that it was collapsed into. */
export function FoldButton({ group, title, isCollapsed }: FoldButtonProps): ReactNode {
  const fold = useContext(FoldContext);
  if (fold === null) return null;
  const name = title === '' ? 'Group' : title;
  return (
    <span className="nodrag nopan shrink-0" onDoubleClick={(event) => event.stopPropagation()}>
      <IconButton
        size="sm"
        label={isCollapsed ? `Expand ${name}` : `Collapse ${name} into one card`}
        icon={isCollapsed ? Maximize2 : Minimize2}
        onClick={(event) => {
          event.stopPropagation();
          fold(group, !isCollapsed);
        }}
      />
    </span>
  );
}
