import { SquareFunction } from 'lucide-react';
import type { ReactNode } from 'react';

interface ExpressionToggleProps {
  /** Of the field. */
  readonly label: string;
  readonly isPressed: boolean;
  readonly onToggle: () => void;
}

export function ExpressionToggle({ label, isPressed, onToggle }: ExpressionToggleProps): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-label="Write as an expression"
      aria-description={label}
      title="Write as an expression"
      onClick={onToggle}
      className="grid size-7 shrink-0 place-items-center rounded-md text-text-3 hover:bg-sunken hover:text-text aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
    >
      <SquareFunction size={14} aria-hidden />
    </button>
  );
}
