import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../design/controls/icon-button.tsx';

interface ActivationStepperProps {
  readonly count: number;
  /** The one that is shown, from 0. */
  readonly place: number;
  readonly onMove: (place: number) => void;
}

/** Nothing where there is only one activation. */
export function ActivationStepper({ count, place, onMove }: ActivationStepperProps): ReactNode {
  if (count < 2) return null;
  return (
    <div className="flex items-center gap-1">
      <IconButton
        size="sm"
        label="Previous activation"
        icon={ChevronLeft}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      />
      <span className="num">
        Activation {place + 1} of {count}
      </span>
      <IconButton
        size="sm"
        label="Next activation"
        icon={ChevronRight}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      />
    </div>
  );
}
