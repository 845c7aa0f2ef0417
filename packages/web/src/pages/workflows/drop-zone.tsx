import { FileUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';

/** Reads the text of a chosen or dropped file. */
export function DropZone({ onText }: { readonly onText: (text: string) => void }): ReactNode {
  const [isOver, setOver] = useState(false);
  const read = (files: FileList | null) => void files?.[0]?.text().then(onText);
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
        read(event.dataTransfer.files);
      }}
      className={classNames(
        'flex cursor-pointer flex-wrap items-center justify-center gap-2 rounded-lg border border-dashed px-4 py-5 text-sm text-text-2 focus-within:outline-2 focus-within:outline-focus hover:bg-sunken',
        isOver ? 'border-accent bg-accent-soft text-accent-text' : 'border-control',
      )}
    >
      <FileUp size={16} aria-hidden />
      Drop a file here, or choose one
      <input
        type="file"
        accept="application/json,.json"
        aria-label="Definition file"
        className="sr-only"
        onChange={(event) => read(event.target.files)}
      />
    </label>
  );
}
