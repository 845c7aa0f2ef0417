import { FileUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';

/** Files that are chosen or dropped here, several at once. */
export function DropZone({
  onFiles,
}: {
  readonly onFiles: (files: readonly File[]) => void;
}): ReactNode {
  const [isOver, setOver] = useState(false);
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={classNames(
        'flex cursor-pointer flex-wrap items-center justify-center gap-2 rounded-lg border border-dashed px-4 py-5 text-sm text-text-2 focus-within:outline-2 focus-within:outline-focus hover:bg-sunken',
        isOver ? 'border-accent bg-accent-soft text-accent-text' : 'border-control',
      )}
    >
      <FileUp size={16} aria-hidden />
      Drop files here, or choose them
      <input
        type="file"
        multiple
        accept="application/json,.json,.yaml,.yml,.asl,.zip"
        aria-label="Definition file"
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file can be chosen again after it was changed.
          event.target.value = '';
        }}
      />
    </label>
  );
}
