import type { Scope } from '@skein/api';
import type { ReactNode } from 'react';
import { useRefusal } from '../data/session.ts';
import { Button, type ButtonProps } from '../design/controls/button.tsx';

interface ScopedButtonProps extends ButtonProps {
  /** What a key must permit for it. */
  readonly needs: Scope;
}

/** A button that says why it does nothing, to those whose key does not permit what it does. */
export function ScopedButton({ needs, ...rest }: ScopedButtonProps): ReactNode {
  const refusal = useRefusal(needs);
  if (refusal === null) return <Button {...rest} />;
  // It keeps the focus, so that the reason is read out; and as a plain button it sends no form.
  return <Button {...rest} type="button" aria-disabled title={refusal} onClick={undefined} />;
}
