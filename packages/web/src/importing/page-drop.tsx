import { FileUp } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useDroppedFiles } from './dropped-files.ts';

/** Takes files that are dropped anywhere on the page; the page then opens the dialog. */
export function PageDrop({ onDrop }: { readonly onDrop: () => void }): ReactNode {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    // It leaves the page where nothing else is entered.
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      // The dialog itself has taken it.
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      useDroppedFiles.setState({ files });
      onDrop();
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onDrop]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/90 text-md font-semibold text-accent-text">
      <span className="flex items-center gap-2">
        <FileUp size={20} aria-hidden />
        Drop files to import them
      </span>
    </div>
  );
}
