import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface ToolChipProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isName?: boolean;
  /** What it does. */
  readonly note?: string | undefined;
  readonly onClick: () => void;
}

export function ToolChip(props: ToolChipProps): ReactNode {
  const { label, isOn, isName = false, note, onClick } = props;
  return (
    <button
      type="button"
      aria-pressed={isOn}
      title={note}
      onClick={onClick}
      className="flex h-7 max-w-full items-center gap-1.5 rounded-full border border-control px-2.5 text-xs text-text-2 hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
    >
      {isOn && <Check size={12} aria-hidden className="shrink-0" />}
      <span className={isName ? 'truncate font-mono' : 'truncate'}>{label}</span>
    </button>
  );
}
