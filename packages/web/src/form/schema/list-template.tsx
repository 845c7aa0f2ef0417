import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useContext, type ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { ListChanges } from './list-changes.ts';

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
  const path = buttonsProps.fieldPathId.path.slice(0, -1);
  const name = `number ${index + 1}`;
  return (
    <div role="group" aria-label={name} className="rounded-md border border-line p-3 pt-1">
      <div className="mb-1 flex items-center">
        <span className="num flex-1 text-xs font-medium text-text-3">{index + 1}</span>
        <IconButton
          size="sm"
          label={`Move ${name} up`}
          icon={ArrowUp}
          disabled={index === 0}
          onClick={() => {
            note({ kind: 'swapped', path, index: index - 1 });
            buttonsProps.onMoveUpItem();
          }}
        />
        <IconButton
          size="sm"
          label={`Move ${name} down`}
          icon={ArrowDown}
          disabled={index === totalItems - 1}
          onClick={() => {
            note({ kind: 'swapped', path, index });
            buttonsProps.onMoveDownItem();
          }}
        />
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
      {children}
    </div>
  );
}
