import { Handle, type HandleProps } from '@xyflow/react';
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '../design/class-names.ts';

interface PortProps extends Pick<HandleProps, 'type' | 'position'> {
  readonly id: string;
  /** Whether lines can be drawn from and to it; else it is a picture of a port, which costs next to nothing. */
  readonly isLive: boolean;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly children?: ReactNode;
}

/** Where lines meet a card. The canvas library finds both forms by their classes and attributes. */
export function Port({
  id,
  isLive,
  type,
  position,
  className,
  style,
  children,
}: PortProps): ReactNode {
  if (isLive)
    return (
      <Handle id={id} type={type} position={position} className={className} style={style}>
        {children}
      </Handle>
    );
  return (
    <div
      data-handleid={id}
      data-handlepos={position}
      className={classNames(
        'react-flow__handle',
        `react-flow__handle-${position}`,
        type,
        className,
      )}
      style={style}
    >
      {children}
    </div>
  );
}
