// An item of a list whose order matters
// It is moved by its handle, by the buttons beside it, or with Alt and an arrow key from anywhere inside it; the focus goes with it.
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { classNames } from '../../design/class-names.ts';

export interface MovableItemProps {
  /** The list; an item is dropped only into the list that it comes from. */
  readonly list: string;
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly onMove: (from: number, to: number) => void;
}

/** What is being dragged: the browser tells nobody before it is dropped. */
let dragged: { readonly list: string; readonly index: number } | null = null;

export function MovableItem({
  children,
  className = '',
  ...item
}: MovableItemProps & { readonly children: ReactNode; readonly className?: string }): ReactNode {
  const { list, index, name } = item;
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) => {
    if (dragged?.list !== list) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(dragged.index !== index);
  };
  return (
    <div
      role="group"
      aria-label={name}
      className={classNames(className, isOver && 'outline-2 outline-accent')}
      // Before the editors inside it, which would take it as text.
      onDragOverCapture={takes}
      onDragLeave={() => setOver(false)}
      onDropCapture={(event) => {
        setOver(false);
        if (dragged?.list !== list) return;
        event.preventDefault();
        event.stopPropagation();
        move(item, dragged.index, index);
        dragged = null;
      }}
      onKeyDown={(event) => moveByKey(event, item)}
    >
      {children}
    </div>
  );
}

export function MoveHandle({ list, name, index, count }: MovableItemProps): ReactNode {
  if (count < 2) return null;
  return (
    <button
      type="button"
      id={handleId(list, index)}
      draggable
      aria-label={`Move ${name}`}
      title="Drag it, or press Alt with an arrow key"
      className="flex h-6 w-5 shrink-0 cursor-grab items-center justify-center rounded-sm text-text-3 hover:text-text active:cursor-grabbing"
      onDragStart={(event) => {
        event.stopPropagation();
        event.dataTransfer.effectAllowed = 'move';
        // A browser drags nothing without data.
        event.dataTransfer.setData('application/x-skein-item', name);
        dragged = { list, index };
      }}
      onDragEnd={() => {
        dragged = null;
      }}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
}

export function MoveButtons(item: MovableItemProps): ReactNode {
  const { name, index, count } = item;
  if (count < 2) return null;
  return (
    <>
      <IconButton
        size="sm"
        label={`Move ${name} up`}
        icon={ArrowUp}
        disabled={index === 0}
        onClick={() => move(item, index, index - 1)}
      />
      <IconButton
        size="sm"
        label={`Move ${name} down`}
        icon={ArrowDown}
        disabled={index === count - 1}
        onClick={() => move(item, index, index + 1)}
      />
    </>
  );
}

function moveByKey(event: KeyboardEvent, item: MovableItemProps): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  // An editor of code inside it moves its lines by the same keys.
  if (by === 0 || !event.altKey || event.defaultPrevented || item.count < 2) return;
  event.preventDefault();
  event.stopPropagation();
  move(item, item.index, item.index + by);
}

function move({ list, count, onMove }: MovableItemProps, from: number, to: number): void {
  if (to < 0 || to >= count || to === from) return;
  onMove(from, to);
  // Once it is drawn in its new place.
  requestAnimationFrame(() => document.getElementById(handleId(list, to))?.focus());
}

function handleId(list: string, index: number): string {
  return `${list}-handle-${index}`;
}
