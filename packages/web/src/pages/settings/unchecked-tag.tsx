import type { ReactNode } from 'react';
import { Tag } from '../../design/status/tag.tsx';
import { visibleText } from '../../text/visible-text.ts';

/** The schema of a tool of others cannot be used: the tool has to check what it is given. */
export function UncheckedTag({ reason }: { readonly reason: string }): ReactNode {
  return (
    <Tag tone="wait" title={`Its schema cannot be used: ${visibleText(reason)}`}>
      arguments not checked
    </Tag>
  );
}
