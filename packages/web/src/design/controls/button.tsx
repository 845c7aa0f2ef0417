import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';

const tones = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  default: 'bg-surface text-text border border-control/60 hover:bg-sunken',
  ghost: 'text-text-2 hover:bg-sunken hover:text-text',
  danger: 'bg-surface text-bad-text border border-bad/60 hover:bg-bad-soft',
};

const shape =
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors duration-100 disabled:opacity-50 aria-disabled:opacity-50';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: keyof typeof tones;
  readonly size?: 'sm' | 'md';
  readonly icon?: LucideIcon;
}

export function Button({
  tone = 'default',
  size = 'md',
  icon,
  className,
  children,
  ...rest
}: ButtonProps): ReactNode {
  const Icon = icon;
  return (
    <button type="button" className={buttonClass(tone, size, className)} {...rest}>
      {Icon && <Icon size={size === 'sm' ? 14 : 16} aria-hidden />}
      {children}
    </button>
  );
}

export function buttonClass(
  tone: keyof typeof tones = 'default',
  size: 'sm' | 'md' = 'md',
  className?: string,
): string {
  const measure = size === 'sm' ? 'h-7 px-2.5 text-xs' : 'h-9 px-3 text-sm';
  return classNames(shape, measure, tones[tone], className);
}
