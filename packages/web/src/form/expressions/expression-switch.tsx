import type { Json } from '@skein/kernel';
import { useContext, type ReactNode } from 'react';
import { ExpressionContext, type ExpressionForm } from './expression-context.ts';
import { ExpressionField } from './expression-field.tsx';
import { ExpressionResult } from './expression-result.tsx';
import { ExpressionToggle } from './expression-toggle.tsx';
import { useExpressionMode } from './use-expression-mode.ts';
import { usePreview } from './use-preview.ts';

interface ExpressionSwitchProps {
  readonly label: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  /** The engine takes this value as it is written. */
  readonly isLiteral?: boolean;
  /** The field for texts. */
  readonly children: (write: (value: Json | undefined) => void) => ReactNode;
}

/** A field that takes a value, or an expression that computes it. */
export function ExpressionSwitch({
  isLiteral = false,
  ...props
}: ExpressionSwitchProps): ReactNode {
  const place = useContext(ExpressionContext);
  return place === null || isLiteral ? (
    props.children(props.onChange)
  ) : (
    <Switch {...props} place={place} />
  );
}

interface SwitchProps extends Omit<ExpressionSwitchProps, 'isLiteral'> {
  readonly place: ExpressionForm;
}

function Switch({ label, value, onChange, children, place }: SwitchProps): ReactNode {
  const mode = useExpressionMode({ value, onChange });
  const { inner } = mode;
  const { preview, places } = usePreview(place, { inner, value });
  const field =
    inner === null ? (
      children(mode.write)
    ) : (
      <ExpressionField label={label} inner={inner} mode={mode} place={place} problems={places} />
    );
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex min-w-0 items-start gap-1">
        <div className="grid min-w-0 flex-1 gap-1">{field}</div>
        <div className="grid h-9 place-items-center">
          <ExpressionToggle label={label} isPressed={inner !== null} onToggle={mode.toggle} />
        </div>
      </div>
      {preview !== null && <ExpressionResult preview={preview} source={place.source} />}
    </div>
  );
}
