import { SquareFunction } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../design/class-names.ts';

interface ExpressionToggleProps {
  /** Of the field. */
  readonly label: string;
  readonly isPressed: boolean;
  readonly onToggle: () => void;
  /** Beside an input of one line. */
  readonly isSmall?: boolean;
}

export function ExpressionToggle(props: ExpressionToggleProps): ReactNode {
  const { label, isPressed, onToggle, isSmall = false } = props;
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-label="Write as an expression"
      aria-description={label}
      title="Write as an expression"
      onClick={onToggle}
      className={classNames(
        'flex shrink-0 items-center gap-1.5 justify-self-start rounded-md text-xs font-medium hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-text',
        isSmall
          ? 'size-9 justify-center text-text-3 hover:text-text'
          : 'h-7 px-1.5 text-accent-text',
      )}
    >
      <SquareFunction size={isSmall ? 16 : 14} aria-hidden />
      {!isSmall && 'Expression'}
    </button>
  );
}
