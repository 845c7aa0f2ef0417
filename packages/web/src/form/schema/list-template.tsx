import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import { Plus, Trash2 } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { MovableItem, MoveButtons, MoveHandle } from '../lists/movable-item.tsx';
import { ListChanges, MoveItem } from '../lists/list-changes.ts';

/** A list of records; the surrounding field draws its title. */
export function ListTemplate(props: ArrayFieldTemplateProps): ReactNode {
  const { items, title, fieldPathId, onAddClick } = props;
  const note = useContext(ListChanges);
  return (
    <div role="group" aria-label={title} className="grid gap-2">
      {items}
      <Button
        size="sm"
        icon={Plus}
        aria-label={`Add to ${title.toLowerCase()}`}
        className="justify-self-start"
        onClick={() => {
          note({ kind: 'added', path: fieldPathId.path });
          onAddClick();
        }}
      >
        Add
      </Button>
    </div>
  );
}

export function ListItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, index, totalItems, buttonsProps } = props;
  const note = useContext(ListChanges);
  const moveItem = useContext(MoveItem);
  const path = buttonsProps.fieldPathId.path.slice(0, -1);
  const name = `number ${index + 1}`;
  const place = {
    list: path.join('-'),
    name,
    index,
    count: totalItems,
    onMove: (from: number, to: number) => {
      note({ kind: 'moved', path, from, to });
      if (moveItem !== null) moveItem(from, to);
      else if (to === from - 1) buttonsProps.onMoveUpItem();
      else if (to === from + 1) buttonsProps.onMoveDownItem();
    },
  };
  return (
    <MovableItem {...place} className="rounded-md border border-line p-3 pt-1">
      <div className="mb-1 flex items-center">
        {moveItem !== null && <MoveHandle {...place} />}
        <span className="num flex-1 text-xs font-medium text-text-3">{index + 1}</span>
        <MoveButtons {...place} />
        <IconButton
          size="sm"
          label={`Remove ${name}`}
          icon={Trash2}
          onClick={() => {
            note({ kind: 'removed', path, index });
            buttonsProps.onRemoveItem();
          }}
        />
      </div>
      {/* Lists inside it have an order of their own. */}
      <MoveItem value={null}>{children}</MoveItem>
    </MovableItem>
  );
}
