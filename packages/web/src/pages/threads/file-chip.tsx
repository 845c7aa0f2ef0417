import { FileText, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { SentFile } from '../../data/threads.ts';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { visibleText } from '../../text/visible-text.ts';

interface FileChipProps {
  readonly file: SentFile;
  readonly onRemove?: () => void;
}

export function FileChip({ file, onRemove }: FileChipProps): ReactNode {
  const { name = '', mediaType } = file;
  const label = name === '' ? (mediaType.startsWith('image/') ? 'Picture' : 'Text') : name;
  return (
    <span className="inline-flex max-w-56 items-center gap-2 rounded-md border border-line bg-surface py-1 pr-1 pl-2 text-xs text-text-2">
      {mediaType.startsWith('image/') ? (
        <Picture file={file} label={label} />
      ) : (
        <FileText size={14} aria-hidden className="shrink-0" />
      )}
      <span className="min-w-0 flex-1 truncate pr-1">{visibleText(label)}</span>
      {onRemove !== undefined && (
        <IconButton
          size="sm"
          icon={X}
          label={`Remove ${visibleText(label)}`}
          onClick={() => onRemove()}
        />
      )}
    </span>
  );
}

/** Drawn, not loaded: the page loads pictures from nowhere, and so none that a message names. */
function Picture({ file, label }: { readonly file: SentFile; readonly label: string }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { url, mediaType } = file;
  useEffect(() => {
    const at = canvas.current;
    const data = /^data:[^,]*;base64,(.*)$/.exec(url)?.[1];
    if (at === null || data === undefined) return;
    void drawInto(at, data, mediaType);
  }, [url, mediaType]);
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      width={40}
      height={40}
      className="size-10 rounded-sm bg-sunken"
    />
  );
}

async function drawInto(canvas: HTMLCanvasElement, data: string, type: string): Promise<void> {
  try {
    const bytes = Uint8Array.from(atob(data), (each) => each.codePointAt(0) ?? 0);
    const bitmap = await createImageBitmap(new Blob([bytes], { type }));
    const side = Math.min(bitmap.width, bitmap.height);
    const left = (bitmap.width - side) / 2;
    const top = (bitmap.height - side) / 2;
    canvas.width = 80;
    canvas.height = 80;
    canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, 80, 80);
  } catch {
    // What is no picture has its name beside an empty field.
  }
}
