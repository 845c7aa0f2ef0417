import { Tooltip } from '@base-ui/react/tooltip';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly size?: 'sm' | 'md';
  readonly shortcut?: string;
}

export function IconButton(props: IconButtonProps): ReactNode {
  const { label, icon: Icon, size = 'md', className, shortcut, ...rest } = props;
  const shape =
    'grid shrink-0 place-items-center rounded-md text-text-2 transition-colors duration-100 hover:bg-sunken hover:text-text disabled:opacity-40';
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <button
            type="button"
            aria-label={label}
            className={classNames(shape, size === 'sm' ? 'size-7' : 'size-9', className)}
            {...rest}
          />
        }
      >
        <Icon size={16} aria-hidden />
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="pop flex items-center gap-2 rounded-sm bg-text px-2 py-1 text-xs text-bg shadow-2">
            {label}
            {shortcut !== undefined && <kbd className="font-mono opacity-70">{shortcut}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
