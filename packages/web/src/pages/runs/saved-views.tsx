import { Bookmark, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { equalJson, type JsonObject } from '@skein/kernel';
import type { RunFilter } from '../../data/runs.ts';
import { useDeleteView, useSaveView, useViews, type SavedView } from '../../data/views.ts';
import { Button } from '../../design/controls/button.tsx';
import { ScopedButton } from '../../viewers/scoped-button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Modal } from '../../design/dialogs/modal.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { visibleText } from '../../text/visible-text.ts';
import { fromViewFilter, toViewFilter } from './view-filter.ts';

interface SavedViewsProps {
  readonly filter: RunFilter;
  readonly onApply: (filter: RunFilter) => void;
}

/** Named filters, applied with one click. The row is always there, so that nothing moves when it fills. */
export function SavedViews({ filter, onApply }: SavedViewsProps): ReactNode {
  const [isSaving, setSaving] = useState(false);
  const views = useViews().data?.items ?? [];
  const present = toViewFilter(filter);
  const isAll = Object.keys(present).length === 0;
  const canSave = !isAll && !views.some((view) => equalJson(view.filter, present));
  return (
    <div role="group" aria-label="Saved views" className="mb-3 flex flex-wrap items-center gap-2">
      <span className={viewLook}>
        <ViewName isOn={isAll} onApply={() => onApply({})}>
          All runs
        </ViewName>
      </span>
      {views.map((view) => (
        <ViewButton
          key={view.id}
          view={view}
          isOn={equalJson(view.filter, present)}
          onApply={() => onApply(fromViewFilter(view.filter))}
        />
      ))}
      {canSave && (
        <ScopedButton
          needs="write"
          size="sm"
          tone="ghost"
          icon={Bookmark}
          onClick={() => setSaving(true)}
        >
          Save this view
        </ScopedButton>
      )}
      {isSaving && <SaveDialog filter={present} onClose={() => setSaving(false)} />}
    </div>
  );
}

const viewLook =
  'inline-flex max-w-full items-center rounded-md border border-control/60 bg-surface has-[[aria-pressed=true]]:border-accent has-[[aria-pressed=true]]:bg-accent-soft';

interface ViewButtonProps {
  readonly view: SavedView;
  readonly isOn: boolean;
  readonly onApply: () => void;
}

function ViewButton({ view, isOn, onApply }: ViewButtonProps): ReactNode {
  const remove = useDeleteView();
  const name = visibleText(view.name);
  return (
    <span className={viewLook}>
      <ViewName isOn={isOn} onApply={onApply}>
        {name}
      </ViewName>
      <IconButton
        size="sm"
        icon={X}
        label={`Delete view ${name}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(view.id)}
      />
    </span>
  );
}

interface ViewNameProps {
  readonly isOn: boolean;
  readonly onApply: () => void;
  readonly children: ReactNode;
}

function ViewName({ isOn, onApply, children }: ViewNameProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onApply}
      className="h-7 min-w-0 truncate rounded-md px-2.5 text-xs font-medium text-text-2 hover:text-text aria-pressed:text-accent-text not-last:pr-1"
    >
      {children}
    </button>
  );
}

interface SaveDialogProps {
  readonly filter: JsonObject;
  readonly onClose: () => void;
}

function SaveDialog({ filter, onClose }: SaveDialogProps): ReactNode {
  const [name, setName] = useState('');
  const save = useSaveView();
  return (
    <Modal isOpen onOpenChange={onClose} title="Save this view">
      <form
        className="grid gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ name: name.trim(), filter }, { onSuccess: onClose });
        }}
      >
        <TextField
          label="Name"
          note="Saves the current filters under this name."
          required
          autoFocus
          maxLength={200}
          value={name}
          onChange={setName}
        />
        <Button
          tone="primary"
          type="submit"
          disabled={save.isPending || name.trim() === ''}
          className="justify-self-end"
        >
          Save
        </Button>
      </form>
    </Modal>
  );
}
