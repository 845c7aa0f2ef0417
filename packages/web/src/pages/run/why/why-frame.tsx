import { CircleHelp, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../design/controls/icon-button.tsx';

interface WhyFrameProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A card next to the graph. */
export function WhyFrame({ title, onClose, children }: WhyFrameProps): ReactNode {
  return (
    <section
      aria-label={title}
      className="absolute top-4 right-4 z-10 grid max-h-[calc(100%-32px)] w-[312px] max-w-[calc(100%-32px)] gap-2.5 overflow-auto rounded-lg border border-line bg-raised p-3.5 text-sm shadow-2 max-md:top-auto max-md:right-2 max-md:bottom-2 max-md:left-2 max-md:w-auto max-md:max-w-none"
    >
      <header className="flex items-center gap-2">
        <CircleHelp size={16} aria-hidden className="text-accent-text" />
        <h2 className="flex-1 font-semibold">{title}</h2>
        <IconButton size="sm" label="Close" icon={X} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
