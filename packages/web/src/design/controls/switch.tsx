import { Switch as BaseSwitch } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export function Switch({ label, checked, onChange, disabled = false }: SwitchProps): ReactNode {
  return (
    <BaseSwitch.Root
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onCheckedChange={(next) => onChange(next)}
      className="inline-flex h-5 w-9 shrink-0 items-center rounded-full bg-control p-0.5 transition-colors duration-150 data-checked:bg-accent data-disabled:opacity-50"
    >
      <BaseSwitch.Thumb className="size-4 rounded-full bg-on-accent shadow-1 transition-transform duration-150 data-checked:translate-x-4" />
    </BaseSwitch.Root>
  );
}
