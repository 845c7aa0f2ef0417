import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { buttonClass } from './button.tsx';

function StyledLink(props: ComponentProps<'a'>): ReactNode {
  return <a {...props} className={buttonClass('primary')} />;
}

/** A link that looks like the primary button. */
export const ButtonLink: ReturnType<typeof createLink<typeof StyledLink>> = createLink(StyledLink);
