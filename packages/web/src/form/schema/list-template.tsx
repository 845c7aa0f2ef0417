import type { ArrayFieldItemTemplateProps, ArrayFieldTemplateProps } from '@rjsf/utils';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';

/** A list of records; the surrounding field draws its title. */
export function ListTemplate({ items, title, onAddClick }: ArrayFieldTemplateProps): ReactNode {
  return (
    <div role="group" aria-label={title} className="grid gap-2">
      {items}
      <Button
        size="sm"
        icon={Plus}
        aria-label={`Add to ${title.toLowerCase()}`}
        className="justify-self-start"
        onClick={() => onAddClick()}
      >
        Add
      </Button>
    </div>
  );
}

export function ListItemTemplate(props: ArrayFieldItemTemplateProps): ReactNode {
  const { children, index, totalItems, buttonsProps } = props;
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
          onClick={() => buttonsProps.onMoveUpItem()}
        />
        <IconButton
          size="sm"
          label={`Move ${name} down`}
          icon={ArrowDown}
          disabled={index === totalItems - 1}
          onClick={() => buttonsProps.onMoveDownItem()}
        />
        <IconButton
          size="sm"
          label={`Remove ${name}`}
          icon={Trash2}
          onClick={() => buttonsProps.onRemoveItem()}
        />
      </div>
      {children}
    </div>
  );
}
