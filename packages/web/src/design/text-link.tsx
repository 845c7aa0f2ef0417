import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

function StyledLink(props: ComponentProps<'a'>): ReactNode {
  return (
    <a
      {...props}
      className="rounded-sm font-medium text-accent-text underline underline-offset-2"
    />
  );
}

/** A link in a sentence. */
export const TextLink: ReturnType<typeof createLink<typeof StyledLink>> = createLink(StyledLink);
