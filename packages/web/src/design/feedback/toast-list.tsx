import { CircleCheck, CircleX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { closeToast, useToasts } from './toasts.ts';

/** In the middle: at the right are the settings of nodes and the questions of runs, which people work in while one is shown. */
export function ToastList(): ReactNode {
  const toasts = useToasts((store) => store.toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed left-1/2 max-md:top-16 z-50 grid w-[min(360px,calc(100vw-32px))] -translate-x-1/2 gap-2 md:bottom-20"
    >
      {toasts.map(({ id, tone, text, detail }) => (
        <div
          key={id}
          className="pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-raised py-2 pr-2 pl-3 text-sm shadow-3"
        >
          {tone === 'ok' ? (
            <CircleCheck size={16} aria-label="Done" className="mt-1.5 shrink-0 text-ok-text" />
          ) : (
            <CircleX size={16} aria-label="Failed" className="mt-1.5 shrink-0 text-bad-text" />
          )}
          <div className="min-w-0 flex-1 py-1">
            <p className="font-medium break-words">{text}</p>
            {detail !== undefined && detail !== '' && <p className="text-text-2">{detail}</p>}
          </div>
          <IconButton size="sm" label="Dismiss" icon={X} onClick={() => closeToast(id)} />
        </div>
      ))}
    </div>
  );
}
