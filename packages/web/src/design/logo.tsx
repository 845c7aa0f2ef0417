import type { ReactNode } from 'react';

export function Logo({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden
      className="shrink-0 text-accent"
    >
      <rect width="24" height="24" rx="7" fill="currentColor" />
      <path
        d="M6.5 8.5c4.5-4 9 7.5 11 3.2M6.5 12.2c4.5-4 9 7.5 11 3.2M9 7.2c2.6 0 4.6 8.6 8 8.2"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}
